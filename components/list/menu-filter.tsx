"use client";

import type { ReactNode } from "react";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Menu } from "@/components/ui/menu";

export type FilterOption<Value extends string> = { value: Value; label: ReactNode };

type MenuFilterProps<Value extends string> = {
  label: string;
  /** What is chosen; null where nothing is. */
  value: Value | null;
  options: readonly (FilterOption<Value> | { group: string; options: readonly FilterOption<Value>[] })[];
  /** The line that takes the filter off. */
  anyLabel: string;
  /** What the chip says where it is not the chosen line that it should. */
  displayValue?: ReactNode;
  onChange: (value: Value | null) => void;
};

/** A filter that is one line of a menu. */
export function MenuFilter<Value extends string>({ label, value, options, anyLabel, displayValue, onChange }: MenuFilterProps<Value>) {
  const all = options.flatMap((each) => ("group" in each ? each.options : [each]));
  const chosen = all.find((each) => each.value === value);
  const words = displayValue ?? chosen?.label ?? value ?? undefined;
  return (
    <FilterChip label={label} onClear={words === undefined ? undefined : () => onChange(null)}>
      <Menu
        trigger={<FilterTrigger label={label} value={words} />}
        align="start"
        className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain"
      >
        {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => {
          const line = ({ value: each, label: words }: FilterOption<Value>) => (
            <MenuRadio key={each} value={each}>
              {words}
            </MenuRadio>
          );
          return (
            <MenuRadioGroup value={value ?? ""} onValueChange={(next) => onChange(all.find((each) => each.value === next)?.value ?? null)}>
              <MenuRadio value="">{anyLabel}</MenuRadio>
              {options.map((each) =>
                "group" in each ? (
                  <MenuGroup key={each.group}>
                    <MenuLabel>{each.group}</MenuLabel>
                    {each.options.map(line)}
                  </MenuGroup>
                ) : (
                  line(each)
                ),
              )}
            </MenuRadioGroup>
          );
        }}
      </Menu>
    </FilterChip>
  );
}
