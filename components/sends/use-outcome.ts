import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSettled } from "@/components/ui/use-settled";
import { outcomeOf } from "./dialog-queries";
import { askOf, broughtBy, Draft, type SendTo } from "./draft";

/** How long the question waits for the next letter, in milliseconds. */
const pause = 300;

let askedSoFar = 0;

/** What would come of a draft, asked anew once it has stayed the same for a moment; nothing while it is not complete. */
export function useOutcome(draft: Draft, to: SendTo | undefined) {
  const text = JSON.stringify(draft);
  const settled = useSettled(text, pause);
  const { id, asked, brought } = useMemo(() => {
    const filled = JSON.parse(settled);
    const { data } = Draft.safeParse(filled);
    return { id: String(++askedSoFar), asked: data === undefined ? null : askOf(data, to), brought: broughtBy(filled) };
  }, [settled, to]);
  const outcome = useQuery(outcomeOf(id, asked));
  return {
    asked,
    /** What the mail would bring; null while that is not known. */
    brought,
    outcome,
    /** Whether what stands there is the answer to what is filled in. */
    isSettled: settled === text && outcome.isSuccess && !outcome.isPlaceholderData,
  };
}
