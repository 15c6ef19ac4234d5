"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod";
import { describeRecovery, useJobMutation } from "@/components/jobs";
import { useSession } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmAction } from "@/components/ui/confirm";
import { Field } from "@/components/ui/field";
import { FormField, TextareaField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { TextLink } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { callPage } from "@/contract/call";
import { changeLeadEmailEndpoint, createLeadEndpoint } from "@/contract/leads";
import { normalizeEmail } from "@/contract/normalize";
import { leadPath, routes } from "@/lib/routes";
import { deleteLeadConsequence, dialogLabels } from "./dialog-labels";
import { labels } from "./labels";

const { addDialog, changeEmail, deleteDialog } = dialogLabels;

/** The form to add a lead. */
export function AddLeadDialog({ open, onClose }: DialogProps) {
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
  const { mutateAsync } = useApiMutation("POST /leads/create", { changes: ["GET /leads", "GET /waitlist"] });
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
          <TextLink href={leadPath(normalizeEmail(form.getValues("email")) ?? "")} className="justify-self-start text-2sm">
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
      <TextareaField form={form} name="notes" label={labels.notes} optional dir="auto" />
      <FormField form={form} name="waitlist" label={addDialog.waitlist} hint={addDialog.waitlistHint} inline>
        {({ value, onChange, ...control }) => <Checkbox {...control} checked={value} onCheckedChange={onChange} />}
      </FormField>
    </>
  );
}

type LeadDialogProps = DialogProps & { email: string };

/** Emails a link to a lead's new email. */
export function ChangeEmailDialog({ email, open, onClose }: LeadDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={changeEmail.title(email)} description={changeEmail.description}>
      <ChangeEmailForm email={email} onClose={onClose} />
    </FormDialog>
  );
}

const ChangeEmailBody = z.object({ newEmail: changeLeadEmailEndpoint.body.shape.newEmail });

function ChangeEmailForm({ email, onClose }: Omit<LeadDialogProps, "open">) {
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

/** Counts what deleting a lead affects: their claims, and the codes reserved for them. */
const leadDeletionImpactQuery = (email: string) =>
  queryOptions({
    queryKey: ["GET /leads/email/:email", "deletion impact", email],
    queryFn: async ({ signal }) => {
      const [claims, codes] = await Promise.all([
        callPage("GET /claims", { query: { email, limit: "1" }, signal }),
        callPage("GET /codes", { query: { reservedFor: email, limit: "1" }, signal }),
      ]);
      return { claims: Number(claims.total), reserved: Number(codes.total) };
    },
  });

/** The page that shows the dialog must not refetch the deleted lead before it is left. */
const deletes = "GET /leads/email/:email";

/** Moves a lead to the bin, or erases them. */
function useDeleteLead(email: string) {
  const { deleted, erased } = deleteDialog;
  const toBin = useJobMutation("POST /leads/bulk", { deletes, texts: { title: deleted, text: email } });
  const erase = useApiMutation("POST /leads/delete", {
    changes: ["GET /leads", "GET /waitlist"],
    deletes,
    onReply: () => toast.success(erased, { description: email }),
  });
  const run = (isErased: boolean) =>
    isErased ? erase.mutateAsync({ body: { email } }) : toBin.mutateAsync({ body: { action: "delete", emails: [email], bin: true } });
  return { run, isPending: toBin.isPending || erase.isPending };
}

/** Confirms deleting a lead and says what is deleted with them, then opens the list of leads. */
export function DeleteLead({ email, ...dialog }: LeadDialogProps) {
  const router = useRouter();
  const { run, isPending } = useDeleteLead(email);
  const { data } = useQuery(leadDeletionImpactQuery(email));
  const [isErased, setErased] = useState(false);
  const { binDays } = useSession().project;
  const { recovery, confirmText } = describeRecovery(deleteDialog.deletion, isErased ? 0 : binDays);
  return (
    <ConfirmAction
      {...dialog}
      title={deleteDialog.title(email)}
      consequence={deleteLeadConsequence(data, recovery)}
      details={
        binDays > 0 && (
          <Field className="mt-4" label={deleteDialog.erase} hint={deleteDialog.eraseHint} inline>
            <Checkbox checked={isErased} onCheckedChange={setErased} disabled={isPending} />
          </Field>
        )
      }
      confirmText={confirmText}
      action={isErased ? deleteDialog.erase : deleteDialog.confirm}
      run={() => run(isErased)}
      onSuccess={() => router.replace(routes.leads)}
    />
  );
}
