"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

type MoreOptionsProps = {
  /** Whether an option differs from its default when the form opens. */
  isChanged: boolean;
  /** Whether an option has an error, which is then always in view. */
  hasError: boolean;
  children: ReactNode;
};

/** The rarely used fields of a form, behind a line that opens them. They stay in the form while it is closed. */
export function MoreOptions({ isChanged, hasError, children }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState(isChanged);
  return (
    <details open={isOpen || hasError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 font-medium">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        More options
      </summary>
      <div className="grid gap-4 pt-3">{children}</div>
    </details>
  );
}
