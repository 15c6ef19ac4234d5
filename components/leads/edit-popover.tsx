"use client";

import { type ReactNode, useRef, useState } from "react";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { cn } from "@/lib/cn";

const editForms = lazy(() => import("./edit-forms"));

type EditPopoverProps = {
  /** What opens: "Edit the name of ada@example.org". */
  label: string;
  /** What is there now; nothing where it is empty. */
  value: ReactNode;
  /** The form that edits it, out of those that are there, told what closes it. */
  children: (forms: typeof import("./edit-forms"), close: () => void) => ReactNode;
};

/** A cell that is edited where it stands. Whatever leads away from it saves; Escape alone does not. */
export function EditPopover({ label, value: shown, children }: EditPopoverProps) {
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const change = (next: boolean, reason: string) => {
    const form = content.current?.querySelector("form");
    if (next || reason === "escape-key" || !form) return setOpen(next);
    // The form closes it once what was typed is right, and stays open to say what is not.
    form.requestSubmit();
  };
  return (
    <Popover
      trigger={
        <button
          type="button"
          className={cn(
            "-mx-2 block h-7 w-[calc(100%+1rem)] cursor-text truncate rounded-md border border-transparent px-2 text-left hover:border-border hover:bg-background data-popup-open:border-border data-popup-open:bg-background",
            !shown && "text-muted-foreground",
          )}
        >
          <span className="sr-only">{label}: </span>
          {shown || "–"}
        </button>
      }
      open={open}
      lazyContent={editForms}
      onOpenChange={change}
      title={label}
      hideTitle
    >
      {(forms) => <div ref={content}>{children(forms, () => setOpen(false))}</div>}
    </Popover>
  );
}
