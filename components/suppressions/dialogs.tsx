"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { ConfirmMutation } from "@/components/ui/confirm";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { addSuppressionEndpoint, type SuppressionRecord, updateSuppressionEndpoint } from "@/contract/suppressions";
import { useAddSuppression, useRemoveSuppression, useUpdateSuppression } from "./api";
import { reasonOptions, removalConsequence, suppressionLabels } from "./labels";
import type { SuppressionDialogProps } from "./list";

const { add: addLabels, edit: editLabels, remove: removeLabels, fields } = suppressionLabels;

/** Adds an email to the suppressions. */
export function AddSuppressionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={addLabels.title} description={addLabels.description}>
        <AddForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const AddBody = addSuppressionEndpoint.body.required();
const newSuppression: z.input<typeof AddBody> = { email: "", reason: "staff", note: "" };

function AddForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useAddSuppression();
  const form = useZodForm(AddBody, { defaultValues: newSuppression });
  const add = async (body: z.output<typeof AddBody>) => {
    const { email } = await mutateAsync(body);
    toast.success(addLabels.toast, { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={add} className="grid gap-4">
      <FormField form={form} name="email" label={fields.email}>
        {(control) => <Input {...control} type="email" mono autoComplete="off" />}
      </FormField>
      <CommonFields form={form} submitLabel={addLabels.submit} />
    </Form>
  );
}

/** Edits the reason and the note of a suppression. */
export function EditSuppressionDialog({ suppression, open, onClose }: SuppressionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={editLabels.title} description={<span className="break-all font-mono text-[13px]">{suppression.email}</span>}>
        <EditForm suppression={suppression} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const EditBody = updateSuppressionEndpoint.body.required();

function EditForm({ suppression: { email, reason, note }, onDone }: { suppression: SuppressionRecord; onDone: () => void }) {
  const { mutateAsync } = useUpdateSuppression();
  const form = useZodForm(EditBody, { defaultValues: { reason, note } });
  const save = async (body: z.output<typeof EditBody>) => {
    await mutateAsync({ email, ...body });
    toast.success(editLabels.toast, { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-4">
      <CommonFields form={form} submitLabel={editLabels.submit} />
    </Form>
  );
}

type CommonValues = FieldValues & Pick<SuppressionRecord, "reason" | "note">;
type CommonFieldsProps<Input extends CommonValues, Output> = { form: UseFormReturn<Input, unknown, Output>; submitLabel: string };

/** The reason and the note of a suppression, errors and buttons. */
function CommonFields<Input extends CommonValues, Output>({ form, submitLabel }: CommonFieldsProps<Input, Output>) {
  return (
    <>
      <FormField form={form} name={"reason" as Path<Input>} label={fields.reason}>
        {({ value, onChange }) => <Select options={reasonOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name={"note" as Path<Input>} label={fields.note} optional hint={fields.noteHint}>
        {(control) => <Textarea {...control} dir="auto" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{submitLabel}</FormFooter>
    </>
  );
}

/** Asks before a suppression is removed. */
export function RemoveSuppressionDialog({ suppression, open, onClose }: SuppressionDialogProps) {
  const { email } = suppression;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={removeLabels.title(email)}
      consequence={removalConsequence(suppression)}
      action={removeLabels.submit}
      mutation={useRemoveSuppression()}
      input={{ email }}
      successMessage={removeLabels.toast(email)}
    />
  );
}
