"use client";

import { z } from "zod";
import { FilterForm } from "@/components/list/filter-form";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { isDate } from "@/lib/zones";

const ExpiryDateBody = z.object({ day: z.string().refine(isDate, "must be a date") });

/** Asks for the day of an `EndsFilter`. */
export function ExpiryDateForm({ day, onApply }: { day: string | null; onApply: (date: string) => void }) {
  const form = useZodForm(ExpiryDateBody, { defaultValues: { day: day ?? "" } });
  return (
    <FilterForm form={form} onApply={(set) => onApply(set.day)}>
      <FormField form={form} name="day" label="Last day">
        {(control) => <Input {...control} type="date" />}
      </FormField>
    </FilterForm>
  );
}
