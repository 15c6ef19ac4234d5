"use client";

import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { dateIn, daysAfter, isDate } from "@/lib/zones";
import type { Days } from "./narrowing";

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

const shownDay = (date: string) => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));

function shown({ from, to }: Days): string | undefined {
  if (from !== null && to !== null) return from === to ? shownDay(from) : `${shownDay(from)} – ${shownDay(to)}`;
  if (from !== null) return `from ${shownDay(from)}`;
  return to === null ? undefined : `until ${shownDay(to)}`;
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
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger render={<FilterTrigger label={label} value={value} />} />
        <PopoverContent title={`Days in ${zone}`}>
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
        </PopoverContent>
      </Popover>
    </FilterChip>
  );
}

const Day = z.string().refine((text) => text === "" || isDate(text), "must be a date");
const DaysBody = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from === "" || to === "" || from <= to, { path: ["to"], message: "must not be before the first day" });

function DaysForm({ days: { from, to }, onApply }: { days: Days; onApply: (days: Days) => void }) {
  const form = useZodForm(DaysBody, { defaultValues: { from: from ?? "", to: to ?? "" } });
  return (
    <Form form={form} onSubmit={async (set) => onApply({ from: set.from || null, to: set.to || null })} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <FormField form={form} name="from" label="First day">
          {(control) => <Input {...control} type="date" />}
        </FormField>
        <FormField form={form} name="to" label="Last day">
          {(control) => <Input {...control} type="date" />}
        </FormField>
      </div>
      <FormProblems form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
