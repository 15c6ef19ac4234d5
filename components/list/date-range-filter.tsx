"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { formatDate } from "@/lib/date-formats";
import { localDate, addDays } from "@/lib/time-zones";
import type { DateRange } from "./filter-parsers";

const daysForm = lazy(() => import("./date-range-form").then((form) => form.DateRangeForm));

type DateRangeFilterProps = {
  /** What happened then: "When", "Created". */
  label?: string;
  range: DateRange;
  zone: string;
  onChange: (days: DateRange) => void;
};

const presets = [
  { words: "Today", count: 1 },
  { words: "7 days", count: 7 },
  { words: "30 days", count: 30 },
] as const;

function formatRange({ from, to }: DateRange): string | undefined {
  if (from !== null && to !== null) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
  if (from !== null) return `from ${formatDate(from)}`;
  return to === null ? undefined : `until ${formatDate(to)}`;
}

/** A filter by days, as calendars in `zone` count them. */
export function DateRangeFilter({ label = "When", range: days, zone, onChange }: DateRangeFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (next: DateRange) => {
    setOpen(false);
    onChange(next);
  };
  const value = formatRange(days);
  return (
    <FilterChip label={label} onClear={value === undefined ? undefined : () => onChange({ from: null, to: null })}>
      <Popover
        trigger={<FilterTrigger label={label} value={value} />}
        open={open}
        onOpenChange={setOpen}
        lazyContent={daysForm}
        title={`Days in ${zone}`}
      >
        {(DaysForm) => (
          <>
            <div className="flex flex-wrap gap-2">
              {presets.map(({ words, count }) => {
                const today = localDate(zone, new Date());
                return (
                  <Button key={words} variant="outline" size="sm" onClick={() => apply({ from: addDays(today, 1 - count), to: today })}>
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
