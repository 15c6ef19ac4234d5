"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/text";
import { layoutLabels } from "./labels";
import { useCommandKey } from "./top-bar";

const { shortcuts: labels } = layoutLabels;

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
