"use client";

import { useQuery } from "@tanstack/react-query";
import { Link, Mail, MailPlus, X } from "lucide-react";
import { apiQuery } from "@/components/api-query";
import { useCan, useSession } from "@/components/shell/session";
import { type DialogProps, useActionDialogs } from "@/components/ui/actions";
import { TableCard } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copy-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { ActionMenu } from "@/components/ui/menu";
import { EmptyState, QueryTable } from "@/components/ui/query-state";
import { Avatar, Badge, Status } from "@/components/ui/status";
import { TD, TR } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { Time, useNow } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import type { ProviderId } from "@/contract/enums";
import { assignableRoles } from "@/contract/roles";
import type { InvitationRecord, RoleMatrixRow } from "@/contract/team";
import { InviteDialog, RoleSelect, roleLockReason, StaffActions, type StaffRowProps } from "./actions";
import { labels } from "./labels";
import { SignInSettingsCard } from "./sign-in-settings";

type TeamViewProps = {
  areEmailsSavedToFile: boolean;
  providers: readonly { id: ProviderId; name: string }[];
  roleMatrix: readonly RoleMatrixRow[];
};

export function TeamView({ areEmailsSavedToFile, providers, roleMatrix }: TeamViewProps) {
  const canChangeSignIn = useCan("PATCH /team/sign-in");
  return (
    <>
      <TableCard
        title={labels.team.title}
        description={labels.team.description}
        action={<InviteDialog areEmailsSavedToFile={areEmailsSavedToFile} roleMatrix={roleMatrix} />}
      >
        <TeamTable />
      </TableCard>
      <TableCard title={labels.invitations.title}>
        <InvitationsTable />
      </TableCard>
      {canChangeSignIn && <SignInSettingsCard providers={providers} />}
    </>
  );
}

function TeamTable() {
  const { staff: currentStaff, project } = useSession();
  const { title, name, secondFactor, lastActive, status } = labels.team;
  return (
    // Never empty: the list contains the signed-in staff member.
    <QueryTable
      label={title}
      headers={[name, labels.email, labels.role, secondFactor, lastActive, status]}
      actionsHeader={labels.actions}
      query={useQuery(apiQuery("GET /team"))}
    >
      {(staff, team) => (
        <StaffRow
          key={staff.id}
          staff={staff}
          currentStaff={currentStaff}
          timeZone={project.timeZone}
          lockReason={roleLockReason(staff, team, currentStaff.role)}
        />
      )}
    </QueryTable>
  );
}

function StaffRow({ staff, currentStaff, timeZone, lockReason }: StaffRowProps) {
  return (
    <TR>
      <TD className="max-w-72">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={staff.name} />
          <span className="truncate font-medium" title={staff.name}>
            {staff.name}
          </span>
          {staff.id === currentStaff.id && <Badge>{labels.team.you}</Badge>}
        </span>
      </TD>
      <TD mono className="max-w-72 truncate">
        <span title={staff.email}>{staff.email}</span>
      </TD>
      <TD>
        <RoleSelect staff={staff} currentStaff={currentStaff} lockReason={lockReason} />
      </TD>
      <TD>
        <Status tone={staff.secondFactor ? "positive" : "neutral"}>{staff.secondFactor ? labels.team.on : labels.team.off}</Status>
      </TD>
      <TD className="text-muted-foreground">
        {staff.lastSeenAt === null ? labels.team.never : <Time at={staff.lastSeenAt} zone={timeZone} />}
      </TD>
      <TD>
        <Status tone={staff.disabled ? "negative" : "positive"}>{staff.disabled ? labels.team.disabled : labels.team.active}</Status>
      </TD>
      <TD className="w-10 pl-0 text-right">
        <StaffActions staff={staff} currentStaff={currentStaff} lockReason={lockReason} />
      </TD>
    </TR>
  );
}

