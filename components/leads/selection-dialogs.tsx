"use client";

import { useQuery } from "@tanstack/react-query";
import { SendDialog } from "@/components/sends/send-dialog";
import { ActDialog } from "./act-dialog";
import type { Narrowing } from "./filters";
import { leadsCounted } from "./queries";
import { namedBy } from "./selected";
import type { Asked } from "./use-asked";

type DialogsProps = {
  asked: Asked;
  open: boolean;
  onClose: () => void;
  narrowing: Narrowing;
  /** Told once the leads are deleted that were selected. */
  onDeleted: () => void;
};

/** The dialogs of what is done with the leads that are selected. */
export function SelectionDialogs({ asked, open, narrowing, ...rest }: DialogsProps) {
  const { what, of } = asked;
  const size = useSize(asked, narrowing, open);
  const named = namedBy(of, narrowing);
  const isSending = what === "send" || what === "invite";
  return (
    <>
      <SendDialog
        open={open && isSending}
        onClose={rest.onClose}
        to={"emails" in named ? named : { ...named, count: size }}
        begins={what === "invite" ? "personal" : "code"}
      />
      {!isSending && <ActDialog act={what} of={of} size={size} open={open} narrowing={narrowing} {...rest} />}
    </>
  );
}

/** How many are selected. Where the list stopped counting, all of them are counted before anything is done with them. */
function useSize({ of, size }: Asked, narrowing: Narrowing, wanted: boolean): string {
  const { data } = useQuery({ ...leadsCounted(narrowing), enabled: wanted && of.kind === "all" && size.endsWith("+") });
  return of.kind === "all" && data !== undefined ? data : size;
}
