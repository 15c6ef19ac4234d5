"use client";

import { useState } from "react";
import type { LeadFilterQuery } from "@/components/leads";
import type { Selection, SelectionState } from "@/components/list/selection";
import { lazyDialog } from "@/components/ui/lazy";
import type { LeadAction } from "@/contract/bulk-lead-actions";

/** The dialogs of the bulk actions on leads. */
export const SelectionDialogs = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.SelectionDialogs));

/** What can be done with selected leads. */
export type SelectionAction = "send" | "invite" | "announce" | LeadAction;

/** An action and the leads that were selected when it started. Running it may clear the selection while the dialog is still closing. */
export type PendingAction = { action: SelectionAction; selection: Selection; size: string };

const noAction: PendingAction = { action: "send", selection: { kind: "some", ids: [] }, size: "0" };

/** Keeps the action whose dialog is open. `dialogProps` are for `SelectionDialogs`. */
export function useSelectionAction(selection: SelectionState, filterQuery: LeadFilterQuery) {
  const [pendingAction, setPendingAction] = useState(noAction);
  const [isOpen, setOpen] = useState(false);
  return {
    dialogProps: { pendingAction, open: isOpen, onClose: () => setOpen(false), filterQuery, onRemoved: selection.clear },
    startAction: (action: SelectionAction) => {
      setPendingAction({ action, selection: selection.value, size: selection.size });
      setOpen(true);
    },
  };
}
