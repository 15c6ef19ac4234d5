"use client";

import type { LucideIcon } from "lucide-react";
import { IconButton } from "./icon-button";

type IconToggleGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  /** Null where it is not known yet. */
  value: Value | null;
  onValueChange: (value: Value) => void;
};

/** One of a few, of which only the icons are seen. */
export function IconToggleGroup<Value extends string>({ label, options, value, onValueChange }: IconToggleGroupProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex shrink-0 gap-1">
      {options.map(({ value: each, label: name, icon: Icon }) => (
        <IconButton
          key={each}
          size="icon-sm"
          label={name}
          aria-pressed={value === each}
          onClick={() => onValueChange(each)}
          className="text-muted-foreground aria-pressed:bg-accent aria-pressed:text-foreground"
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}
