"use client";

import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiPageQuery, cachedItems } from "@/components/api-query";
import { useJobMutation, useRecovery } from "@/components/jobs";
import {
  bulkConfirmations,
  bulkConsequences,
  deleteLeadsConsequence,
  type LeadFilterQuery,
  labels as leadLabels,
  leadTotalLabel,
} from "@/components/leads";
import { toBulkFilter } from "@/components/list/list-url";
import type { Selection } from "@/components/list/selection";
import { SendDialog } from "@/components/sends";
import { TagsDialog } from "@/components/tags";
import { ConfirmMutation } from "@/components/ui/confirm";
import type { TagAction } from "@/contract/tags";
import type { PendingAction } from ".";

type SelectionDialogsProps = {
  pendingAction: PendingAction;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  /** Called once the selected leads are deleted. */
  onRemoved: () => void;
};

/** The dialogs of the bulk actions on leads. */
export function SelectionDialogs({ pendingAction, open, filterQuery, ...rest }: SelectionDialogsProps) {
  const { action, selection } = pendingAction;
  const size = useSelectionSize(pendingAction, filterQuery, open);
  const leads = selectedLeads(selection, filterQuery);
  return (
    <>
      <SendDialog
        open={open && isSend(action)}
        onClose={rest.onClose}
        content={action === "announce" ? "announcement" : action === "invite" ? "personal" : undefined}
        recipients={"emails" in leads ? leads : { ...leads, count: size }}
      />
      {isTagAction(action) ? (
        <TagLeads action={action} open={open} onClose={rest.onClose} rows={leadTotalLabel(size)} leads={leads} />
      ) : (
        !isSend(action) && (
          <BulkActionDialog action={action} selection={selection} size={size} open={open} filterQuery={filterQuery} {...rest} />
        )
      )}
    </>
  );
}

const isSend = (action: PendingAction["action"]): action is "send" | "invite" | "announce" =>
  action === "send" || action === "invite" || action === "announce";

const isTagAction = (action: PendingAction["action"]): action is TagAction => action === "add_tags" || action === "remove_tags";

type TagLeadsProps = { action: TagAction; open: boolean; onClose: () => void; rows: string; leads: SelectedLeads };

function TagLeads({ leads, onClose, ...dialog }: TagLeadsProps) {
  const { mutateAsync } = useJobMutation("POST /leads/bulk");
  const update = async (tags: string[]) => {
    await mutateAsync({ body: { action: dialog.action, tags, ...leads } });
    onClose();
  };
  return <TagsDialog resource="leads" onClose={onClose} onSubmit={update} {...dialog} />;
}

/** Counts the matching leads. Bulk actions on all of them name their exact number. */
const leadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({
    ...apiPageQuery("GET /leads", { query: { ...filterQuery, limit: "1", count: "exact" } }),
    select: ({ total }) => total,
  });

/** Returns how many leads are selected. If the list's total is capped, counts all matching leads first. */
function useSelectionSize({ selection, size }: PendingAction, filterQuery: LeadFilterQuery, isOpen: boolean): string {
  const { data } = useQuery({ ...leadCountQuery(filterQuery), enabled: isOpen && selection.kind === "all" && size.endsWith("+") });
  return selection.kind === "all" && data !== undefined ? data : size;
}

type BulkActionDialogProps = {
  action: keyof typeof bulkConfirmations;
  selection: Selection;
  /** How many leads are selected, as a list's total. */
  size: string;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  onRemoved: () => void;
};

/** Confirms a bulk action on leads. */
function BulkActionDialog({ action, selection, size, open, onClose, filterQuery, onRemoved }: BulkActionDialogProps) {
  const isDelete = action === "delete";
  // Leads that leave the list must not stay selected while it is refetched.
  const mutation = useJobMutation("POST /leads/bulk", { onReply: () => (isDelete || action === "approve") && onRemoved() });
  const { deletion, deletionOfMany } = leadLabels.deleteDialog;
  const { recovery, confirmText } = useRecovery(size === "1" ? deletion : deletionOfMany);
  const claimed = useClaimedCount({ selection, filterQuery, enabled: open && isDelete && !mutation.isPending });
  const { title, confirm } = bulkConfirmations[action];
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(leadTotalLabel(size))}
      consequence={isDelete ? deleteLeadsConsequence(size, claimed, recovery) : bulkConsequences[action]}
      action={confirm}
      tone={isDelete ? "destructive" : "default"}
      confirmText={isDelete ? confirmText : undefined}
      mutation={mutation}
      input={{ body: { action, ...selectedLeads(selection, filterQuery), ...(isDelete && { bin: true }) } }}
    />
  );
}

type ClaimedCountOptions = Pick<BulkActionDialogProps, "selection" | "filterQuery"> & { enabled: boolean };

/** Counts the selected leads who claimed a code. Returns null while that isn't known. Disabled once the leads are being deleted. */
function useClaimedCount({ selection, filterQuery, enabled }: ClaimedCountOptions): string | null {
  const client = useQueryClient();
  const hasClaimed = filterQuery.claimed !== "false";
  const { data } = useQuery({
    ...leadCountQuery({ ...filterQuery, claimed: "true" }),
    enabled: enabled && selection.kind === "all" && hasClaimed,
  });
  const cachedCount = useMemo(() => countClaimedInCache(client, selection), [client, selection]);
  if (selection.kind !== "all") return cachedCount;
  return hasClaimed ? (data ?? null) : "0";
}

function countClaimedInCache(client: QueryClient, selection: Selection): string | null {
  if (selection.kind === "all") return null;
  const leadsByEmail = new Map(cachedItems(client, "GET /leads").map((lead) => [lead.email, lead]));
  const leads = selection.ids.map((email) => leadsByEmail.get(email));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}

/** The leads of a bulk action: listed by email, or all that match a filter. */
type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
const selectedLeads = (selection: Selection, filterQuery: LeadFilterQuery): SelectedLeads =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };
