"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import type { SelectionState } from "@/components/list/use-selection";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { CodeAct } from "@/contract/code-acts";
import { ExtendForm } from "./extend-form";
import type { Narrowing } from "./filters";
import { useActOnCodes } from "./mutations";
import { codesCounted } from "./queries";
import { claimsOfSelected, codesOfTotal, namedBy } from "./selected";
import { losers } from "./words";

type DialogsProps = { open: boolean; asked: CodeAct | null; onClose: () => void; selection: SelectionState; narrowing: Narrowing };

/** The dialogs of what is done with the codes that are selected. */
export function SelectionDialogs({ open, asked, ...rest }: DialogsProps) {
  const what = useWhat(rest, open);
  return (
    <>
      <ActDialog act="pause" open={asked === "pause"} what={what} {...rest} />
      <ActDialog act="resume" open={asked === "resume"} what={what} {...rest} />
      <ActDialog act="delete" open={asked === "delete"} what={what} {...rest} />
      <ExtendDialog open={asked === "extend"} what={what} {...rest} />
    </>
  );
}

type Selected = Omit<DialogsProps, "open" | "asked">;
/** What an act is about, by its name: the code itself where it is one. */
type What = { name: string; several: boolean };
type DialogProps = Selected & { open: boolean; what: What };

/** What is selected. Where the list stopped counting, all of them are counted before anything is done with them. */
function useWhat({ selection: { value, size }, narrowing }: Selected, wanted: boolean): What {
  const isCut = value.kind === "all" && size.endsWith("+");
  const { data } = useQuery({ ...codesCounted(narrowing), enabled: wanted && isCut });
  const total = isCut && data !== undefined ? data : size;
  const [only] = value.kind === "some" ? value.ids : [];
  const now: What = { name: total === "1" && only !== undefined ? only : codesOfTotal(total), several: total !== "1" };
  const [last, setLast] = useState(now);
  // While a dialog fades it goes on saying what it was about.
  if (wanted && now.name !== last.name) setLast(now);
  return wanted ? now : last;
}

const questions = {
  pause: {
    ask: "Pause",
    tone: "default",
    consequence: ({ several }: What) =>
      several
        ? "Nobody new can claim them until they are resumed. Who has claimed one keeps access."
        : "Nobody new can claim it until it is resumed. Who has claimed it keeps access.",
  },
  resume: {
    ask: "Resume",
    tone: "default",
    consequence: ({ several }: What) =>
      several
        ? "They can be claimed again where nothing else keeps them from it. Codes of a paused batch stay paused with it."
        : "It can be claimed again where nothing else keeps it from that. A code of a paused batch stays paused with it.",
  },
  delete: {
    ask: "Delete",
    tone: "destructive",
    consequence: ({ several }: What, claims: number | null) =>
      `${losers(claims, several)} ${several ? "They go" : "It goes"} for good, and mail that waits to be sent with ${several ? "them" : "it"} is cancelled.`,
  },
} as const;

function ActDialog({ act, open, onClose, selection, narrowing, what }: DialogProps & { act: keyof typeof questions }) {
  const client = useQueryClient();
  const { ask, tone, consequence } = questions[act];
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`${ask} ${what.name}?`}
      consequence={consequence(what, open ? claimsOfSelected(client, selection.value) : null)}
      action={ask}
      tone={tone}
      word={act === "delete" && what.several ? "delete" : undefined}
      change={useActOnCodes()}
      input={{ act, ...namedBy(selection.value, narrowing) }}
      // What is gone cannot be acted on again.
      onDone={act === "delete" ? selection.clear : undefined}
    />
  );
}

function ExtendDialog({ open, onClose, selection, narrowing, what }: DialogProps) {
  const { mutateAsync } = useActOnCodes();
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
            await mutateAsync({ act: "extend", ...namedBy(selection.value, narrowing), ...extension });
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
