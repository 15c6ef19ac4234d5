"use client";

import * as z from "zod";
import { TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { changeLeadEmailEndpoint } from "@/contract/leads";
import { useChangeEmail } from "./api";
import { labels } from "./labels";

const { changeEmail } = labels;

type ChangeEmailDialogProps = { email: string; open: boolean; onClose: () => void };

/** Emails a link to a lead's new email. */
export function ChangeEmailDialog({ email, open, onClose }: ChangeEmailDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={changeEmail.title(email)} description={changeEmail.description}>
      <ChangeEmailForm email={email} onClose={onClose} />
    </FormDialog>
  );
}

const schema = z.object({ newEmail: changeLeadEmailEndpoint.body.shape.newEmail });

function ChangeEmailForm({ email, onClose }: Omit<ChangeEmailDialogProps, "open">) {
  const form = useZodForm(schema, { defaultValues: { newEmail: "" } });
  const { mutateAsync } = useChangeEmail();
  const request = ({ newEmail }: { newEmail: string }) =>
    withFieldErrors(form, { lead_exists: "newEmail", lead_suppressed: "newEmail" }, async () => {
      await mutateAsync({ email, newEmail });
      toast.success(changeEmail.requested, { description: newEmail });
      onClose();
    });
  return (
    <DialogForm form={form} submitLabel={changeEmail.submit} onSubmit={request}>
      <TextField form={form} name="newEmail" label={changeEmail.newEmail} type="email" mono autoFocus autoComplete="off" />
    </DialogForm>
  );
}
