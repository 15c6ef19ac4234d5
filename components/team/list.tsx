"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail, MailPlus, X } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { TableCard } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { MoreMenu } from "@/components/ui/menu";
import { EmptyState, QueryRows } from "@/components/ui/query-state";
import { Avatar, Badge, Status } from "@/components/ui/status";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { Time, useNow } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { assignableRoles } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import type { InvitationRecord } from "@/contract/team";
import { InviteDialog, RoleSelect, roleLockReason, StaffActions } from "./actions";
import { invitationsQuery, teamQuery, useResendInvitation, useRevokeInvitation } from "./api";
import { labels } from "./labels";

export function TeamView({ areEmailsSavedToFile }: { areEmailsSavedToFile: boolean }) {
  return (
    <>
      <TableCard
        title={labels.team.title}
        description={labels.team.description}
        action={<InviteDialog areEmailsSavedToFile={areEmailsSavedToFile} />}
      >
        <TeamTable />
      </TableCard>
      <TableCard title={labels.invitations.title}>
        <InvitationsTable />
      </TableCard>
    </>
  );
}

function TeamTable() {
  return (
    <Table label={labels.team.title}>
      <THead>
        <TH>{labels.team.name}</TH>
        <TH>{labels.email}</TH>
        <TH>{labels.role}</TH>
        <TH>{labels.team.secondFactor}</TH>
        <TH>{labels.team.lastActive}</TH>
        <TH>{labels.team.status}</TH>
        <TH hideLabel>{labels.actions}</TH>
      </THead>
      <TBody>
        <StaffRows />
      </TBody>
    </Table>
  );
}

function StaffRows() {
  const { staff: currentStaff, project } = useSession();
  return (
    // Never empty: the list contains the signed-in staff member.
    <QueryRows query={useQuery(teamQuery)} columns={7}>
      {(items) =>
        items.map((staff) => (
          <StaffRow
            key={staff.id}
            staff={staff}
            currentStaff={currentStaff}
            timeZone={project.timeZone}
            lockReason={roleLockReason(staff, items, currentStaff.role)}
          />
        ))
      }
    </QueryRows>
  );
}

export type StaffRowProps = {
  staff: StaffRecord;
  /** The signed-in staff member. */
  currentStaff: StaffRecord;
  timeZone: string;
  /** Why the staff member can't be changed. */
  lockReason: string | undefined;
};

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
  return (
    <Table label={labels.invitations.title}>
      <THead>
        <TH>{labels.email}</TH>
        <TH>{labels.role}</TH>
        <TH>{labels.invitations.invitedBy}</TH>
        <TH>{labels.invitations.invitedAt}</TH>
        <TH>{labels.invitations.expiresAt}</TH>
        <TH hideLabel>{labels.actions}</TH>
      </THead>
      <TBody>
        <InvitationRows />
      </TBody>
    </Table>
  );
}

function InvitationRows() {
  const empty = <EmptyState icon={Mail} title={labels.invitations.empty} description={labels.invitations.emptyDescription} />;
  return (
    <QueryRows query={useQuery(invitationsQuery)} columns={6} rows={5} empty={empty}>
      {(items) => items.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} />)}
    </QueryRows>
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

function InvitationActions({ invitation: { id, email } }: { invitation: InvitationRecord }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { mutateAsync: resend, isPending } = useResendInvitation();
  const handleResend = () =>
    resend({ id }).then(
      () => toast.success(labels.invitations.resent, { description: labels.invitations.resentDescription }),
      showErrorToast(labels.invitations.resendFailed(email)),
    );
  return (
    <>
      <MoreMenu size="icon-sm" label={labels.invitations.menu(email)} pending={isPending}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => void handleResend()}>
              <MailPlus aria-hidden="true" /> {labels.invitations.resend}
            </MenuItem>
            <MenuItem onSelect={() => setConfirmOpen(true)} destructive>
              <X aria-hidden="true" /> {labels.invitations.revoke}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <ConfirmMutation
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={labels.invitations.revokeTitle(email)}
        consequence={labels.invitations.revokeConsequence}
        action={labels.invitations.revoke}
        mutation={useRevokeInvitation()}
        input={{ id }}
        successMessage={labels.invitations.revoked}
      />
    </>
  );
}
