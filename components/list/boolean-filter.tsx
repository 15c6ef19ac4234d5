"use client";

import { listLabels } from "./labels";
import type { BooleanFilterValue } from "./list-url";
import { MenuFilter } from "./menu-filter";

type BooleanFilterProps = {
  label: string;
  value: BooleanFilterValue | null;
  /** Labels of the options, if "Yes" and "No" aren't clear. */
  labels?: { yes: string; no: string; any: string };
  onChange: (value: BooleanFilterValue | null) => void;
};

/** A yes-or-no filter. */
export function BooleanFilter({ label, value, labels = listLabels.booleanFilter, onChange }: BooleanFilterProps) {
  const options = [
    { value: "true", label: labels.yes },
    { value: "false", label: labels.no },
  ] as const;
  return <MenuFilter<BooleanFilterValue> label={label} value={value} options={options} anyLabel={labels.any} onChange={onChange} />;
}
