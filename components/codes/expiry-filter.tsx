"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { formatDate } from "@/lib/date-formats";
import { lastInstantBefore } from "@/lib/local-time";
import { addDays, localDate, startOfDay } from "@/lib/time-zones";
import { labels } from "./labels";

const { filters: filterLabels, expiryPresets } = labels;

const expiryDateForm = lazy(() => import("./expiry-date-form").then((form) => form.ExpiryDateForm));

type ExpiryFilterProps = {
  /** ISO 8601 time before which codes expire; null if the filter is off. */
  value: string | null;
  zone: string;
  onChange: (value: string | null) => void;
};

const presets = [
  { label: expiryPresets.today, days: 0 },
  { label: expiryPresets.week, days: 7 },
  { label: expiryPresets.month, days: 30 },
] as const;

/** Filters codes that expire by a date in `zone`. */
export function ExpiryFilter({ value, zone, onChange }: ExpiryFilterProps) {
  const [open, setOpen] = useState(false);
  const day = value === null ? null : localDate(zone, lastInstantBefore(value));
  const apply = (date: string) => {
    setOpen(false);
    onChange(startOfDay(addDays(date, 1), zone));
  };
  return (
    <FilterChip label={filterLabels.expires} onClear={day === null ? undefined : () => onChange(null)}>
      <Popover
        trigger={<FilterTrigger label={filterLabels.expires} value={day === null ? undefined : filterLabels.expiresBy(formatDate(day))} />}
        open={open}
        onOpenChange={setOpen}
        lazyContent={expiryDateForm}
        title={filterLabels.expiryTitle(zone)}
      >
        {(ExpiryDateForm) => (
          <>
            <div className="flex flex-wrap gap-2">
              {presets.map(({ label, days }) => (
                <Button key={label} variant="outline" size="sm" onClick={() => apply(addDays(localDate(zone, new Date()), days))}>
                  {label}
                </Button>
              ))}
            </div>
            <ExpiryDateForm day={day} onApply={apply} />
            <p className="text-[13px] text-muted-foreground">{filterLabels.expiryNote}</p>
          </>
        )}
      </Popover>
    </FilterChip>
  );
}
