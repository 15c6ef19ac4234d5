"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary } from "@/components/ui/form";
import { listLabels } from "./labels";

type FilterFormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onApply: (values: Output) => void;
  /** The fields. */
  children: ReactNode;
};

/** The form of a filter that takes more than one click. */
export function FilterForm<Input extends FieldValues, Output>({ form, onApply, children }: FilterFormProps<Input, Output>) {
  return (
    <Form form={form} onSubmit={async (values) => onApply(values)} className="grid gap-3">
      {children}
      <FormErrorSummary form={form} />
      <Button type="submit" className="justify-self-end">
        {listLabels.apply}
      </Button>
    </Form>
  );
}
