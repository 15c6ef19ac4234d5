"use client";

import { useQuery } from "@tanstack/react-query";
import { SendDialog } from "@/components/sends/send-dialog";
import { BulkActionDialog } from "./bulk-action-dialog";
import type { LeadFilterQuery } from "./filters";
import { leadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";
import type { PendingAction } from "./use-selection-action";

type SelectionDialogsProps = {
  pendingAction: PendingAction;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  /** Called once the selected leads are deleted. */
  onDeleted: () => void;
};

/** The dialogs of the bulk actions on leads. */
export function SelectionDialogs({ pendingAction, open, filterQuery, ...rest }: SelectionDialogsProps) {
  const { action, selection } = pendingAction;
  const size = useSelectionSize(pendingAction, filterQuery, open);
  const leads = selectedLeads(selection, filterQuery);
  const isSending = action === "send" || action === "invite";
  return (
    <>
      <SendDialog
        open={open && isSending}
        onClose={rest.onClose}
        recipients={"emails" in leads ? leads : { ...leads, count: size }}
        initialContent={action === "invite" ? "personal" : "code"}
      />
      {!isSending && <BulkActionDialog action={action} selection={selection} size={size} open={open} filterQuery={filterQuery} {...rest} />}
    </>
  );
}

/** Returns how many leads are selected. If the list's total is capped, counts all matching leads first. */
function useSelectionSize({ selection, size }: PendingAction, filterQuery: LeadFilterQuery, isOpen: boolean): string {
  const { data } = useQuery({ ...leadCountQuery(filterQuery), enabled: isOpen && selection.kind === "all" && size.endsWith("+") });
  return selection.kind === "all" && data !== undefined ? data : size;
}
