"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import type { Selection } from "@/components/list/selection";
import type { LeadAction } from "@/contract/bulk-lead-actions";
import type { LeadFilterQuery } from "./filters";
import { bulkConfirmations, bulkConsequences, deleteLeadsConsequence, labels, leadTotalLabel } from "./labels";
import { cachedLeads } from "./lead-cache";
import { useBulkUpdateLeads } from "./mutations";
import { claimedLeadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";

type BulkActionDialogProps = {
  action: LeadAction;
  selection: Selection;
  /** How many leads are selected, as a list's total. */
  size: string;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  onDeleted: () => void;
};

/** Confirms a bulk action on leads. */
export function BulkActionDialog({ action, selection, size, open, onClose, filterQuery, onDeleted }: BulkActionDialogProps) {
  const mutation = useBulkUpdateLeads(onDeleted);
  const isDelete = action === "delete";
  const claimed = useClaimedCount({ selection, filterQuery, enabled: open && isDelete && !mutation.isPending });
  const { title, confirm } = bulkConfirmations[action];
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(leadTotalLabel(size))}
      consequence={isDelete ? deleteLeadsConsequence(size, claimed) : bulkConsequences[action]}
      action={confirm}
      tone={isDelete ? "destructive" : "default"}
      confirmText={isDelete && size !== "1" ? labels.selection.deleteConfirmText : undefined}
      mutation={mutation}
      input={{ action, ...selectedLeads(selection, filterQuery) }}
    />
  );
}

type ClaimedCountOptions = Pick<BulkActionDialogProps, "selection" | "filterQuery"> & { enabled: boolean };

/** Counts the selected leads who claimed a code. Returns null while that isn't known. Disabled once the leads are being deleted. */
function useClaimedCount({ selection, filterQuery, enabled }: ClaimedCountOptions): string | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...claimedLeadCountQuery(filterQuery), enabled: enabled && selection.kind === "all" });
  const cachedCount = useMemo(() => countClaimedInCache(client, selection), [client, selection]);
  return selection.kind === "all" ? (data ?? null) : cachedCount;
}

function countClaimedInCache(client: QueryClient, selection: Selection): string | null {
  if (selection.kind === "all") return null;
  const leadsByEmail = cachedLeads(client);
  const leads = selection.ids.map((email) => leadsByEmail.get(email));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}
