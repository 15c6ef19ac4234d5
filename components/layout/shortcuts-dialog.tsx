"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useCommandKey } from "./search-button";

type ShortcutsDialogProps = { open: boolean; onClose: () => void };

/** What the keyboard does. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const command = useCommandKey().trim();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title="Keys">
        <ShortcutList
          title="Everywhere"
          shortcuts={[
            [[command, "K"], "Search, or do something"],
            [["?"], "This list"],
            [["Esc"], "Close what is open"],
          ]}
        />
        <ShortcutList
          title="In lists"
          shortcuts={[
            [["/"], "Search"],
            [["↑", "↓"], "Go to the rows, and from one to the next"],
            [["Home", "End"], "Go to the first row, or the last"],
            [["Enter"], "Open the row"],
            [["x"], "Select the row"],
            [["Shift", "↑", "↓"], "Select rows on the way"],
            [["Esc"], "Clear the selection"],
          ]}
        />
      </DialogContent>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: readonly (readonly [keys: readonly string[], does: string])[] }) {
  return (
    <section className="not-first:mt-6">
      <h3 className="mb-1 text-muted-foreground text-xs">{title}</h3>
      <dl className="divide-y">
        {shortcuts.map(([keys, does]) => (
          <div key={does} className="flex h-9 flex-row-reverse items-center justify-between gap-4">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
