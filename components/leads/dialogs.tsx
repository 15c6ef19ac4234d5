"use client";

import { useRouter } from "next/navigation";
import * as z from "zod";
import { Checkbox } from "@/components/ui/checkbox";
import { FormField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { changeLeadEmailEndpoint, createLeadEndpoint } from "@/contract/leads";
import { normalizeEmail } from "@/contract/normalize";
import { leadPath } from "@/lib/routes";
import { dialogLabels } from "./dialog-labels";
import { labels } from "./labels";

const { addDialog, changeEmail } = dialogLabels;

/** The form to add a lead. */
export function AddLeadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title={addDialog.title} description={addDialog.description}>
      <AddForm onDone={onClose} />
    </FormDialog>
  );
}

const emptyLead = { email: "", firstname: "", lastname: "", referralCode: "", notes: "", waitlist: true };

type CreateLeadBody = z.output<typeof createLeadEndpoint.body>;

/** Removes the fields that were left empty. */
const omitEmptyFields = (body: CreateLeadBody): CreateLeadBody =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "")) as CreateLeadBody;

function AddForm({ onDone }: { onDone: () => void }) {
  const router = useRouter();
  const { mutateAsync } = useApiMutation("POST /leads/create", { changes: ["GET /leads", "GET /waitlist"], idempotent: true });
  const form = useZodForm(createLeadEndpoint.body, { defaultValues: emptyLead });
  const add = (body: CreateLeadBody) =>
    withFieldErrors(form, { lead_exists: "email", referral_code_not_found: "referralCode" }, async () => {
      const { email } = await mutateAsync({ body: omitEmptyFields(body) });
      toast.success(addDialog.added, {
        description: email,
        action: { label: addDialog.view, onClick: () => router.push(leadPath(email)) },
      });
      onDone();
    });
  const isExisting = form.formState.errors.email?.type === "lead_exists";
  return (
    <DialogForm form={form} onSubmit={add} submitLabel={addDialog.submit}>
      <div className="grid gap-1.5">
        <TextField form={form} name="email" label={labels.email} type="email" mono autoComplete="off" />
        {isExisting && (
          <TextLink href={leadPath(normalizeEmail(form.getValues("email")) ?? "")} className="justify-self-start text-[13px]">
            {addDialog.viewExisting}
          </TextLink>
        )}
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField form={form} name="firstname" label={labels.firstName} optional dir="auto" autoComplete="off" />
        <TextField form={form} name="lastname" label={labels.lastName} optional dir="auto" autoComplete="off" />
      </div>
      <OptionalFields form={form} />
    </DialogForm>
  );
}

function OptionalFields({ form }: { form: ReturnType<typeof useZodForm<z.input<typeof createLeadEndpoint.body>, CreateLeadBody>> }) {
  return (
    <>
      <TextField
        form={form}
        name="referralCode"
        label={addDialog.referralCode}
        optional
        hint={addDialog.referralCodeHint}
        mono
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormField form={form} name="notes" label={labels.notes} optional>
        {(control) => <Textarea {...control} dir="auto" />}
      </FormField>
      <FormField form={form} name="waitlist" label={addDialog.waitlist} hint={addDialog.waitlistHint} inline>
        {({ value, onChange, ...control }) => <Checkbox {...control} checked={value} onCheckedChange={onChange} />}
      </FormField>
    </>
  );
}

type ChangeEmailDialogProps = { email: string; open: boolean; onClose: () => void };

/** Emails a link to a lead's new email. */
export function ChangeEmailDialog({ email, open, onClose }: ChangeEmailDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={changeEmail.title(email)} description={changeEmail.description}>
      <ChangeEmailForm email={email} onClose={onClose} />
    </FormDialog>
  );
}

const ChangeEmailBody = z.object({ newEmail: changeLeadEmailEndpoint.body.shape.newEmail });

function ChangeEmailForm({ email, onClose }: Omit<ChangeEmailDialogProps, "open">) {
  const form = useZodForm(ChangeEmailBody, { defaultValues: { newEmail: "" } });
  const { mutateAsync } = useApiMutation("POST /leads/change-email", { changes: ["GET /leads/email/:email/timeline"] });
  const request = ({ newEmail }: { newEmail: string }) =>
    withFieldErrors(form, { lead_exists: "newEmail", lead_suppressed: "newEmail" }, async () => {
      await mutateAsync({ body: { email, newEmail } });
      toast.success(changeEmail.requested, { description: newEmail });
      onClose();
    });
  return (
    <DialogForm form={form} submitLabel={changeEmail.submit} onSubmit={request}>
      <TextField form={form} name="newEmail" label={changeEmail.newEmail} type="email" mono autoFocus autoComplete="off" />
    </DialogForm>
  );
}
