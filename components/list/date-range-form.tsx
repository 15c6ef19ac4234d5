"use client";

import * as z from "zod";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { isDate } from "@/lib/time-zones";
import { FilterForm } from "./filter-form";
import { listLabels } from "./labels";
import type { DateRange } from "./list-url";

const { dateRange: labels } = listLabels;

const DateText = z.string().refine((text) => text === "" || isDate(text), labels.invalidDate);
const DateRangeBody = z
  .object({ from: DateText, to: DateText })
  .refine(({ from, to }) => from === "" || to === "" || from <= to, { path: ["to"], message: labels.wrongOrder });

/** The form of a `DateRangeFilter`. */
export function DateRangeForm({ range: { from, to }, onApply }: { range: DateRange; onApply: (range: DateRange) => void }) {
  const form = useZodForm(DateRangeBody, { defaultValues: { from: from ?? "", to: to ?? "" } });
  return (
    <FilterForm form={form} onApply={(values) => onApply({ from: values.from || null, to: values.to || null })}>
      <div className="grid grid-cols-2 gap-3">
        <FormField form={form} name="from" label={labels.from}>
          {(control) => <Input {...control} type="date" />}
        </FormField>
        <FormField form={form} name="to" label={labels.to}>
          {(control) => <Input {...control} type="date" />}
        </FormField>
      </div>
    </FilterForm>
  );
}
