"use client";

import type { ReactNode } from "react";
import { Menu, MenuContent, MenuRadio, MenuRadioGroup, MenuTrigger } from "@/components/ui/dropdown-menu";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";

type MenuFilterProps = {
  label: string;
  /** What is chosen; empty where nothing is. */
  value: string;
  /** How it is called on the chip. */
  shown: string | undefined;
  /** The line that takes the filter off. */
  everything: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

/** A filter that is one of a menu's `MenuRadio` lines. */
export function MenuFilter({ label, value, shown, everything, onChange, children }: MenuFilterProps) {
  return (
    <FilterChip label={label} onClear={shown === undefined ? undefined : () => onChange("")}>
      <Menu>
        <MenuTrigger render={<FilterTrigger label={label} value={shown} />} />
        <MenuContent align="start" className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain">
          <MenuRadioGroup value={value} onValueChange={onChange}>
            <MenuRadio value="">{everything}</MenuRadio>
            {children}
          </MenuRadioGroup>
        </MenuContent>
      </Menu>
    </FilterChip>
  );
}
