"use client";

import { AtSign, BadgeCheck, FileDown, FileUser, ListMinus, ListPlus, Mail, MailCheck, MailPlus, Trash2, Undo2 } from "lucide-react";
import { useJobMutation } from "@/components/jobs";
import { downloadFile } from "@/components/list/download";
import { SendDialog } from "@/components/sends";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton, type DialogProps, useUrlActionDialogs } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import { ActionMenu } from "@/components/ui/menu";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, callUrl } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { datedFileName } from "@/lib/dates";
import { dialogLabels } from "./dialog-labels";
import { useEditLead } from "./edit-lead";

const { actions } = dialogLabels;

const ChangeEmailDialog = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.ChangeEmailDialog));
const DeleteLead = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.DeleteLead));

/** The actions of a lead's page that have a dialog, by their names in the URL. */
function useDialogActions(lead: LeadRecord) {
  const { email } = lead;
  const canSend = useCan("POST /codes/send");
  const canChangeEmail = useCan("POST /leads/change-email");
  const canUpdateMany = useCan("POST /leads/bulk");
  const canDelete = useCan("POST /leads/delete");
  const { mutateAsync } = useJobMutation("POST /leads/bulk");
  const repair = (action: "return_to_waitlist" | "reissue_invitation") => ({
    confirm: () => import("./dialog-labels").then(({ repairConfirmations }) => repairConfirmations[action](email)),
    run: () => mutateAsync({ body: { action, emails: [email] } }),
  });
  return {
    send: canSend &&
      lead.status !== "held" && {
        label: actions.send,
        icon: Mail,
        dialog: (dialog: DialogProps) => <SendDialog {...dialog} recipients={{ emails: [email] }} />,
      },
    return_to_waitlist: canUpdateMany &&
      canReturn(lead) && { label: actions.returnToWaitlist, icon: Undo2, ...repair("return_to_waitlist") },
    reissue_invitation: canUpdateMany &&
      canReissue(lead) && { label: actions.reissueInvitation, icon: MailPlus, ...repair("reissue_invitation") },
    "change-email": canChangeEmail && {
      label: actions.changeEmail,
      icon: AtSign,
      dialog: (dialog: DialogProps) => <ChangeEmailDialog {...dialog} email={email} />,
    },
    delete: canDelete && {
      label: actions.delete,
      icon: Trash2,
      destructive: true,
      separated: true,
      dialog: (dialog: DialogProps) => <DeleteLead {...dialog} email={email} />,
    },
  };
}

/** The buttons and menu of a lead's page. */
export function LeadActions({ lead }: { lead: LeadRecord }) {
  const { email, status, onWaitlist } = lead;
  const withDialog = useDialogActions(lead);
  const dialogs = useUrlActionDialogs("action", withDialog);
  const canUpdate = useCan("PATCH /leads/email/:email");
  const canUpdateMany = useCan("POST /leads/bulk");
  const { mutate } = useEditLead();
  const { mutateAsync: approve } = useJobMutation("POST /leads/bulk");
  const resend = useResendActions(lead);
  const personalData = usePersonalDataActions(email);
  const isHeld = status === "held";
  if (!canUpdate) return <RoleNote call="PATCH /leads/email/:email" action={actions.restricted} />;
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        variant="default"
        action={
          isHeld &&
          canUpdateMany && {
            label: actions.approve,
            icon: BadgeCheck,
            run: () => approve({ body: { action: "approve", emails: [email] } }),
            failed: dialogLabels.edit.failed(email),
          }
        }
      />
      <ActionButton action={withDialog.send} dialogs={dialogs} variant="default" />
      <ActionMenu
        variant="outline"
        label={actions.more(email)}
        dialogs={dialogs}
        actions={[
          {
            label: onWaitlist ? actions.leaveWaitlist : actions.joinWaitlist,
            icon: onWaitlist ? ListMinus : ListPlus,
            run: () => mutate({ email, onWaitlist: !onWaitlist }),
          },
          withDialog.return_to_waitlist,
          withDialog.reissue_invitation,
          ...resend,
          withDialog["change-email"],
          ...personalData,
          withDialog.delete,
        ]}
      />
      {dialogs.dialog}
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

type ResentKind = keyof typeof dialogLabels.resend.actions;

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
        onSuccess: () => toast.success(dialogLabels.resend.toast, { description: email }),
        onError: showErrorToast(dialogLabels.resend.failed),
      },
    );
  const action = (kind: ResentKind, isNeeded: boolean): Action | false =>
    canResend && isNeeded && { label: dialogLabels.resend.actions[kind], icon: MailCheck, run: () => resend(kind) };
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
      label: dialogLabels.personalData.open,
      icon: FileUser,
      separated: true,
      run: () => void window.open(page, "_blank", "noopener"),
    },
    { label: dialogLabels.personalData.download, icon: FileDown, run: () => void downloadFile(personalDataFile(email)) },
  ];
}
