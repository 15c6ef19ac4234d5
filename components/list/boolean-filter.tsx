"use client";

import { MenuFilter } from "./menu-filter";
import type { YesOrNo } from "./narrowing";

type YesNoFilterProps = {
  label: string;
  value: YesOrNo | null;
  /** What each narrows to, where "Yes" and "No" would not say it. */
  words?: { yes: string; no: string; either: string };
  onChange: (value: YesOrNo | null) => void;
};

/** A filter that is a yes or a no. */
export function YesNoFilter({ label, value, words = { yes: "Yes", no: "No", either: "Either" }, onChange }: YesNoFilterProps) {
  const choices = [
    { value: "true", label: words.yes },
    { value: "false", label: words.no },
  ] as const;
  return <MenuFilter<YesOrNo> label={label} value={value} choices={choices} everything={words.either} onChange={onChange} />;
}
