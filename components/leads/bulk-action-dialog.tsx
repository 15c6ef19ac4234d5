"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import type { Selection } from "@/components/list/selection";
import type { LeadAct } from "@/contract/lead-acts";
import type { LeadFilterQuery } from "./filters";
import { useBulkUpdateLeads } from "./mutations";
import { cachedLeads } from "./lead-cache";
import { claimedLeadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";
import { deleteLeadsConsequence, leadTotalLabel } from "./labels";

type BulkActionDialogProps = {
  act: LeadAct;
  of: Selection;
  size: string;
  open: boolean;
  onClose: () => void;
  narrowing: LeadFilterQuery;
  onDeleted: () => void;
};

const confirmations = {
  join_waitlist: {
    ask: (leads: string) => `Put ${leads} on the waitlist?`,
    consequence: "Whoever is on it already stays there. Nobody gets mail.",
    action: "Put on the waitlist",
    tone: "default",
  },
  leave_waitlist: {
    ask: (leads: string) => `Take ${leads} off the waitlist?`,
    consequence: "They stay leads, with all that is known of them. Nobody gets mail.",
    action: "Take off the waitlist",
    tone: "default",
  },
  accept: {
    ask: (leads: string) => `Accept ${leads}?`,
    consequence: "Those whose sign-up is held go on as they would have gone: onto the waitlist, or with a mail to confirm their address.",
    action: "Accept",
    tone: "default",
  },
  delete: { ask: (leads: string) => `Delete ${leads}?`, consequence: undefined, action: "Delete", tone: "destructive" },
} as const;

/** Asks before something is done with several leads. */
export function BulkActionDialog({ act, of, size, open, onClose, narrowing, onDeleted }: BulkActionDialogProps) {
  const change = useBulkUpdateLeads(onDeleted);
  const claimed = useClaimedCount({ of, narrowing, wanted: open && act === "delete" && !change.isPending });
  const { ask, consequence, action, tone } = confirmations[act];
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={ask(leadTotalLabel(size))}
      consequence={consequence ?? deleteLeadsConsequence(size, claimed)}
      action={action}
      tone={tone}
      word={act === "delete" && size !== "1" ? "delete" : undefined}
      change={change}
      input={{ act, ...selectedLeads(of, narrowing) }}
    />
  );
}

/** How many of them have claimed a code, and lose access; null where that is not known. Once they go, nothing of it is counted anew. */
function useClaimedCount({ of, narrowing, wanted }: Pick<BulkActionDialogProps, "of" | "narrowing"> & { wanted: boolean }): string | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...claimedLeadCountQuery(narrowing), enabled: wanted && of.kind === "all" });
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
