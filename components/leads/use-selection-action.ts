"use client";

import { useState } from "react";
import type { Selection } from "@/components/list/selection";
import type { SelectionState } from "@/components/list/use-selection";
import type { LeadAct } from "@/contract/lead-acts";

/** What is done with leads that are selected. */
export type SelectionAction = "send" | "invite" | LeadAct;

/** What was asked for which of the leads, as they were selected then: what comes of it may empty the selection while the dialog still closes. */
export type PendingAction = { what: SelectionAction; of: Selection; size: string };

const noAction: PendingAction = { what: "send", of: { kind: "some", ids: [] }, size: "0" };

/** What is asked about the leads that are selected, and what asks. */
export function useSelectionAction(selection: SelectionState) {
  const [asked, setAsked] = useState(noAction);
  const [isOpen, setOpen] = useState(false);
  return {
    asked,
    isOpen,
    ask: (what: SelectionAction) => {
      setAsked({ what, of: selection.value, size: selection.size });
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
