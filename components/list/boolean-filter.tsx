"use client";

import { MenuFilter } from "./menu-filter";
import type { BooleanFilterValue } from "./filter-parsers";

type BooleanFilterProps = {
  label: string;
  value: BooleanFilterValue | null;
  /** What each narrows to, where "Yes" and "No" would not say it. */
  labels?: { yes: string; no: string; any: string };
  onChange: (value: BooleanFilterValue | null) => void;
};

/** A filter that is a yes or a no. */
export function BooleanFilter({ label, value, labels = { yes: "Yes", no: "No", any: "Either" }, onChange }: BooleanFilterProps) {
  const choices = [
    { value: "true", label: labels.yes },
    { value: "false", label: labels.no },
  ] as const;
  return <MenuFilter<BooleanFilterValue> label={label} value={value} options={choices} anyLabel={labels.any} onChange={onChange} />;
}
