"use client";

import { useQuery } from "@tanstack/react-query";
import { SendDialog } from "@/components/sends/send-dialog";
import { BulkActionDialog } from "./bulk-action-dialog";
import type { LeadFilterQuery } from "./filters";
import { leadCountQuery } from "./queries";
import { selectedLeads } from "./selected-leads";
import type { PendingAction } from "./use-selection-action";

type DialogsProps = {
  asked: PendingAction;
  open: boolean;
  onClose: () => void;
  narrowing: LeadFilterQuery;
  /** Told once the leads are deleted that were selected. */
  onDeleted: () => void;
};

/** The dialogs of what is done with the leads that are selected. */
export function SelectionDialogs({ asked, open, narrowing, ...rest }: DialogsProps) {
  const { what, of } = asked;
  const size = useSelectionSize(asked, narrowing, open);
  const named = selectedLeads(of, narrowing);
  const isSending = what === "send" || what === "invite";
  return (
    <>
      <SendDialog
        open={open && isSending}
        onClose={rest.onClose}
        to={"emails" in named ? named : { ...named, count: size }}
        begins={what === "invite" ? "personal" : "code"}
      />
      {!isSending && <BulkActionDialog act={what} of={of} size={size} open={open} narrowing={narrowing} {...rest} />}
    </>
  );
}

/** How many are selected. Where the list stopped counting, all of them are counted before anything is done with them. */
function useSelectionSize({ of, size }: PendingAction, narrowing: LeadFilterQuery, wanted: boolean): string {
  const { data } = useQuery({ ...leadCountQuery(narrowing), enabled: wanted && of.kind === "all" && size.endsWith("+") });
  return of.kind === "all" && data !== undefined ? data : size;
}
