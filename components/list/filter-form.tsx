"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary } from "@/components/ui/form";

type FilterFormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onApply: (values: Output) => void;
  /** Its fields. */
  children: ReactNode;
};

/** What a filter is set by, where it takes more than a press. */
export function FilterForm<Input extends FieldValues, Output>({ form, onApply, children }: FilterFormProps<Input, Output>) {
  return (
    <Form form={form} onSubmit={async (values) => onApply(values)} className="grid gap-3">
      {children}
      <FormErrorSummary form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
