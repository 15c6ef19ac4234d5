"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import * as z from "zod";
import { useRecovery } from "@/components/jobs";
import { toBulkFilter } from "@/components/list/list-url";
import type { Selection } from "@/components/list/selection";
import { SendDialog } from "@/components/sends";
import { TagsDialog } from "@/components/tags";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmMutation } from "@/components/ui/confirm";
import { FormField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { apiErrors } from "@/contract/errors";
import { changeLeadEmailEndpoint, createLeadEndpoint } from "@/contract/leads";
import { normalizeEmail } from "@/contract/normalize";
import type { TagAction } from "@/contract/tags";
import { leadPath } from "@/lib/routes";
import {
  cachedLeads,
  claimedLeadCountQuery,
  type LeadFilterQuery,
  leadCountQuery,
  useBulkUpdateLeads,
  useChangeEmail,
  useCreateLead,
} from "./api";
import { bulkConfirmations, bulkConsequences, deleteLeadsConsequence, labels, leadTotalLabel } from "./labels";
import type { PendingAction } from "./selection";

type SelectionDialogsProps = {
  pendingAction: PendingAction;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  /** Called once the selected leads are deleted. */
  onRemoved: () => void;
};

/** The dialogs of the bulk actions on leads. */
export function SelectionDialogs({ pendingAction, open, filterQuery, ...rest }: SelectionDialogsProps) {
  const { action, selection } = pendingAction;
  const size = useSelectionSize(pendingAction, filterQuery, open);
  const leads = selectedLeads(selection, filterQuery);
  return (
    <>
      <SendDialog
        open={open && isSend(action)}
        onClose={rest.onClose}
        content={action === "announce" ? "announcement" : action === "invite" ? "personal" : undefined}
        recipients={"emails" in leads ? leads : { ...leads, count: size }}
      />
      {isTagAction(action) ? (
        <TagLeads action={action} open={open} onClose={rest.onClose} rows={leadTotalLabel(size)} leads={leads} />
      ) : (
        !isSend(action) && (
          <BulkActionDialog action={action} selection={selection} size={size} open={open} filterQuery={filterQuery} {...rest} />
        )
      )}
    </>
  );
}

const isSend = (action: PendingAction["action"]): action is "send" | "invite" | "announce" =>
  action === "send" || action === "invite" || action === "announce";

const isTagAction = (action: PendingAction["action"]): action is TagAction => action === "add_tags" || action === "remove_tags";

type TagLeadsProps = { action: TagAction; open: boolean; onClose: () => void; rows: string; leads: SelectedLeads };

function TagLeads({ leads, onClose, ...dialog }: TagLeadsProps) {
  const { mutateAsync } = useBulkUpdateLeads(() => {});
  const update = async (tags: string[]) => {
    await mutateAsync({ action: dialog.action, tags, ...leads });
    onClose();
  };
  return <TagsDialog resource="leads" onClose={onClose} onSubmit={update} {...dialog} />;
}

/** Returns how many leads are selected. If the list's total is capped, counts all matching leads first. */
function useSelectionSize({ selection, size }: PendingAction, filterQuery: LeadFilterQuery, isOpen: boolean): string {
  const { data } = useQuery({ ...leadCountQuery(filterQuery), enabled: isOpen && selection.kind === "all" && size.endsWith("+") });
  return selection.kind === "all" && data !== undefined ? data : size;
}

type BulkActionDialogProps = {
  action: keyof typeof bulkConfirmations;
  selection: Selection;
  /** How many leads are selected, as a list's total. */
  size: string;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  onRemoved: () => void;
};

/** Confirms a bulk action on leads. */
function BulkActionDialog({ action, selection, size, open, onClose, filterQuery, onRemoved }: BulkActionDialogProps) {
  const mutation = useBulkUpdateLeads(onRemoved);
  const isDelete = action === "delete";
  const { deletion, deletionOfMany } = labels.deleteDialog;
  const { recovery, confirmText } = useRecovery(size === "1" ? deletion : deletionOfMany);
  const claimed = useClaimedCount({ selection, filterQuery, enabled: open && isDelete && !mutation.isPending });
  const { title, confirm } = bulkConfirmations[action];
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(leadTotalLabel(size))}
      consequence={isDelete ? deleteLeadsConsequence(size, claimed, recovery) : bulkConsequences[action]}
      action={confirm}
      tone={isDelete ? "destructive" : "default"}
      confirmText={isDelete ? confirmText : undefined}
      mutation={mutation}
      input={{ action, ...selectedLeads(selection, filterQuery), ...(isDelete && { bin: true }) }}
    />
  );
}

type ClaimedCountOptions = Pick<BulkActionDialogProps, "selection" | "filterQuery"> & { enabled: boolean };

/** Counts the selected leads who claimed a code. Returns null while that isn't known. Disabled once the leads are being deleted. */
function useClaimedCount({ selection, filterQuery, enabled }: ClaimedCountOptions): string | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...claimedLeadCountQuery(filterQuery), enabled: enabled && selection.kind === "all" });
  const cachedCount = useMemo(() => countClaimedInCache(client, selection), [client, selection]);
  return selection.kind === "all" ? (data ?? null) : cachedCount;
}

function countClaimedInCache(client: QueryClient, selection: Selection): string | null {
  if (selection.kind === "all") return null;
  const leadsByEmail = cachedLeads(client);
  const leads = selection.ids.map((email) => leadsByEmail.get(email));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}

/** The leads of a bulk action: listed by email, or all that match a filter. */
type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
const selectedLeads = (selection: Selection, filterQuery: LeadFilterQuery): SelectedLeads =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

const { addDialog } = labels;

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
  const { mutateAsync } = useCreateLead();
  const form = useZodForm(createLeadEndpoint.body, { defaultValues: emptyLead });
  const add = (body: CreateLeadBody) =>
    withFieldErrors(form, { lead_exists: "email", referral_code_not_found: "referralCode" }, async () => {
      const { email } = await mutateAsync(omitEmptyFields(body));
      toast.success(addDialog.added, {
        description: email,
        action: { label: addDialog.view, onClick: () => router.push(leadPath(email)) },
      });
      onDone();
    });
  const isExisting = form.formState.errors.email?.message === apiErrors.lead_exists.message;
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

const ChangeEmailBody = z.object({ newEmail: changeLeadEmailEndpoint.body.shape.newEmail });

function ChangeEmailForm({ email, onClose }: Omit<ChangeEmailDialogProps, "open">) {
  const form = useZodForm(ChangeEmailBody, { defaultValues: { newEmail: "" } });
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
