"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cachedItems } from "@/components/api-query";
import { describeRecovery, useJobMutation } from "@/components/jobs";
import { dialogLabels, labels as leadLabels } from "@/components/leads";
import { type BulkDialogProps, useCountOnce } from "@/components/list/bulk-dialog";
import type { toBulkFilter } from "@/components/list/definition";
import { useSession } from "@/components/shell/session";
import { ConfirmAction } from "@/components/ui/confirm";
import { deleteLeadsConsequence } from "./labels";

/** The leads of a bulk action: listed by email, or all that match a filter. */
export type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof toBulkFilter> };

type DeleteLeadsProps = BulkDialogProps & {
  leads: SelectedLeads;
  /** Counts all that match the filters and claimed a code. */
  countClaimed: () => Promise<string>;
  onRemoved: () => void;
};

/** Confirms deleting the selected leads. */
export function DeleteLeads({ rows: { name, size }, leads, countClaimed, onRemoved, ...dialog }: DeleteLeadsProps) {
  // Leads that leave the list must not stay selected while it is refetched.
  const { mutateAsync } = useJobMutation("POST /leads/bulk", { onReply: onRemoved });
  const { deletion, deletionOfMany } = dialogLabels.deleteDialog;
  const { recovery, confirmText } = describeRecovery(size === "1" ? deletion : deletionOfMany, useSession().project.binDays);
  const claimed = useClaimedCount(leads, countClaimed);
  return (
    <ConfirmAction
      {...dialog}
      title={`Delete ${name}?`}
      consequence={deleteLeadsConsequence(size, claimed, recovery)}
      action={leadLabels.selection.delete}
      confirmText={confirmText}
      run={() => mutateAsync({ body: { action: "delete", ...leads, bin: true } })}
    />
  );
}

/** Counts the selected leads who claimed a code. Returns null while that isn't known. */
function useClaimedCount(leads: SelectedLeads, countClaimed: () => Promise<string>): string | null {
  const client = useQueryClient();
  const [cachedCount] = useState(() => ("emails" in leads ? countClaimedInCache(client, leads.emails) : null));
  const count = useCountOnce(countClaimed, "filter" in leads);
  return count ?? cachedCount;
}

function countClaimedInCache(client: QueryClient, emails: readonly string[]): string | null {
  const leadsByEmail = new Map(cachedItems(client, "GET /leads").map((lead) => [lead.email, lead]));
  const leads = emails.map((email) => leadsByEmail.get(email));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}
