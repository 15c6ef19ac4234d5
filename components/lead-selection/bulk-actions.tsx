"use client";

import { BadgeCheck, ListMinus, ListPlus, type LucideIcon, Mail, MailPlus, Megaphone, Trash2, Undo2 } from "lucide-react";
import { useJobMutation } from "@/components/jobs";
import { labels as leadLabels, leadTotalLabel } from "@/components/leads";
import { bulkAction } from "@/components/list/bulk-actions";
import type { SelectedRows } from "@/components/list/bulk-dialog";
import { type FilterQuery, toBulkFilter } from "@/components/list/definition";
import type { SelectionState } from "@/components/list/selection";
import { SendDialog } from "@/components/sends";
import { tagActions } from "@/components/tags";
import type { Action } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import { callPage } from "@/contract/call";
import type { SelectedLeads } from "./dialogs";

const { selection: labels } = leadLabels;

/** Counts the matching leads. Bulk actions on all of them name their exact number. */
const countLeads = async (filterQuery: FilterQuery<"GET /leads">): Promise<string> =>
  (await callPage("GET /leads", { query: { ...filterQuery, limit: "1", count: "exact" } })).total;

const DeleteLeads = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.DeleteLeads));

/** What can be done with the selected leads of a list. */
export function useLeadBulkActions(selection: SelectionState, filterQuery: FilterQuery<"GET /leads">) {
  const { mutateAsync: update } = useJobMutation("POST /leads/bulk");
  // Leads that leave the list must not stay selected while it is refetched.
  const { mutateAsync: approve } = useJobMutation("POST /leads/bulk", { onReply: selection.clear });
  const { value } = selection;
  const leads: SelectedLeads = value.kind === "some" ? { emails: [...value.ids] } : { filter: toBulkFilter(filterQuery) };
  const selected: SelectedRows = { selection, getName: leadTotalLabel, count: () => countLeads(filterQuery) };
  const countClaimed = async () => (filterQuery.claimed === "false" ? "0" : countLeads({ ...filterQuery, claimed: "true" }));
  const change = (
    action: "approve" | "join_waitlist" | "leave_waitlist" | "return_to_waitlist" | "reissue_invitation",
    icon: LucideIcon,
    mutate = update,
  ): Action =>
    bulkAction(selected, {
      label: labels[action],
      icon,
      confirm: () => import("./labels").then(({ bulkConfirmations }) => bulkConfirmations[action]),
      run: () => mutate({ body: { action, ...leads } }),
    });
  const send = (label: string, icon: LucideIcon, content?: "personal" | "announcement"): Action =>
    bulkAction(selected, {
      label,
      icon,
      dialog: ({ rows, ...dialog }) => (
        <SendDialog {...dialog} content={content} recipients={"emails" in leads ? leads : { ...leads, count: rows.size }} />
      ),
    });
  return {
    approve: change("approve", BadgeCheck, approve),
    send: send(labels.send, Mail),
    invite: send(labels.invite, MailPlus, "personal"),
    announce: send(labels.announce, Megaphone, "announcement"),
    joinWaitlist: change("join_waitlist", ListPlus),
    leaveWaitlist: change("leave_waitlist", ListMinus),
    returnToWaitlist: change("return_to_waitlist", Undo2),
    reissueInvitation: change("reissue_invitation", MailPlus),
    tags: tagActions(selected, "leads", (body) => update({ body: { ...body, ...leads } })),
    delete: bulkAction(selected, {
      label: labels.delete,
      icon: Trash2,
      destructive: true,
      dialog: (dialog) => <DeleteLeads {...dialog} leads={leads} countClaimed={countClaimed} onRemoved={selection.clear} />,
    }),
  };
}
