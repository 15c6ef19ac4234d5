"use client";

import * as z from "zod";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { CodeText, Email } from "@/contract/fields";
import { FilterForm } from "./filter-form";
import { listLabels } from "./labels";

/** What can be filtered by text: the label of the field, and its schema. */
const kinds = {
  code: { label: listLabels.textFilter.code, schema: z.object({ text: CodeText }) },
  lead: { label: listLabels.textFilter.lead, schema: z.object({ text: Email }) },
} as const;

export type TextKind = keyof typeof kinds;

/** The form of a `TextFilter`. */
export function TextForm({ kind, value, onApply }: { kind: TextKind; value: string; onApply: (text: string) => void }) {
  const { label, schema } = kinds[kind];
  const form = useZodForm(schema, { defaultValues: { text: value } });
  return (
    // Applies the text as typed rather than normalized, because that is what people recognize.
    <FilterForm form={form} onApply={() => onApply(form.getValues("text").trim())}>
      <FormField form={form} name="text" label={label}>
        {(control) => <Input {...control} mono dir="auto" autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </FormField>
    </FilterForm>
  );
}
