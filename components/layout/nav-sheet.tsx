"use client";

import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { CanCall } from "@/contract/call";
import { layoutLabels } from "./labels";
import type { ProjectBranding } from "./logo";
import { NavLinks, ProjectLink } from "./sidebar";

const { nav: labels } = layoutLabels;

type NavSheetProps = { open: boolean; onClose: () => void; project: ProjectBranding; canCall: CanCall };

/** The sidebar as a sheet, for narrow windows. */
export function NavSheet({ open, onClose, project, canCall }: NavSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent title={labels.menu} hideTitle side="left" className="max-w-72 bg-sidebar text-sidebar-foreground">
        <nav aria-label={labels.main}>
          <ProjectLink project={project} />
          <NavLinks canCall={canCall} onNavigate={onClose} />
        </nav>
      </SheetContent>
    </Sheet>
  );
}
