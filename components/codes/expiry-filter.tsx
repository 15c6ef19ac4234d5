"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { later } from "@/components/ui/later";
import { Popover } from "@/components/ui/popover";
import { shownDate } from "@/lib/clock-formats";
import { lastBefore } from "@/lib/moments";
import { dateIn, daysAfter, startOfDay } from "@/lib/zones";

const expiryDateForm = later(() => import("./expiry-date-form").then((form) => form.ExpiryDateForm));

type ExpiryFilterProps = {
  /** The moment before which codes end; null where the list is not narrowed by one. */
  value: string | null;
  zone: string;
  onChange: (value: string | null) => void;
};

const presets = [
  { words: "Today", days: 0 },
  { words: "Within 7 days", days: 7 },
  { words: "Within 30 days", days: 30 },
] as const;

/** A filter by the day until which codes end, as calendars in `zone` count it. */
export function ExpiryFilter({ value, zone, onChange }: ExpiryFilterProps) {
  const [open, setOpen] = useState(false);
  const day = value === null ? null : dateIn(zone, lastBefore(value));
  const apply = (date: string) => {
    setOpen(false);
    onChange(startOfDay(daysAfter(date, 1), zone));
  };
  return (
    <FilterChip label="Ends" onClear={day === null ? undefined : () => onChange(null)}>
      <Popover
        trigger={<FilterTrigger label="Ends" value={day === null ? undefined : `by ${shownDate(day)}`} />}
        open={open}
        onOpenChange={setOpen}
        loads={expiryDateForm}
        title={`Ends by a day in ${zone}`}
      >
        {(DayForm) => (
          <>
            <div className="flex flex-wrap gap-2">
              {presets.map(({ words, days }) => (
                <Button key={words} variant="outline" size="sm" onClick={() => apply(daysAfter(dateIn(zone, new Date()), days))}>
                  {words}
                </Button>
              ))}
            </div>
            <DayForm day={day} onApply={apply} />
            <p className="text-[13px] text-muted-foreground">Codes that have ended already are among them.</p>
          </>
        )}
      </Popover>
    </FilterChip>
  );
}
