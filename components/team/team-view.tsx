"use client";

import { TableCard } from "@/components/ui/table-card";
import { InvitationsTable } from "./invitations-table";
import { InviteDialog } from "./invite-dialog";
import { TeamTable } from "./team-table";

/** Who may sign in, and who was asked to. */
export function TeamView({ areEmailsSavedToFile }: { areEmailsSavedToFile: boolean }) {
  return (
    <>
      <TableCard title="Team" description="Who may sign in. Changes take effect at once." action={<InviteDialog areEmailsSavedToFile={areEmailsSavedToFile} />}>
        <TeamTable />
      </TableCard>
      <TableCard title="Invitations" description="Who was asked to join and has not yet.">
        <InvitationsTable />
      </TableCard>
    </>
  );
}
