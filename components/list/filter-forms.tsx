"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, TextField, useZodForm } from "@/components/ui/form";
import { SourceTag, UtmText } from "@/contract/attribution";
import { CodeText, Email } from "@/contract/fields";
import { ExternalId, MetadataFilter } from "@/contract/metadata";
import { isDate } from "@/lib/dates";
import type { DateRange, TextKind } from "./definition";
import { dialogLabels } from "./dialog-labels";

const { filter: labels } = dialogLabels;

type FilterFormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onApply: (values: Output) => void;
  /** The fields. */
  children: ReactNode;
};

/** The form of a filter that takes more than one click. */
export function FilterForm<Input extends FieldValues, Output>({ form, onApply, children }: FilterFormProps<Input, Output>) {
  return (
    <Form form={form} onSubmit={async (values) => onApply(values)} confirmLeave={false} className="grid gap-3">
      {children}
      <FormErrorSummary form={form} />
      <Button type="submit" className="justify-self-end">
        {labels.apply}
      </Button>
    </Form>
  );
}

const DateText = z.string().refine((text) => text === "" || isDate(text), labels.invalidDate);
const DateRangeBody = z
  .object({ from: DateText, to: DateText })
  .refine(({ from, to }) => from === "" || to === "" || from <= to, { path: ["to"], message: labels.wrongOrder });

/** The form of a `DateRangeFilter`. */
export function DateRangeForm({ range: { from, to }, onApply }: { range: DateRange; onApply: (range: DateRange) => void }) {
  const form = useZodForm(DateRangeBody, { defaultValues: { from: from ?? "", to: to ?? "" } });
  return (
    <FilterForm form={form} onApply={(values) => onApply({ from: values.from || null, to: values.to || null })}>
      <div className="grid grid-cols-2 gap-3">
        <TextField form={form} name="from" label={labels.from} type="date" />
        <TextField form={form} name="to" label={labels.to} type="date" />
      </div>
    </FilterForm>
  );
}

/** What can be filtered by text: the label of the field, and its schema. */
const kinds = {
  code: { label: labels.text.code, schema: z.object({ text: CodeText }) },
  externalId: { label: labels.text.externalId, schema: z.object({ text: ExternalId }) },
  metadata: { label: labels.text.metadata, schema: z.object({ text: MetadataFilter }) },
  lead: { label: labels.text.lead, schema: z.object({ text: Email }) },
  source: { label: labels.text.source, schema: z.object({ text: SourceTag }) },
  utm: { label: labels.text.utm, schema: z.object({ text: UtmText }) },
} as const satisfies Readonly<Record<TextKind, unknown>>;

/** The form of a `TextFilter`. */
export function TextForm({ kind, value, onApply }: { kind: TextKind; value: string; onApply: (text: string) => void }) {
  const { label, schema } = kinds[kind];
  const form = useZodForm(schema, { defaultValues: { text: value } });
  return (
    // Applies the text as typed rather than normalized, because that is what people recognize.
    <FilterForm form={form} onApply={() => onApply(form.getValues("text").trim())}>
      <TextField form={form} name="text" label={label} mono dir="auto" autoComplete="off" autoCapitalize="off" spellCheck={false} />
    </FilterForm>
  );
}
