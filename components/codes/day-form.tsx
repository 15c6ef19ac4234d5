"use client";

import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { isDate } from "@/lib/zones";

const DayBody = z.object({ day: z.string().refine(isDate, "must be a date") });

/** Asks for the day of an `EndsFilter`. */
export function DayForm({ day, onApply }: { day: string | null; onApply: (date: string) => void }) {
  const form = useZodForm(DayBody, { defaultValues: { day: day ?? "" } });
  return (
    <Form form={form} onSubmit={async (set) => onApply(set.day)} className="grid gap-3">
      <FormField form={form} name="day" label="Last day">
        {(control) => <Input {...control} type="date" />}
      </FormField>
      <FormProblems form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
