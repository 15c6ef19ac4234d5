"use client";

import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { inputStyle, useField } from "./field";
import { useIsHydrated } from "./hydration";
import { itemStyle, popupStyle, triggerStyle } from "./styles";

type Option<Value extends string> = { value: Value; label: string; hint?: ReactNode; disabled?: boolean };

type SelectProps<Value extends string> = {
  options: readonly Option<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  /** The accessible name outside of a `Field`. */
  label?: string;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
};

/** A select. Needs a `Field` around it, or a `label`. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  label,
  placeholder,
  name,
  disabled = false,
  className,
}: SelectProps<Value>) {
  const isHydrated = useIsHydrated();
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      name={name}
      disabled={disabled || !isHydrated}
    >
      <Base.Trigger
        {...useField()}
        aria-label={label}
        className={cn(inputStyle, triggerStyle(disabled), "data-placeholder:text-muted-foreground", className)}
      >
        <Base.Value placeholder={placeholder} title={options.find((option) => option.value === value)?.label} className="truncate" />
        <Base.Icon className="shrink-0 text-muted-foreground">
          <ChevronsUpDown aria-hidden="true" className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Options options={options} />
    </Base.Root>
  );
}

function Options({ options }: { options: readonly Option<string>[] }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <Base.Popup className={cn(popupStyle, "min-w-(--anchor-width)")}>
          <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={cn(itemStyle, "grid-cols-[1fr_1rem]")}
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator className="col-start-2 row-start-1">
                  <Check aria-hidden="true" className="size-4" />
                </Base.ItemIndicator>
                {option.hint && <span className="col-start-1 text-2sm text-muted-foreground">{option.hint}</span>}
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