function InvitationsTable() {
  const { title, invitedBy, invitedAt, expiresAt, empty, emptyDescription } = labels.invitations;
  return (
    <QueryTable
      label={title}
      headers={[labels.email, labels.role, invitedBy, invitedAt, expiresAt]}
      actionsHeader={labels.actions}
      query={useQuery(apiQuery("GET /team/invitations"))}
      rows={5}
      empty={<EmptyState icon={Mail} title={empty} description={emptyDescription} />}
    >
      {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
    </QueryTable>
  );
}

function InvitationRow({ invitation }: { invitation: InvitationRecord }) {
  const { staff, project } = useSession();
  const { email, role, invitedBy, createdAt, expiresAt } = invitation;
  const { timeZone } = project;
  return (
    <TR>
      <TD mono className="max-w-80 truncate">
        <span title={email}>{email}</span>
      </TD>
      <TD className="first-letter:uppercase">{role}</TD>
      <TD className="max-w-60 truncate">{invitedBy ?? "–"}</TD>
      <TD className="text-muted-foreground">
        <Time at={createdAt} zone={timeZone} />
      </TD>
      <TD>
        <Expiry at={expiresAt} timeZone={timeZone} />
      </TD>
      <TD className="w-10 pl-0 text-right">
        {assignableRoles(staff.role).includes(role) && <InvitationActions invitation={invitation} />}
      </TD>
    </TR>
  );
}

function Expiry({ at, timeZone }: { at: string; timeZone: string }) {
  const isExpired = Date.parse(at) <= useNow();
  const time = <Time at={at} zone={timeZone} />;
  return (
    <Status tone={isExpired ? "neutral" : "positive"}>
      {isExpired ? <Interpolate text={labels.invitations.expired} values={{ time }} /> : time}
    </Status>
  );
}

const changes = ["GET /team/invitations"] as const;

function InvitationActions({ invitation: { id, email } }: { invitation: InvitationRecord }) {
  const { invitations: copy } = labels;
  const resend = useApiMutation("POST /team/invitations/:id/resend", { changes });
  const createLink = useApiMutation("POST /team/invitations/:id/link", { changes });
  const revoke = useApiMutation("DELETE /team/invitations/:id", { changes });
  const dialogs = useActionDialogs();
  const showLink = (link: InvitationLink) =>
    dialogs.open({ label: copy.copyLink, dialog: (dialog) => <InvitationLinkDialog {...dialog} email={email} link={link} /> });
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={copy.menu(email)}
        dialogs={dialogs}
        actions={[
          {
            label: copy.copyLink,
            icon: Link,
            run: () => createLink.mutateAsync({ params: { id } }).then(showLink, showErrorToast(copy.linkFailed(email))),
          },
          {
            label: copy.resend,
            icon: MailPlus,
            run: () =>
              resend
                .mutateAsync({ params: { id } })
                .then(() => toast.success(copy.resent, { description: copy.resentDescription }), showErrorToast(copy.resendFailed(email))),
          },
          {
            label: copy.revoke,
            icon: X,
            destructive: true,
            confirm: { title: copy.revokeTitle(email), consequence: copy.revokeConsequence, action: copy.revoke, success: copy.revoked },
            run: () => revoke.mutateAsync({ params: { id } }),
          },
        ]}
      />
      {dialogs.dialog}
    </>
  );
}

type InvitationLink = { url: string; expiresAt: string };

/** Shows a link that accepts an invitation. */
function InvitationLinkDialog({ email, link, open, onClose }: DialogProps & { email: string; link: InvitationLink }) {
  const { timeZone } = useSession().project;
  const { invitations: copy } = labels;
  return (
    <FormDialog open={open} onClose={onClose} title={copy.linkTitle(email)} description={copy.linkDescription}>
      <div className="grid gap-2">
        <CopyableText text={link.url} label={copy.linkName} />
        <p className="text-[13px] text-muted-foreground">
          <Interpolate text={copy.linkExpires} values={{ time: <Time at={link.expiresAt} zone={timeZone} /> }} />
        </p>
      </div>
    </FormDialog>
  );
}
