"use client";

import type { LucideIcon } from "lucide-react";
import { IconButton } from "./icon-button";

type IconToggleGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  /** Null while it isn't known. */
  value: Value | null;
  onValueChange: (value: Value) => void;
};

/** A choice between a few options, shown as icons. */
export function IconToggleGroup<Value extends string>({ label, options, value, onValueChange }: IconToggleGroupProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex shrink-0 gap-1">
      {options.map(({ value: option, label: optionLabel, icon: Icon }) => (
        <IconButton
          key={option}
          size="icon-sm"
          label={optionLabel}
          aria-pressed={value === option}
          onClick={() => onValueChange(option)}
          className="text-muted-foreground aria-pressed:bg-accent aria-pressed:text-foreground"
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}
