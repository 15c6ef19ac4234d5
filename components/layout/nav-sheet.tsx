"use client";

import { Dialog } from "@base-ui/react/dialog";
import { DialogCloseIcon } from "@/components/ui/dialog";
import { backdropStyle } from "@/components/ui/styles";
import type { CanCall } from "@/contract/call";
import { layoutLabels } from "./labels";
import type { ProjectBranding } from "./logo";
import { NavLinks, ProjectLink } from "./sidebar";

const { nav: labels } = layoutLabels;

type NavSheetProps = { open: boolean; onClose: () => void; project: ProjectBranding; canCall: CanCall };

/** The sidebar as a panel that covers one side of the page, for narrow windows. */
export function NavSheet({ open, onClose, project, canCall }: NavSheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 flex w-full max-w-72 flex-col overflow-y-auto border-r bg-sidebar text-sidebar-foreground shadow outline-none transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Dialog.Title className="sr-only">{labels.menu}</Dialog.Title>
          <nav aria-label={labels.main} className="flex-1">
            <ProjectLink project={project} />
            <NavLinks canCall={canCall} onNavigate={onClose} />
          </nav>
          <DialogCloseIcon />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
