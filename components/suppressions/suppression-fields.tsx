"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { SuppressionRecord } from "@/contract/suppressions";
import { reasonOptions } from "./labels";

type Fields = { email: string } & Pick<SuppressionRecord, "reason" | "note">;

/** Why an address gets no mail, and what colleagues should know of it. */
export function SuppressionFields({ form }: { form: UseFormReturn<Fields, unknown, Fields> }) {
  return (
    <>
      <FormField form={form} name="reason" label="Reason">
        {({ value, onChange }) => <Select options={reasonOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="note" label="Note" optional hint="What colleagues should know.">
        {(control) => <Textarea {...control} dir="auto" />}
      </FormField>
    </>
  );
}
