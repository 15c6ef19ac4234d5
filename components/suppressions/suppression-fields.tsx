"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { SuppressionRecord } from "@/contract/suppressions";
import { reasonOptions, suppressionLabels } from "./labels";

type Values = FieldValues & Pick<SuppressionRecord, "reason" | "note">;

const { fields: labels } = suppressionLabels;

/** The reason and the note of a suppression. */
export function SuppressionFields<Input extends Values, Output>({ form }: { form: UseFormReturn<Input, unknown, Output> }) {
  return (
    <>
      <FormField form={form} name={"reason" as Path<Input>} label={labels.reason}>
        {({ value, onChange }) => <Select options={reasonOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name={"note" as Path<Input>} label={labels.note} optional hint={labels.noteHint}>
        {(control) => <Textarea {...control} dir="auto" />}
      </FormField>
    </>
  );
}
