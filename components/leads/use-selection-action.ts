"use client";

import { useState } from "react";
import type { Selection } from "@/components/list/selection";
import type { SelectionState } from "@/components/list/use-selection";
import type { LeadAction } from "@/contract/bulk-lead-actions";

/** What is done with leads that are selected. */
export type SelectionAction = "send" | "invite" | LeadAction;

/** What was asked for which of the leads, as they were selected then: what comes of it may empty the selection while the dialog still closes. */
export type PendingAction = { action: SelectionAction; selection: Selection; size: string };

const noAction: PendingAction = { action: "send", selection: { kind: "some", ids: [] }, size: "0" };

/** What is asked about the leads that are selected, and what asks. */
export function useSelectionAction(selection: SelectionState) {
  const [pendingAction, setAsked] = useState(noAction);
  const [isOpen, setOpen] = useState(false);
  return {
    pendingAction,
    isOpen,
    startAction: (what: SelectionAction) => {
      setAsked({ action: what, selection: selection.value, size: selection.size });
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
