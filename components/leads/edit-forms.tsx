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
import { type EditableFields, useEditLead } from "./edit-lead";
import { isSaveKey, NewLineHint } from "./inline-field";
import { labels, leadName } from "./labels";

const { answers: copy } = dialogLabels;

type FormProps = { lead: LeadRecord; onClose: () => void };

const NamesBody = updateLeadEndpoint.body.pick({ firstname: true, lastname: true }).required();
const NotesBody = updateLeadEndpoint.body.pick({ notes: true }).required();

/**
 * Saves what was typed, and closes the form once it is saved. If someone else was first, the form says what they saved, and saving again
 * replaces it.
 */
function useSaveLead({ lead, onClose }: FormProps) {
  const { mutateAsync } = useEditLead();
  // The values from when the form opened, since a refetch can change them.
  const [opened] = useState(lead);
  const [hasConflict, setConflict] = useState(false);
  const save = async (changes: EditableFields, isDirty: boolean) => {
    const seen = hasConflict ? lead : opened;
    const expected = Object.fromEntries((Object.keys(changes) as (keyof EditableFields)[]).map((name) => [name, seen[name]]));
    try {
      if (isDirty) await mutateAsync({ email: lead.email, ...changes, expected });
    } catch (error) {
      if ((error as Error).name !== "lead_changed") throw error;
      return setConflict(true);
    }
    onClose();
  };
  return { save, hasConflict };
}

export function LeadNameForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NamesBody, { defaultValues: { firstname: lead.firstname ?? "", lastname: lead.lastname ?? "" } });
  const { save, hasConflict } = useSaveLead({ lead, onClose });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Form
      form={form}
      onSubmit={({ firstname, lastname }) => save({ firstname: firstname || null, lastname: lastname || null }, isDirty)}
      className="grid gap-3"
    >
      <TextField form={form} name="firstname" label={labels.firstName} dir="auto" autoComplete="off" />
      <TextField form={form} name="lastname" label={labels.lastName} dir="auto" autoComplete="off" />
      <FormErrorSummary form={form} />
      <FormEnd theirs={hasConflict ? leadName(lead) : undefined} isSubmitting={isSubmitting} />
    </Form>
  );
}

export function LeadNotesForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NotesBody, { defaultValues: { notes: lead.notes } });
  const { save, hasConflict } = useSaveLead({ lead, onClose });
  const { isDirty, isSubmitting } = form.formState;
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
      <FormEnd theirs={hasConflict ? lead.notes : undefined} isSubmitting={isSubmitting} />
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

/** The button that saves, and what someone else saved first. */
const FormEnd = ({ theirs, isSubmitting }: { theirs: string | undefined; isSubmitting: boolean }) => (
  <>
    {theirs !== undefined && (
      <p role="alert" className="whitespace-pre-wrap text-2sm text-destructive">
        {dialogLabels.edit.conflict(theirs)}
      </p>
    )}
    <Button type="submit" size="sm" pending={isSubmitting} className="justify-self-end">
      {theirs === undefined ? dialogLabels.edit.save : dialogLabels.edit.replace}
    </Button>
  </>
);

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSaveKey(event, { isMultiline: true })) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
