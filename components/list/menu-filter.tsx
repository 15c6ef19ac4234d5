"use client";

import type { ReactNode } from "react";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Menu } from "@/components/ui/menu";

export type FilterOption<Value extends string> = { value: Value; label: ReactNode };

type MenuFilterProps<Value extends string> = {
  label: string;
  value: Value | null;
  options: readonly (FilterOption<Value> | { group: string; options: readonly FilterOption<Value>[] })[];
  /** The option that removes the filter. */
  anyLabel: string;
  /** Shown in the chip instead of the selected option. */
  displayValue?: ReactNode;
  onChange: (value: Value | null) => void;
};

/** A filter that is selected from a menu. */
export function MenuFilter<Value extends string>({ label, value, options, anyLabel, displayValue, onChange }: MenuFilterProps<Value>) {
  const allOptions = options.flatMap((option) => ("group" in option ? option.options : [option]));
  const selected = allOptions.find((option) => option.value === value);
  const shownValue = displayValue ?? selected?.label ?? value ?? undefined;
  return (
    <FilterChip label={label} onClear={shownValue === undefined ? undefined : () => onChange(null)}>
      <Menu
        trigger={<FilterTrigger label={label} value={shownValue} />}
        align="start"
        className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain"
      >
        {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => {
          const renderOption = (option: FilterOption<Value>) => (
            <MenuRadio key={option.value} value={option.value}>
              {option.label}
            </MenuRadio>
          );
          return (
            <MenuRadioGroup
              value={value ?? ""}
              onValueChange={(next) => onChange(allOptions.find((option) => option.value === next)?.value ?? null)}
            >
              <MenuRadio value="">{anyLabel}</MenuRadio>
              {options.map((option) =>
                "group" in option ? (
                  <MenuGroup key={option.group}>
                    <MenuLabel>{option.group}</MenuLabel>
                    {option.options.map(renderOption)}
                  </MenuGroup>
                ) : (
                  renderOption(option)
                ),
              )}
            </MenuRadioGroup>
          );
        }}
      </Menu>
    </FilterChip>
  );
}
