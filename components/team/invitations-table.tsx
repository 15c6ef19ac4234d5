"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryRows } from "@/components/ui/query-rows";
import { Status } from "@/components/ui/status";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { Time, useNow } from "@/components/ui/time";
import { assignableRoles } from "@/contract/roles";
import type { InvitationRecord } from "@/contract/team";
import { InvitationActions } from "./invitation-actions";
import { invitations } from "./queries";

const columns = 6;

export function InvitationsTable() {
  return (
    <Table label="Invitations">
      <THead>
        <TH>Address</TH>
        <TH>Role</TH>
        <TH>Invited by</TH>
        <TH>Invited</TH>
        <TH>Link works until</TH>
        <TH hideLabel>Acts</TH>
      </THead>
      <TBody>
        <InvitationRows />
      </TBody>
    </Table>
  );
}

function InvitationRows() {
  const empty = <EmptyState icon={Mail} title="Nobody is invited at the moment" description="Whoever you invite stands here until they join." />;
  return (
    <QueryRows query={useQuery(invitations)} columns={columns} rows={5} empty={empty}>
      {(items) => items.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} />)}
    </QueryRows>
  );
}

function InvitationRow({ invitation }: { invitation: InvitationRecord }) {
  const { staff, project } = useSession();
  const { email, role, invitedBy, createdAt, expiresAt } = invitation;
  const zone = project.timeZone;
  return (
    <TR>
      <TD mono className="max-w-80 truncate">
        <span title={email}>{email}</span>
      </TD>
      <TD className="first-letter:uppercase">{role}</TD>
      <TD className="max-w-60 truncate">{invitedBy ?? "–"}</TD>
      <TD className="text-muted-foreground">
        <Time at={createdAt} zone={zone} />
      </TD>
      <TD>
        <Expiry at={expiresAt} zone={zone} />
      </TD>
      <TD className="w-10 pl-0 text-right">{assignableRoles(staff.role).includes(role) && <InvitationActions invitation={invitation} />}</TD>
    </TR>
  );
}

function Expiry({ at, zone }: { at: string; zone: string }) {
  const isOver = Date.parse(at) <= useNow();
  return (
    <Status tone={isOver ? "neutral" : "positive"}>
      {isOver && "Expired "}
      <Time at={at} zone={zone} />
    </Status>
  );
}
