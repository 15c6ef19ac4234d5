"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { DialogProps } from "@/components/ui/actions";
import { FormField, TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { refetch, useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { addSuppressionEndpoint, type SuppressionRecord, updateSuppressionEndpoint } from "@/contract/suppressions";
import { suppressionParams } from "./definition";
import { reasonOptions, suppressionLabels } from "./labels";
import { reasonLabels } from "./reasons";

const changes = ["GET /suppressions"] as const;

const { add: addLabels, edit: editLabels, fields, noNote } = suppressionLabels;

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

const EditBody = updateSuppressionEndpoint.body.pick({ reason: true, note: true }).required();
type EditBody = z.output<typeof EditBody>;

const toEditBody = ({ reason, note }: SuppressionRecord): EditBody => ({ reason, note });

const describeField = (value: unknown, field: keyof EditBody) => ({
  name: fields[field],
  text: field === "reason" ? reasonLabels[value as SuppressionRecord["reason"]] : String(value || noNote),
});

function EditForm({ suppression, onDone }: { suppression: SuppressionRecord; onDone: () => void }) {
  const { email } = suppression;
  const { mutateAsync } = useApiMutation("PATCH /suppressions/:email", { changes });
  const client = useQueryClient();
  const form = useZodForm(EditBody, { defaultValues: toEditBody(suppression) });
  const load = async () => {
    const [saved] = await call("GET /suppressions", { query: suppressionParams(email) });
    if (saved) void refetch(client, changes);
    // If it was removed since then, saving it says so.
    return toEditBody(saved ?? suppression);
  };
  return (
    <MergedDialogForm
      form={form}
      onSave={async (values, expected) => toEditBody(await mutateAsync({ params: { email }, body: { ...values, expected } }))}
      onLoad={load}
      describeValue={describeField}
      onSaved={() => {
        toast.success(editLabels.toast, { description: email });
        onDone();
      }}
      submitLabel={editLabels.submit}
    >
      <CommonFields form={form} />
    </MergedDialogForm>
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
