"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { Dialog, DialogCloseIcon, DialogContent } from "@/components/ui/dialog";
import { backdropStyle } from "@/components/ui/styles";
import { Kbd } from "@/components/ui/text";
import type { CanCall } from "@/contract/call";
import { useCommandKey } from "./keyboard";
import { layoutLabels } from "./labels";
import type { ProjectBranding } from "./logo";
import { NavLinks, ProjectLink } from "./sidebar";

const { nav: navLabels, shortcuts: labels } = layoutLabels;

type ShortcutsDialogProps = { open: boolean; onClose: () => void };

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const commandKey = useCommandKey().trim();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={labels.title}>
        <ShortcutList
          title={labels.global}
          shortcuts={[
            [[commandKey, "K"], labels.openPalette],
            [["?"], labels.showShortcuts],
            [["Esc"], labels.close],
          ]}
        />
        <ShortcutList
          title={labels.lists}
          shortcuts={[
            [["/"], labels.search],
            [["↑", "↓"], labels.moveRow],
            [["Home", "End"], labels.firstLastRow],
            [["Enter"], labels.openRow],
            [["x"], labels.selectRow],
            [["Shift", "↑", "↓"], labels.extendSelection],
            [["Esc"], labels.clearSelection],
          ]}
        />
      </DialogContent>
    </Dialog>
  );
}

type ShortcutListProps = { title: string; shortcuts: readonly (readonly [keys: readonly string[], description: string])[] };

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section className="not-first:mt-6">
      <h3 className="mb-1 text-muted-foreground text-xs">{title}</h3>
      <dl className="divide-y">
        {shortcuts.map(([keys, description]) => (
          <div key={description} className="flex h-9 flex-row-reverse items-center justify-between gap-4">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type NavSheetProps = { open: boolean; onClose: () => void; project: ProjectBranding; canCall: CanCall };

/** The sidebar as a panel that covers one side of the page, for narrow windows. */
export function NavSheet({ open, onClose, project, canCall }: NavSheetProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup className="fixed inset-y-0 left-0 z-40 flex w-full max-w-72 flex-col overflow-y-auto border-r bg-sidebar text-sidebar-foreground shadow outline-none transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="sr-only">{navLabels.menu}</Base.Title>
          <nav aria-label={navLabels.main} className="flex-1">
            <ProjectLink project={project} />
            <NavLinks canCall={canCall} onNavigate={onClose} />
          </nav>
          <DialogCloseIcon />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
