"use client";

import { type KeyboardEvent, useState } from "react";
import * as z from "zod";
import { FilterForm } from "@/components/list/filter-forms";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { type LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { maxAnswerLength } from "@/contract/limits";
import type { Question } from "@/contract/questions";
import { dialogLabels } from "./dialog-labels";
import { type EditableFields, type LeadChanges, useEditLead } from "./edit-lead";
import { isSaveKey, NewLineHint } from "./inline-field";
import { labels } from "./labels";

const { answers: copy } = dialogLabels;

type FormProps = { lead: LeadRecord; onClose: () => void };

const NamesBody = updateLeadEndpoint.body.pick({ firstname: true, lastname: true }).required();
const NotesBody = updateLeadEndpoint.body.pick({ notes: true }).required();

/** Closes the form first. The change shows immediately, and errors are shown as a toast. */
function useSaveLead({ lead, onClose }: FormProps) {
  const { mutate } = useEditLead();
  // The values from when the form opened, since a refetch can change them.
  const [expected] = useState<EditableFields>({ firstname: lead.firstname, lastname: lead.lastname, notes: lead.notes });
  return async (changes: LeadChanges, isDirty: boolean) => {
    onClose();
    if (isDirty) mutate({ email: lead.email, ...changes, expected });
  };
}

export function LeadNameForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NamesBody, { defaultValues: { firstname: lead.firstname ?? "", lastname: lead.lastname ?? "" } });
  const save = useSaveLead({ lead, onClose });
  const { isDirty } = form.formState;
  return (
    <Form
      form={form}
      onSubmit={({ firstname, lastname }) => save({ firstname: firstname || null, lastname: lastname || null }, isDirty)}
      className="grid gap-3"
    >
      <TextField form={form} name="firstname" label={labels.firstName} dir="auto" autoComplete="off" />
      <TextField form={form} name="lastname" label={labels.lastName} dir="auto" autoComplete="off" />
      <FormErrorSummary form={form} />
      <SaveButton />
    </Form>
  );
}

export function LeadNotesForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NotesBody, { defaultValues: { notes: lead.notes } });
  const save = useSaveLead({ lead, onClose });
  const { isDirty } = form.formState;
  return (
    <Form form={form} onSubmit={(body) => save(body, isDirty)} className="grid gap-3">
      <TextareaField
        form={form}
        name="notes"
        label={labels.notes}
        hint={<NewLineHint />}
        dir="auto"
        className="max-h-60"
        onKeyDown={saveOnEnter}
      />
      <FormErrorSummary form={form} />
      <SaveButton />
    </Form>
  );
}

const AnswerBody = z.object({ key: z.string(), answer: z.string().trim().min(1, "is required").max(maxAnswerLength) });
type AnswerFormProps = {
  questions: readonly Question[];
  value: z.input<typeof AnswerBody>;
  /** Gets the filter, such as `company:Acme`. */
  onApply: (filter: string) => void;
};

/** The form of the filter by an answer. */
export function AnswerForm({ questions, value: { key, answer }, onApply }: AnswerFormProps) {
  const form = useZodForm(AnswerBody, { defaultValues: { key: key || questions[0]?.key || "", answer } });
  const question = questions.find((each) => each.key === form.watch("key"));
  const options = question?.type === "checkbox" ? checkboxOptions : question?.options.map((option) => ({ value: option, label: option }));
  return (
    <FilterForm form={form} onApply={(values) => onApply(`${values.key}:${values.answer}`)}>
      <FormField form={form} name="key" label={copy.question}>
        {({ value, onChange }) => (
          <Select
            options={questions.map((each) => ({ value: each.key, label: each.label }))}
            value={value}
            onValueChange={(next) => {
              onChange(next);
              form.setValue("answer", "");
            }}
          />
        )}
      </FormField>
      {options?.length ? (
        <FormField form={form} name="answer" label={copy.answer}>
          {({ value, onChange }) => <Select options={options} value={value || null} onValueChange={onChange} />}
        </FormField>
      ) : (
        <TextField form={form} name="answer" label={copy.answer} hint={copy.answerHint} dir="auto" autoComplete="off" />
      )}
    </FilterForm>
  );
}

const checkboxOptions = [
  { value: "true", label: labels.profile.yes },
  { value: "false", label: labels.profile.no },
];

const SaveButton = () => (
  <Button type="submit" size="sm" className="justify-self-end">
    {dialogLabels.edit.save}
  </Button>
);

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSaveKey(event, { isMultiline: true })) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
