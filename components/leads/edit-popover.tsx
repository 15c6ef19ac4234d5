"use client";

import { type ReactNode, useRef, useState } from "react";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import { labels } from "./labels";

const editForms = lazy(() => import("./edit-forms"));

type EditPopoverProps = {
  /** The accessible name of the trigger: "Edit the name of ada@example.org". */
  label: string;
  /** The current value; falsy if empty. */
  value: ReactNode;
  /** Renders the form; `close` closes the popover. */
  children: (forms: typeof import("./edit-forms"), close: () => void) => ReactNode;
};

/** A cell that is edited in a popover. Leaving the popover saves, except with Escape. */
export function EditPopover({ label, value, children }: EditPopoverProps) {
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const handleOpenChange = (next: boolean, reason: string) => {
    const form = content.current?.querySelector("form");
    if (next || reason === "escape-key" || !form) return setOpen(next);
    // The form closes the popover if it is valid, and shows its errors otherwise.
    form.requestSubmit();
  };
  return (
    <Popover
      trigger={
        <button
          type="button"
          className={cn(
            "-mx-2 block h-7 w-[calc(100%+1rem)] cursor-text truncate rounded-md border border-transparent px-2 text-left hover:border-border hover:bg-background data-popup-open:border-border data-popup-open:bg-background",
            !value && "text-muted-foreground",
          )}
        >
          <span className="sr-only">{label}: </span>
          {value || labels.none}
        </button>
      }
      open={open}
      lazyContent={editForms}
      onOpenChange={handleOpenChange}
      title={label}
      hideTitle
    >
      {(forms) => <div ref={content}>{children(forms, () => setOpen(false))}</div>}
    </Popover>
  );
}
