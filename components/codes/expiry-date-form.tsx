"use client";

import * as z from "zod";
import { FilterForm } from "@/components/list/filter-forms";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { isDate } from "@/lib/dates";
import { labels } from "./labels";

const ExpiryDateBody = z.object({ day: z.string().refine(isDate, labels.filters.invalidDate) });

/** The date field of an `ExpiryFilter`. */
export function ExpiryDateForm({ day, onApply }: { day: string | null; onApply: (date: string) => void }) {
  const form = useZodForm(ExpiryDateBody, { defaultValues: { day: day ?? "" } });
  return (
    <FilterForm form={form} onApply={(body) => onApply(body.day)}>
      <FormField form={form} name="day" label={labels.filters.expiryDate}>
        {(control) => <Input {...control} type="date" />}
      </FormField>
    </FilterForm>
  );
}
