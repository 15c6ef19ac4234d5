"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import type { Selection } from "@/components/list/selection";
import type { LeadAct } from "@/contract/lead-acts";
import type { Narrowing } from "./filters";
import { useActOnLeads } from "./mutations";
import { knownLeads } from "./patch";
import { claimedCounted } from "./queries";
import { namedBy } from "./selected";
import { deletionOf, leadsOf } from "./words";

type ActDialogProps = {
  act: LeadAct;
  of: Selection;
  size: string;
  open: boolean;
  onClose: () => void;
  narrowing: Narrowing;
  onDeleted: () => void;
};

const questions = {
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
export function ActDialog({ act, of, size, open, onClose, narrowing, onDeleted }: ActDialogProps) {
  const change = useActOnLeads(onDeleted);
  const claimed = useClaimed({ of, narrowing, wanted: open && act === "delete" && !change.isPending });
  const { ask, consequence, action, tone } = questions[act];
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={ask(leadsOf(size))}
      consequence={consequence ?? deletionOf(size, claimed)}
      action={action}
      tone={tone}
      word={act === "delete" && size !== "1" ? "delete" : undefined}
      change={change}
      input={{ act, ...namedBy(of, narrowing) }}
    />
  );
}

/** How many of them have claimed a code, and lose access; null where that is not known. Once they go, nothing of it is counted anew. */
function useClaimed({ of, narrowing, wanted }: Pick<ActDialogProps, "of" | "narrowing"> & { wanted: boolean }): string | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...claimedCounted(narrowing), enabled: wanted && of.kind === "all" });
  const ofSome = useMemo(() => claimedAmong(client, of), [client, of]);
  return of.kind === "all" ? (data ?? null) : ofSome;
}

function claimedAmong(client: QueryClient, of: Selection): string | null {
  if (of.kind === "all") return null;
  // Whatever is selected was seen on a page of the list.
  const known = knownLeads(client);
  const leads = of.ids.map((id) => known.get(id));
  return leads.every((lead) => lead !== undefined) ? String(leads.filter(({ hasClaimedCode }) => hasClaimedCode).length) : null;
}
