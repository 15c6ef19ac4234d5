"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { inputStyle, useField } from "./field";

/** The button of a combobox, which shows the selected option. */
export function ComboboxTrigger({ onBlur, children }: { onBlur: (() => void) | undefined; children: ReactNode }) {
  return (
    <Base.Trigger
      {...useField()}
      onBlur={onBlur}
      className={cn(
        inputStyle,
        "flex h-8 select-none items-center justify-between gap-2 pr-2 pl-3 text-left pointer-coarse:h-10",
        "data-disabled:cursor-not-allowed data-disabled:bg-muted data-disabled:text-muted-foreground",
      )}
    >
      {children}
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </Base.Trigger>
  );
}
