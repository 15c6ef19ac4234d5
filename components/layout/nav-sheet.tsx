"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { backdropStyle } from "@/components/ui/popup-styles";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
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

export const Sheet = Base.Root;
export const SheetTrigger = Base.Trigger;

type SheetContentProps = {
  title: ReactNode;
  description?: ReactNode;
  side?: "left" | "right";
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
};

/** A panel that covers one side of the page. */
export function SheetContent({ title, description, side = "right", hideTitle = false, className, children }: SheetContentProps) {
  return (
    <Base.Portal>
      <Base.Backdrop className={backdropStyle} />
      <Base.Popup
        className={cn(
          "fixed inset-y-0 z-40 flex w-full max-w-md flex-col overflow-y-auto bg-popover text-popover-foreground shadow outline-none transition-transform duration-200",
          side === "right"
            ? "right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full"
            : "left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
          className,
        )}
      >
        <header className={cn("grid gap-1 px-6 pt-5 pr-14", hideTitle && "sr-only")}>
          <Base.Title className="font-semibold text-base">{title}</Base.Title>
          {description && <Base.Description className="text-muted-foreground">{description}</Base.Description>}
        </header>
        <div className={cn("flex-1", !hideTitle && "px-6 py-4")}>{children}</div>
        <Base.Close
          aria-label="Close"
          render={
            <Button variant="ghost" size="icon-sm" className="absolute top-4 right-4 text-muted-foreground">
              <X aria-hidden="true" />
            </Button>
          }
        />
      </Base.Popup>
    </Base.Portal>
  );
}
