"use client";

import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { CodeText, Email } from "@/contract/fields";

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
    <Form form={form} onSubmit={async () => onApply(form.getValues("text").trim())} className="grid gap-3">
      <FormField form={form} name="text" label={field}>
        {(control) => <Input {...control} mono dir="auto" autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </FormField>
      <FormProblems form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
