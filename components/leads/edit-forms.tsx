"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { updateLeadEndpoint, type LeadRecord } from "@/contract/leads";
import { isSaveKey } from "./save-key";
import { useEditLead } from "./mutations";
import { NewLineHint } from "./new-line-hint";
import type { LeadChanges, EditableFields } from "./lead-cache";

type FormProps = { lead: LeadRecord; onClose: () => void };

const NamesBody = updateLeadEndpoint.body.pick({ firstname: true, lastname: true }).required();
const NotesBody = updateLeadEndpoint.body.pick({ notes: true }).required();

/** Closes first: what is changed shows at once, and a refusal is said by a toast. */
function useSaveLead({ lead, onClose }: FormProps) {
  const { mutate } = useEditLead();
  // As it was when the form came up: what is asked anew meanwhile may say otherwise.
  const [was] = useState<EditableFields>({ firstname: lead.firstname, lastname: lead.lastname, notes: lead.notes });
  return async (changes: LeadChanges, isDirty: boolean) => {
    onClose();
    if (isDirty) mutate({ email: lead.email, ...changes, was });
  };
}

export function NameForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NamesBody, { defaultValues: { firstname: lead.firstname ?? "", lastname: lead.lastname ?? "" } });
  const save = useSaveLead({ lead, onClose });
  const { isDirty } = form.formState;
  return (
    <Form
      form={form}
      onSubmit={({ firstname, lastname }) => save({ firstname: firstname || null, lastname: lastname || null }, isDirty)}
      className="grid gap-3"
    >
      <FormField form={form} name="firstname" label="First name">
        {(control) => <Input {...control} value={control.value ?? ""} dir="auto" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="lastname" label="Last name">
        {(control) => <Input {...control} value={control.value ?? ""} dir="auto" autoComplete="off" />}
      </FormField>
      <FormErrorSummary form={form} />
      <SaveButton />
    </Form>
  );
}

export function NotesForm({ lead, onClose }: FormProps) {
  const form = useZodForm(NotesBody, { defaultValues: { notes: lead.notes } });
  const save = useSaveLead({ lead, onClose });
  const { isDirty } = form.formState;
  return (
    <Form form={form} onSubmit={(body) => save(body, isDirty)} className="grid gap-3">
      <FormField form={form} name="notes" label="Notes" hint={<NewLineHint />}>
        {(control) => <Textarea {...control} dir="auto" className="max-h-60" onKeyDown={saveOnEnter} />}
      </FormField>
      <FormErrorSummary form={form} />
      <SaveButton />
    </Form>
  );
}

const SaveButton = () => (
  <Button type="submit" size="sm" className="justify-self-end">
    Save
  </Button>
);

function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSaveKey(event, { lines: true })) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
