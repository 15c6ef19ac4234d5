"use client";

import { useQuery } from "@tanstack/react-query";
import { SendDialog } from "@/components/sends/send-dialog";
import { BulkActionDialog } from "./bulk-action-dialog";
import type { LeadFilterQuery } from "./filters";
import { leadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";
import type { PendingAction } from "./use-selection-action";

type DialogsProps = {
  pendingAction: PendingAction;
  open: boolean;
  onClose: () => void;
  filterQuery: LeadFilterQuery;
  /** Told once the leads are deleted that were selected. */
  onDeleted: () => void;
};

/** The dialogs of what is done with the leads that are selected. */
export function SelectionDialogs({ pendingAction: asked, open, filterQuery, ...rest }: DialogsProps) {
  const { action: what, selection: of } = asked;
  const size = useSelectionSize(asked, filterQuery, open);
  const named = selectedLeads(of, filterQuery);
  const isSending = what === "send" || what === "invite";
  return (
    <>
      <SendDialog
        open={open && isSending}
        onClose={rest.onClose}
        recipients={"emails" in named ? named : { ...named, count: size }}
        initialContent={what === "invite" ? "personal" : "code"}
      />
      {!isSending && <BulkActionDialog confirmLabel={what} selection={of} size={size} open={open} filterQuery={filterQuery} {...rest} />}
    </>
  );
}

/** How many are selected. Where the list stopped counting, all of them are counted before anything is done with them. */
function useSelectionSize({ selection: of, size }: PendingAction, filterQuery: LeadFilterQuery, wanted: boolean): string {
  const { data } = useQuery({ ...leadCountQuery(filterQuery), enabled: wanted && of.kind === "all" && size.endsWith("+") });
  return of.kind === "all" && data !== undefined ? data : size;
}
