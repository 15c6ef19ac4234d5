"use client";

import { TableCard } from "@/components/ui/table-card";
import { InvitationsTable } from "./invitations-table";
import { InviteDialog } from "./invite-dialog";
import { labels } from "./labels";
import { TeamTable } from "./team-table";

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
