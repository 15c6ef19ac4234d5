"use client";

import { z } from "zod";
import { FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { CodeText, Email } from "@/contract/fields";
import { FilterForm } from "./filter-form";

/** What can be filtered by as text, with what is asked for it and the schema that says whether it is one. */
const kinds = {
  code: { field: "Code", schema: z.object({ text: CodeText }) },
  lead: { field: "Address of the lead", schema: z.object({ text: Email }) },
} as const;

export type TextKind = keyof typeof kinds;

/** Asks for the text of a `TextFilter`. */
export function TextForm({ kind, value, onApply }: { kind: TextKind; value: string; onApply: (text: string) => void }) {
  const { field, schema } = kinds[kind];
  const form = useZodForm(schema, { defaultValues: { text: value } });
  return (
    // What was typed, and not what identifies it: people recognise the one.
    <FilterForm form={form} onApply={() => onApply(form.getValues("text").trim())}>
      <FormField form={form} name="text" label={field}>
        {(control) => <Input {...control} mono dir="auto" autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </FormField>
    </FilterForm>
  );
}
