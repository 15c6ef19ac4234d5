"use client";

import { type Query, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AtSign, BadgeCheck, FileDown, FileUser, ListMinus, ListPlus, Mail, MailCheck, MailPlus, Trash2, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { showJobResult, useJobMutation, useRecovery } from "@/components/jobs";
import { downloadFile } from "@/components/list/download";
import { SendDialog } from "@/components/sends";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import type { Action } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Confirm, ConfirmMutation } from "@/components/ui/confirm";
import { Field } from "@/components/ui/field";
import { lazyDialog } from "@/components/ui/lazy";
import { ActionMenu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { call, callPage, callUrl } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { datedFileName } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { bulkConfirmations, deleteLeadConsequence, dialogLabels, repairConsequences } from "./dialog-labels";
import { useEditLead } from "./edit-lead";
import { labels } from "./labels";

const { actions, deleteDialog } = labels;

/** The dialog that is open, kept in the URL. */
const dialogParser = parseAsStringLiteral(["send", "change-email", "return_to_waitlist", "reissue_invitation", "delete"] as const);

/** The buttons and menu of a lead's page. */
export function LeadActions({ lead }: { lead: LeadRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", dialogParser);
  const can = {
    send: useCan("POST /codes/send"),
    update: useCan("PATCH /leads/email/:email"),
    changeEmail: useCan("POST /leads/change-email"),
    bulk: useCan("POST /leads/bulk"),
    delete: useCan("POST /leads/delete"),
  };
  const { mutate } = useEditLead();
  const close = () => void setOpenDialog(null);
  const resend = useResendActions(lead);
  const personalData = usePersonalDataActions(lead.email);
  if (!Object.values(can).includes(true)) return <RoleNote call="PATCH /leads/email/:email" action={actions.restricted} />;
  return (
    <div className="flex flex-wrap gap-2">
      {lead.status === "held" && can.bulk && <ApproveLeadButton email={lead.email} />}
      {lead.status !== "held" && can.send && (
        <Button onClick={() => void setOpenDialog("send")}>
          <Mail aria-hidden="true" /> {actions.send}
        </Button>
      )}
      <ActionMenu
        variant="outline"
        label={actions.more(lead.email)}
        actions={[
          can.update && {
            label: lead.onWaitlist ? actions.leaveWaitlist : actions.joinWaitlist,
            icon: lead.onWaitlist ? ListMinus : ListPlus,
            run: () => mutate({ email: lead.email, onWaitlist: !lead.onWaitlist }),
          },
          can.bulk &&
            canReturn(lead) && { label: actions.returnToWaitlist, icon: Undo2, run: () => void setOpenDialog("return_to_waitlist") },
          can.bulk &&
            canReissue(lead) && {
              label: actions.reissueInvitation,
              icon: MailPlus,
              run: () => void setOpenDialog("reissue_invitation"),
            },
          ...resend,
          can.changeEmail && { label: dialogLabels.changeEmail.action, icon: AtSign, run: () => void setOpenDialog("change-email") },
          ...personalData,
          can.delete && {
            label: actions.delete,
            icon: Trash2,
            destructive: true,
            separated: true,
            run: () => void setOpenDialog("delete"),
          },
        ]}
      />
      <SendDialog open={openDialog === "send" && can.send} onClose={close} recipients={{ emails: [lead.email] }} />
      {can.bulk &&
        (["return_to_waitlist", "reissue_invitation"] as const).map((action) => (
          <RepairLead key={action} action={action} email={lead.email} open={openDialog === action} onClose={close} />
        ))}
      {can.changeEmail && <ChangeEmailDialog email={lead.email} open={openDialog === "change-email"} onClose={close} />}
      {can.delete && <DeleteLead email={lead.email} open={openDialog === "delete"} onClose={close} />}
    </div>
  );
}

type RepairFields = Pick<LeadRecord, "status" | "hasClaimedCode" | "onWaitlist" | "waitlistStatus">;

/** Whether a lead can return to the position they had. */
const canReturn = ({ status, hasClaimedCode, onWaitlist, waitlistStatus }: RepairFields): boolean =>
  status === "active" && !hasClaimedCode && !onWaitlist && waitlistStatus !== null;

/** Whether a lead's invitation can be reissued, unless its code still works. */
const canReissue = (lead: RepairFields): boolean =>
  canReturn(lead) && (lead.waitlistStatus === "expired" || lead.waitlistStatus === "invited");

type RepairLeadProps = { action: "return_to_waitlist" | "reissue_invitation"; email: string; open: boolean; onClose: () => void };

/** Confirms putting a lead back in line, or reissuing their invitation. */
function RepairLead({ action, email, open, onClose }: RepairLeadProps) {
  const mutation = useJobMutation("POST /leads/bulk");
  const { title, confirm } = bulkConfirmations[action];
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(email)}
      consequence={repairConsequences[action]}
      action={confirm}
      tone="default"
      mutation={mutation}
      input={{ body: { action, emails: [email] } }}
    />
  );
}

