"use client";

import { useQuery } from "@tanstack/react-query";
import { Link, Mail, MailPlus, X } from "lucide-react";
import { apiQuery } from "@/components/api-query";
import { type Column, ProjectTime, statusColumn, timeColumn } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { useCan, useSession } from "@/components/shell/session";
import { type DialogProps, useActionDialogs } from "@/components/ui/actions";
import { TableCard } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copy-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { ActionMenu } from "@/components/ui/menu";
import { EmptyState } from "@/components/ui/query-state";
import { Avatar, Badge, Status } from "@/components/ui/status";
import { wrappedCell } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { Time, useNow } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ProviderId } from "@/contract/enums";
import { assignableRoles, type Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import type { InvitationRecord, RoleMatrixRow } from "@/contract/team";
import { InviteDialog, RoleSelect, roleLockReason, StaffActions } from "./actions";
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

const staffId = ({ id }: StaffRecord) => id;

function TeamTable() {
  const { staff: currentStaff } = useSession();
  const query = useQuery(apiQuery("GET /team"));
  // Never empty: the list contains the signed-in staff member.
  return <QueryTable label={teamHeaders.title} columns={teamColumns(query.data ?? [], currentStaff)} getRowId={staffId} query={query} />;
}

const { team: teamHeaders, invitations: invitationHeaders } = labels;

const teamColumns = (team: readonly StaffRecord[], currentStaff: StaffRecord): readonly Column<StaffRecord>[] => [
  {
    id: "name",
    header: teamHeaders.name,
    className: "max-w-72",
    cell: ({ id, name }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} />
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        {id === currentStaff.id && <Badge>{teamHeaders.you}</Badge>}
      </span>
    ),
  },
  {
    id: "email",
    header: labels.email,
    mono: true,
    className: `max-w-72 ${wrappedCell}`,
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    id: "role",
    header: labels.role,
    cell: (staff) => <RoleSelect staff={staff} currentStaff={currentStaff} lockReason={roleLockReason(staff, team, currentStaff.role)} />,
  },
  statusColumn({ id: "secondFactor", header: teamHeaders.secondFactor }, ({ secondFactor }) =>
    secondFactor ? { label: teamHeaders.on, tone: "positive" } : { label: teamHeaders.off, tone: "neutral" },
  ),
  timeColumn({ id: "lastActive", header: teamHeaders.lastActive }, ({ lastSeenAt }) => lastSeenAt, teamHeaders.never),
  statusColumn({ id: "status", header: teamHeaders.status }, ({ disabled }) =>
    disabled ? { label: teamHeaders.disabled, tone: "negative" } : { label: teamHeaders.active, tone: "positive" },
  ),
  {
    id: "actions",
    header: labels.actions,
    hideLabel: true,
    className: "w-10 pl-0 text-right",
    cell: (staff) => <StaffActions staff={staff} currentStaff={currentStaff} lockReason={roleLockReason(staff, team, currentStaff.role)} />,
  },
];

const invitationId = ({ id }: InvitationRecord) => id;

function InvitationsTable() {
  const { role: ownRole } = useSession().staff;
  return (
    <QueryTable
      label={invitationHeaders.title}
      columns={invitationColumns(ownRole)}
      getRowId={invitationId}
      query={useQuery(apiQuery("GET /team/invitations"))}
      rows={5}
      empty={<EmptyState icon={Mail} title={invitationHeaders.empty} description={invitationHeaders.emptyDescription} />}
    />
  );
}

const invitationColumns = (ownRole: Role): readonly Column<InvitationRecord>[] => [
  {
    id: "email",
    header: labels.email,
    mono: true,
    className: `max-w-80 ${wrappedCell}`,
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  { id: "role", header: labels.role, className: "first-letter:uppercase", cell: ({ role }) => role },
  {
    id: "invitedBy",
    header: invitationHeaders.invitedBy,
    className: `max-w-60 ${wrappedCell}`,
    cell: ({ invitedBy }) => invitedBy ?? "–",
  },
  timeColumn({ id: "invited", header: invitationHeaders.invitedAt }, ({ createdAt }) => createdAt),
  { id: "expires", header: invitationHeaders.expiresAt, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  {
    id: "actions",
    header: labels.actions,
    hideLabel: true,
    className: "w-10 pl-0 text-right",
    cell: (invitation) => assignableRoles(ownRole).includes(invitation.role) && <InvitationActions invitation={invitation} />,
  },
];

function Expiry({ at }: { at: string }) {
  const isExpired = Date.parse(at) <= useNow();
  const time = <ProjectTime at={at} />;
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
            run: () => createLink.mutateAsync({ params: { id } }).then(showLink),
            failed: copy.linkFailed(email),
          },
          {
            label: copy.resend,
            icon: MailPlus,
            run: () =>
              resend.mutateAsync({ params: { id } }).then(() => toast.success(copy.resent, { description: copy.resentDescription })),
            failed: copy.resendFailed(email),
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
        <p className="text-2sm text-muted-foreground">
          <Interpolate text={copy.linkExpires} values={{ time: <Time at={link.expiresAt} zone={timeZone} /> }} />
        </p>
      </div>
    </FormDialog>
  );
}
