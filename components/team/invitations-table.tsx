"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { EmptyState } from "@/components/ui/empty-state";
import { Interpolate } from "@/components/ui/interpolate";
import { QueryRows } from "@/components/ui/query-rows";
import { Status } from "@/components/ui/status";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { Time, useNow } from "@/components/ui/time";
import { assignableRoles } from "@/contract/roles";
import type { InvitationRecord } from "@/contract/team";
import { InvitationActions } from "./invitation-actions";
import { labels } from "./labels";
import { invitationsQuery } from "./queries";

const columnCount = 6;
const copy = labels.invitations;

export function InvitationsTable() {
  return (
    <Table label={copy.title}>
      <THead>
        <TH>{labels.email}</TH>
        <TH>{labels.role}</TH>
        <TH>{copy.invitedBy}</TH>
        <TH>{copy.invitedAt}</TH>
        <TH>{copy.expiresAt}</TH>
        <TH hideLabel>{labels.actions}</TH>
      </THead>
      <TBody>
        <InvitationRows />
      </TBody>
    </Table>
  );
}

function InvitationRows() {
  const empty = <EmptyState icon={Mail} title={copy.empty} description={copy.emptyDescription} />;
  return (
    <QueryRows query={useQuery(invitationsQuery)} columns={columnCount} rows={5} empty={empty}>
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
    <Status tone={isExpired ? "neutral" : "positive"}>{isExpired ? <Interpolate text={copy.expired} values={{ time }} /> : time}</Status>
  );
}
