"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { DialogProps } from "@/components/ui/actions";
import { FormField, TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { addSuppressionEndpoint, type SuppressionRecord, updateSuppressionEndpoint } from "@/contract/suppressions";
import { reasonOptions, suppressionLabels } from "./labels";

const changes = ["GET /suppressions"] as const;

const { add: addLabels, edit: editLabels, fields } = suppressionLabels;

/** Adds an email to the suppressions. */
export function AddSuppressionDialog({ open, onClose }: DialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={addLabels.title} description={addLabels.description}>
      <AddForm onDone={onClose} />
    </FormDialog>
  );
}

const AddBody = addSuppressionEndpoint.body.required();
const newSuppression: z.input<typeof AddBody> = { email: "", reason: "staff", note: "" };

function AddForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useApiMutation("POST /suppressions", { changes });
  const form = useZodForm(AddBody, { defaultValues: newSuppression });
  const add = async (body: z.output<typeof AddBody>) => {
    const { email } = await mutateAsync({ body });
    toast.success(addLabels.toast, { description: email });
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={add} submitLabel={addLabels.submit}>
      <TextField form={form} name="email" label={fields.email} type="email" mono autoComplete="off" />
      <CommonFields form={form} />
    </DialogForm>
  );
}

/** Edits the reason and the note of a suppression. */
export function EditSuppressionDialog({ suppression, open, onClose }: DialogProps & { suppression: SuppressionRecord }) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={editLabels.title}
      description={
        <span translate="no" className="break-all font-mono text-2sm">
          {suppression.email}
        </span>
      }
    >
      <EditForm suppression={suppression} onDone={onClose} />
    </FormDialog>
  );
}

const EditBody = updateSuppressionEndpoint.body.required();

function EditForm({ suppression: { email, reason, note }, onDone }: { suppression: SuppressionRecord; onDone: () => void }) {
  const { mutateAsync } = useApiMutation("PATCH /suppressions/:email", { changes });
  const form = useZodForm(EditBody, { defaultValues: { reason, note } });
  const save = async (body: z.output<typeof EditBody>) => {
    await mutateAsync({ params: { email }, body });
    toast.success(editLabels.toast, { description: email });
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={save} submitLabel={editLabels.submit}>
      <CommonFields form={form} />
    </DialogForm>
  );
}

type CommonValues = FieldValues & Pick<SuppressionRecord, "reason" | "note">;

/** The reason and the note of a suppression. */
function CommonFields<Input extends CommonValues, Output>({ form }: { form: UseFormReturn<Input, unknown, Output> }) {
  return (
    <>
      <FormField form={form} name={"reason" as Path<Input>} label={fields.reason}>
        {({ value, onChange }) => <Select options={reasonOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <TextareaField form={form} name={"note" as Path<Input>} label={fields.note} optional hint={fields.noteHint} dir="auto" />
    </>
  );
}
