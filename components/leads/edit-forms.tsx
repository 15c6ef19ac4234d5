"use client";

import type { KeyboardEvent, ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { FilterForm } from "@/components/list/filter-forms";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { SaveConflict, useMergedValues } from "@/components/ui/save-conflict";
import { Select } from "@/components/ui/select";
import { call } from "@/contract/call";
import { type LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { maxAnswerLength } from "@/contract/limits";
import type { Question } from "@/contract/questions";
import { dialogLabels } from "./dialog-labels";
import { type EditableFields, useEditLead } from "./edit-lead";
import { isSaveKey, NewLineHint } from "./inline-field";
import { labels } from "./labels";

const { answers: copy } = dialogLabels;

type FormProps = { lead: LeadRecord; onClose: () => void };

type LeadFormProps<Values extends EditableFields> = FormProps & {
  form: UseFormReturn<Values, unknown, Values>;
  toValues: (lead: LeadRecord) => Values;
  children: ReactNode;
};

const fieldLabels: Readonly<Record<keyof EditableFields, string>> = {
  firstname: labels.firstName,
  lastname: labels.lastName,
  notes: labels.notes,
};

/** A form with fields of a lead, which is closed once they are saved. What someone else changed too is asked about. */
function LeadForm<Values extends EditableFields>({ lead: { email }, onClose, form, toValues, children }: LeadFormProps<Values>) {
  const { mutateAsync } = useEditLead();
  const merging = useMergedValues({
    form,
    onSave: async (changes, expected) => toValues(await mutateAsync({ email, ...changes, expected })),
    onLoad: async () => toValues(await call("GET /leads/email/:email", { params: { email } })),
  });
  const save = async (values: Values) => {
    if ((await merging.save(values)) !== null) onClose();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-3">
      {children}
      <FormErrorSummary form={form} />
      <SaveConflict
        title={dialogLabels.edit.conflictTitle}
        merging={merging}
        toText={(text, name) => ({ name: fieldLabels[name as keyof EditableFields], text: String(text || labels.none) })}
      />
      <Button type="submit" size="sm" pending={form.formState.isSubmitting} className="justify-self-end">
        {dialogLabels.edit.save}
      </Button>
    </Form>
  );
}

const NamesBody = updateLeadEndpoint.body.pick({ firstname: true, lastname: true }).required();

const toNames = ({ firstname, lastname }: LeadRecord) => ({ firstname: firstname ?? "", lastname: lastname ?? "" });

/** Edits the name of a lead in a list. */
export function LeadNameForm(props: FormProps) {
  const form = useZodForm(NamesBody, { defaultValues: toNames(props.lead) });
  return (
    <LeadForm {...props} form={form} toValues={toNames}>
      <TextField form={form} name="firstname" label={labels.firstName} dir="auto" autoComplete="off" />
      <TextField form={form} name="lastname" label={labels.lastName} dir="auto" autoComplete="off" />
    </LeadForm>
  );
}

const NotesBody = updateLeadEndpoint.body.pick({ notes: true }).required();

const toNotes = ({ notes }: LeadRecord) => ({ notes });

/** Edits the notes on a lead in a list. */
export function LeadNotesForm(props: FormProps) {
  const form = useZodForm(NotesBody, { defaultValues: toNotes(props.lead) });
  return (
    <LeadForm {...props} form={form} toValues={toNotes}>
      <TextareaField
        form={form}
        name="notes"
        label={labels.notes}
        hint={<NewLineHint />}
        dir="auto"
        className="max-h-60"
        onKeyDown={saveOnEnter}
      />
    </LeadForm>
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

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSaveKey(event, { isMultiline: true })) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
