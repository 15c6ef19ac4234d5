"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { later } from "@/components/ui/later";
import { Popover } from "@/components/ui/popover";
import { shownDate } from "@/lib/clock-formats";
import { dateIn, daysAfter } from "@/lib/zones";
import type { Days } from "./narrowing";

const daysForm = later(() => import("./days-form").then((form) => form.DaysForm));

type DaysFilterProps = {
  /** What happened then: "When", "Created". */
  label?: string;
  days: Days;
  zone: string;
  onChange: (days: Days) => void;
};

const presets = [
  { words: "Today", count: 1 },
  { words: "7 days", count: 7 },
  { words: "30 days", count: 30 },
] as const;

function shown({ from, to }: Days): string | undefined {
  if (from !== null && to !== null) return from === to ? shownDate(from) : `${shownDate(from)} – ${shownDate(to)}`;
  if (from !== null) return `from ${shownDate(from)}`;
  return to === null ? undefined : `until ${shownDate(to)}`;
}

/** A filter by days, as calendars in `zone` count them. */
export function DaysFilter({ label = "When", days, zone, onChange }: DaysFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (next: Days) => {
    setOpen(false);
    onChange(next);
  };
  const value = shown(days);
  return (
    <FilterChip label={label} onClear={value === undefined ? undefined : () => onChange({ from: null, to: null })}>
      <Popover
        trigger={<FilterTrigger label={label} value={value} />}
        open={open}
        onOpenChange={setOpen}
        loads={daysForm}
        title={`Days in ${zone}`}
      >
        {(DaysForm) => (
          <>
            <div className="flex flex-wrap gap-2">
              {presets.map(({ words, count }) => {
                const today = dateIn(zone, new Date());
                return (
                  <Button key={words} variant="outline" size="sm" onClick={() => apply({ from: daysAfter(today, 1 - count), to: today })}>
                    {words}
                  </Button>
                );
              })}
            </div>
            <DaysForm days={days} onApply={apply} />
          </>
        )}
      </Popover>
    </FilterChip>
  );
}
