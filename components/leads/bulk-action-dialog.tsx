"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import type { Selection } from "@/components/list/selection";
import type { LeadAction } from "@/contract/bulk-lead-actions";
import type { LeadFilterQuery } from "./filters";
import { useBulkUpdateLeads } from "./mutations";
import { cachedLeads } from "./lead-cache";
import { claimedLeadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";
import { deleteLeadsConsequence, leadTotalLabel } from "./labels";

type BulkActionDialogProps = {
  confirmLabel: LeadAction;
  selection: Selection;
  size: string;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  onDeleted: () => void;
};

const confirmations = {
  join_waitlist: {
    title: (leads: string) => `Put ${leads} on the waitlist?`,
    consequence: "Whoever is on it already stays there. Nobody gets mail.",
    confirmLabel: "Put on the waitlist",
    tone: "default",
  },
  leave_waitlist: {
    title: (leads: string) => `Take ${leads} off the waitlist?`,
    consequence: "They stay leads, with all that is known of them. Nobody gets mail.",
    confirmLabel: "Take off the waitlist",
    tone: "default",
  },
  accept: {
    title: (leads: string) => `Accept ${leads}?`,
    consequence: "Those whose sign-up is held go on as they would have gone: onto the waitlist, or with a mail to confirm their address.",
    confirmLabel: "Accept",
    tone: "default",
  },
  delete: { title: (leads: string) => `Delete ${leads}?`, consequence: undefined, confirmLabel: "Delete", tone: "destructive" },
} as const;

/** Asks before something is done with several leads. */
export function BulkActionDialog({ confirmLabel: action, selection: of, size, open, onClose, filterQuery, onDeleted }: BulkActionDialogProps) {
  const change = useBulkUpdateLeads(onDeleted);
  const claimed = useClaimedCount({ selection: of, filterQuery, enabled: open && action === "delete" && !change.isPending });
  const { title: ask, consequence, confirmLabel: action, tone } = confirmations[action];
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={ask(leadTotalLabel(size))}
      consequence={consequence ?? deleteLeadsConsequence(size, claimed)}
      action={action}
      tone={tone}
      confirmText={action === "delete" && size !== "1" ? "delete" : undefined}
      mutation={change}
      input={{ act: action, ...selectedLeads(of, filterQuery) }}
    />
  );
}

/** How many of them have claimed a code, and lose access; null where that is not known. Once they go, nothing of it is counted anew. */
function useClaimedCount({ selection: of, filterQuery, enabled: wanted }: Pick<BulkActionDialogProps, "of" | "filterQuery"> & { enabled: boolean }): string | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...claimedLeadCountQuery(filterQuery), enabled: wanted && of.kind === "all" });
  const ofSome = useMemo(() => countClaimedInCache(client, of), [client, of]);
  return of.kind === "all" ? (data ?? null) : ofSome;
}

function countClaimedInCache(client: QueryClient, of: Selection): string | null {
  if (of.kind === "all") return null;
  // Whatever is selected was seen on a page of the list.
  const known = cachedLeads(client);
  const leads = of.ids.map((id) => known.get(id));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}