type ResentKind = keyof typeof labels.resend.actions;

/** Menu items that send the automatic emails again that a lead may still need. */
function useResendActions({ email, status, onWaitlist, waitlistStatus, hasClaimedCode, suppression }: LeadRecord): (Action | false)[] {
  const canResend = useCan("POST /messages/resend") && suppression === null;
  const { mutate } = useApiMutation("POST /messages/resend", {
    changes: ["GET /leads/email/:email", "GET /leads/email/:email/timeline"],
  });
  const resend = (kind: ResentKind) =>
    mutate(
      { body: { email, kind } },
      {
        onSuccess: () => toast.success(labels.resend.toast, { description: email }),
        onError: showErrorToast(labels.resend.failed),
      },
    );
  const action = (kind: ResentKind, isNeeded: boolean): Action | false =>
    canResend && isNeeded && { label: labels.resend.actions[kind], icon: MailCheck, run: () => resend(kind) };
  return [
    action("confirm", status === "unconfirmed"),
    action("joined", onWaitlist),
    action("reminder", waitlistStatus === "invited"),
    action("claimed", hasClaimedCode),
  ];
}

/** Gets everything that is stored about a lead, as a file. */
async function personalDataFile(email: string): Promise<{ name: string; content: Blob }> {
  const data = await call("GET /leads/email/:email/personal-data", { params: { email } });
  return {
    name: datedFileName("personal-data", "json"),
    content: new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
  };
}

/** Menu items with everything that is stored about a lead, to answer their request for a copy. */
function usePersonalDataActions(email: string): (Action | false)[] {
  const canExport = useCan("GET /leads/email/:email/personal-data");
  if (!canExport) return [];
  const page = callUrl("GET /leads/email/:email/personal-data/page", { params: { email } });
  return [
    {
      label: labels.personalData.open,
      icon: FileUser,
      separated: true,
      run: () => void window.open(page, "_blank", "noopener"),
    },
    { label: labels.personalData.download, icon: FileDown, run: () => void downloadFile(personalDataFile(email)) },
  ];
}

const ChangeEmailDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.ChangeEmailDialog));

/** Approves a held sign-up. */
function ApproveLeadButton({ email }: { email: string }) {
  const { mutate, isPending } = useJobMutation("POST /leads/bulk");
  return (
    <Button pending={isPending} onClick={() => mutate({ body: { action: "approve", emails: [email] } })}>
      <BadgeCheck aria-hidden="true" /> {labels.actions.approve}
    </Button>
  );
}

/** Counts what deleting a lead affects: their claims, and the codes reserved for them. */
const leadDeletionImpactQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "deletion-impact"],
    queryFn: async ({ signal }) => {
      const [claims, codes] = await Promise.all([
        callPage("GET /claims", { query: { email, limit: "1" }, signal }),
        callPage("GET /codes", { query: { reservedFor: email, limit: "1" }, signal }),
      ]);
      return { claims: Number(claims.total), reserved: Number(codes.total) };
    },
  });

const isOfLeadPage = ({ queryKey }: Query) => String(queryKey[0]).startsWith("GET /leads/email/:email");

/** Moves a lead to the bin, or erases them, then calls `leavePage` and refetches everything except the data of the deleted lead. */
function useDeleteLead(email: string, leavePage: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isErased: boolean) => {
      if (!isErased) return call("POST /leads/bulk", { body: { action: "delete", emails: [email], bin: true } });
      await call("POST /leads/delete", { body: { email } });
      return null;
    },
    onSuccess: async (job) => {
      leavePage();
      const { deleted, erased } = labels.deleteDialog;
      if (job === null) toast.success(erased, { description: email });
      else showJobResult(client, job, { title: deleted, text: email });
      await Promise.all([
        client.invalidateQueries({ predicate: (query) => !isOfLeadPage(query) }),
        client.invalidateQueries({ predicate: isOfLeadPage, refetchType: "none" }),
      ]);
    },
  });
}

type DeleteLeadProps = { email: string; open: boolean; onClose: () => void };

/** Confirms deleting a lead and says what is deleted with them, then opens the list of leads. */
function DeleteLead({ email, open, onClose }: DeleteLeadProps) {
  const router = useRouter();
  const { mutateAsync, isPending, error, reset } = useDeleteLead(email, () => router.replace(routes.leads));
  const { data } = useQuery({ ...leadDeletionImpactQuery(email), enabled: open });
  const [isErased, setErased] = useState(false);
  const { binDays } = useSession().project;
  const { recovery, confirmText } = useRecovery(deleteDialog.deletion, { isPermanent: isErased });
  const close = () => {
    reset();
    setErased(false);
    onClose();
  };
  return (
    <Confirm
      open={open}
      onOpenChange={close}
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
      pending={isPending}
      error={error}
      // The dialog shows the error.
      onConfirm={() => void mutateAsync(isErased).catch(() => {})}
    />
  );
}
