"use client";

import type { ReactNode } from "react";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Menu } from "@/components/ui/menu";

export type Choice<Value extends string> = { value: Value; label: ReactNode };

type MenuFilterProps<Value extends string> = {
  label: string;
  /** What is chosen; null where nothing is. */
  value: Value | null;
  choices: readonly (Choice<Value> | { group: string; choices: readonly Choice<Value>[] })[];
  /** The line that takes the filter off. */
  everything: string;
  /** What the chip says where it is not the chosen line that it should. */
  shown?: ReactNode;
  onChange: (value: Value | null) => void;
};

/** A filter that is one line of a menu. */
export function MenuFilter<Value extends string>({ label, value, choices, everything, shown, onChange }: MenuFilterProps<Value>) {
  const all = choices.flatMap((each) => ("group" in each ? each.choices : [each]));
  const chosen = all.find((each) => each.value === value);
  const words = shown ?? chosen?.label ?? value ?? undefined;
  return (
    <FilterChip label={label} onClear={words === undefined ? undefined : () => onChange(null)}>
      <Menu
        trigger={<FilterTrigger label={label} value={words} />}
        align="start"
        className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain"
      >
        {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => {
          const line = ({ value: each, label: words }: Choice<Value>) => (
            <MenuRadio key={each} value={each}>
              {words}
            </MenuRadio>
          );
          return (
            <MenuRadioGroup value={value ?? ""} onValueChange={(next) => onChange(all.find((each) => each.value === next)?.value ?? null)}>
              <MenuRadio value="">{everything}</MenuRadio>
              {choices.map((each) =>
                "group" in each ? (
                  <MenuGroup key={each.group}>
                    <MenuLabel>{each.group}</MenuLabel>
                    {each.choices.map(line)}
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
