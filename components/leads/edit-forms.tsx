"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/input";
import { type LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { type EditableFields, type LeadChanges, useEditLead } from "./api";
import { isSaveKey, NewLineHint } from "./inline-field";
import { labels } from "./labels";

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
      <FormField form={form} name="notes" label={labels.notes} hint={<NewLineHint />}>
        {(control) => <Textarea {...control} dir="auto" className="max-h-60" onKeyDown={saveOnEnter} />}
      </FormField>
      <FormErrorSummary form={form} />
      <SaveButton />
    </Form>
  );
}

const SaveButton = () => (
  <Button type="submit" size="sm" className="justify-self-end">
    {labels.edit.save}
  </Button>
);

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSaveKey(event, { isMultiline: true })) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
