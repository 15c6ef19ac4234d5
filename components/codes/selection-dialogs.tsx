"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import type { SelectionState } from "@/components/list/use-selection";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { CodeAction } from "@/contract/code-updates";
import { ExtendForm } from "./extend-form";
import type { CodeFilterQuery } from "./filters";
import { useBulkUpdateCodes } from "./mutations";
import { codeCountQuery } from "./queries";
import { countSelectedClaims, codeTotalLabel, selectedCodes } from "./selected-codes";
import { lostAccessSentence } from "./labels";

type DialogsProps = { open: boolean; asked: CodeAction | null; onClose: () => void; selection: SelectionState; narrowing: CodeFilterQuery };

/** The dialogs of what is done with the codes that are selected. */
export function SelectionDialogs({ open, asked, ...rest }: DialogsProps) {
  const what = useSelectionSummary(rest, open);
  return (
    <>
      <ConfirmBulkActionDialog act="pause" open={asked === "pause"} what={what} {...rest} />
      <ConfirmBulkActionDialog act="resume" open={asked === "resume"} what={what} {...rest} />
      <ConfirmBulkActionDialog act="delete" open={asked === "delete"} what={what} {...rest} />
      <ExtendDialog open={asked === "extend"} what={what} {...rest} />
    </>
  );
}

type SelectionProps = Omit<DialogsProps, "open" | "asked">;
/** What an act is about, by its name: the code itself where it is one. */
type SelectionSummary = { name: string; several: boolean };
type DialogProps = SelectionProps & { open: boolean; what: SelectionSummary };

/** What is selected. Where the list stopped counting, all of them are counted before anything is done with them. */
function useSelectionSummary({ selection: { value, size }, narrowing }: SelectionProps, wanted: boolean): SelectionSummary {
  const isCut = value.kind === "all" && size.endsWith("+");
  const { data } = useQuery({ ...codeCountQuery(narrowing), enabled: wanted && isCut });
  const total = isCut && data !== undefined ? data : size;
  const [only] = value.kind === "some" ? value.ids : [];
  const now: SelectionSummary = { name: total === "1" && only !== undefined ? only : codeTotalLabel(total), several: total !== "1" };
  const [last, setLast] = useState(now);
  // While a dialog fades it goes on saying what it was about.
  if (wanted && now.name !== last.name) setLast(now);
  return wanted ? now : last;
}

const confirmations = {
  pause: {
    ask: "Pause",
    tone: "default",
    consequence: ({ several }: SelectionSummary) =>
      several
        ? "Nobody new can claim them until they are resumed. Who has claimed one keeps access."
        : "Nobody new can claim it until it is resumed. Who has claimed it keeps access.",
  },
  resume: {
    ask: "Resume",
    tone: "default",
    consequence: ({ several }: SelectionSummary) =>
      several
        ? "They can be claimed again where nothing else keeps them from it. Codes of a paused batch stay paused with it."
        : "It can be claimed again where nothing else keeps it from that. A code of a paused batch stays paused with it.",
  },
  delete: {
    ask: "Delete",
    tone: "destructive",
    consequence: ({ several }: SelectionSummary, claims: number | null) =>
      `${lostAccessSentence(claims, several)} ${several ? "They go" : "It goes"} for good, and mail that waits to be sent with ${several ? "them" : "it"} is cancelled.`,
  },
} as const;

function ConfirmBulkActionDialog({ act, open, onClose, selection, narrowing, what }: DialogProps & { act: keyof typeof confirmations }) {
  const client = useQueryClient();
  const { ask, tone, consequence } = confirmations[act];
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`${ask} ${what.name}?`}
      consequence={consequence(what, open ? countSelectedClaims(client, selection.value) : null)}
      action={ask}
      tone={tone}
      word={act === "delete" && what.several ? "delete" : undefined}
      change={useBulkUpdateCodes()}
      input={{ act, ...selectedCodes(selection.value, narrowing) }}
      // What is gone cannot be acted on again.
      onDone={act === "delete" ? selection.clear : undefined}
    />
  );
}

function ExtendDialog({ open, onClose, selection, narrowing, what }: DialogProps) {
  const { mutateAsync } = useBulkUpdateCodes();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={`Extend ${what.name}`}
        description={
          what.several
            ? "The same for each of them, also for those that were extended before."
            : "Sooner or later than now, more often or less."
        }
      >
        <ExtendForm
          usesHint="A code that more have claimed keeps its own number."
          onExtend={async (extension) => {
            await mutateAsync({ act: "extend", ...selectedCodes(selection.value, narrowing), ...extension });
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
