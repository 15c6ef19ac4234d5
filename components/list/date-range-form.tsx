"use client";

import { z } from "zod";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { isDate } from "@/lib/time-zones";
import { FilterForm } from "./filter-form";
import type { DateRange } from "./filter-parsers";

const Day = z.string().refine((text) => text === "" || isDate(text), "must be a date");
const DateRangeBody = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from === "" || to === "" || from <= to, { path: ["to"], message: "must not be before the first day" });

/** Asks for the days of a `DaysFilter`. */
export function DateRangeForm({ days: { from, to }, onApply }: { days: DateRange; onApply: (days: DateRange) => void }) {
  const form = useZodForm(DateRangeBody, { defaultValues: { from: from ?? "", to: to ?? "" } });
  return (
    <FilterForm form={form} onApply={(set) => onApply({ from: set.from || null, to: set.to || null })}>
      <div className="grid grid-cols-2 gap-3">
        <FormField form={form} name="from" label="First day">
          {(control) => <Input {...control} type="date" />}
        </FormField>
        <FormField form={form} name="to" label="Last day">
          {(control) => <Input {...control} type="date" />}
        </FormField>
      </div>
    </FilterForm>
  );
}
