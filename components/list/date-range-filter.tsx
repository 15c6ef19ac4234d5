"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { formatDate } from "@/lib/date-formats";
import { addDays, localDate } from "@/lib/time-zones";
import { listLabels } from "./labels";
import type { DateRange } from "./list-url";

const dateRangeForm = lazy(() => import("./date-range-form").then((module) => module.DateRangeForm));

type DateRangeFilterProps = {
  /** What the date is of, such as "Created". */
  label?: string;
  range: DateRange;
  zone: string;
  onChange: (range: DateRange) => void;
};

const { dateRange: labels } = listLabels;

const presets = [
  { label: labels.presets.today, days: 1 },
  { label: labels.presets.last7Days, days: 7 },
  { label: labels.presets.last30Days, days: 30 },
] as const;

function formatRange({ from, to }: DateRange): string | undefined {
  if (from !== null && to !== null) return from === to ? formatDate(from) : labels.between(formatDate(from), formatDate(to));
  if (from !== null) return labels.since(formatDate(from));
  return to === null ? undefined : labels.until(formatDate(to));
}

/** A filter by days of the calendar in `zone`. */
export function DateRangeFilter({ label = labels.label, range, zone, onChange }: DateRangeFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (next: DateRange) => {
    setOpen(false);
    onChange(next);
  };
  const value = formatRange(range);
  return (
    <FilterChip label={label} onClear={value === undefined ? undefined : () => onChange({ from: null, to: null })}>
      <Popover
        trigger={<FilterTrigger label={label} value={value} />}
        open={open}
        onOpenChange={setOpen}
        lazyContent={dateRangeForm}
        title={labels.title(zone)}
      >
        {(DateRangeForm) => (
          <>
            <div className="flex flex-wrap gap-2">
              {presets.map((preset) => {
                const today = localDate(zone, new Date());
                return (
                  <Button
                    key={preset.label}
                    variant="outline"
                    size="sm"
                    onClick={() => apply({ from: addDays(today, 1 - preset.days), to: today })}
                  >
                    {preset.label}
                  </Button>
                );
              })}
            </div>
            <DateRangeForm range={range} onApply={apply} />
          </>
        )}
      </Popover>
    </FilterChip>
  );
}
