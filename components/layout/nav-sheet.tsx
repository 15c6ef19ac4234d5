"use client";

import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { CanCall } from "@/contract/call";
import type { ProjectBranding } from "./logo";
import { NavLinks, ProjectLink } from "./sidebar";

type NavSheetProps = { open: boolean; onClose: () => void; project: ProjectBranding; may: CanCall };

/** The sidebar of narrow windows. */
export function NavSheet({ open, onClose, project, may }: NavSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent title="Menu" hideTitle side="left" className="max-w-72 bg-sidebar text-sidebar-foreground">
        <nav aria-label="Main">
          <ProjectLink project={project} />
          <NavLinks may={may} onLeave={onClose} />
        </nav>
      </SheetContent>
    </Sheet>
  );
}
