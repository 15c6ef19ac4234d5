import { claimMessages } from "@/components/public/claim-messages";
import { embedMessages } from "@/components/public/embed-messages";
import { sentenceOf } from "@/components/public/form-messages";
import type { Why } from "./send";

const messages = { ...claimMessages.refused, ...embedMessages.refused };

/** Why it was not done, for a customer: in the words of the pages, with the time in the reader's zone. */
export function sentenceFor({ error, said, wait, from }: Why): string {
  if (error === "unreachable") return embedMessages.unreachable;
  if ((error === "too_many_requests" || error === "proof_needed") && wait) return embedMessages.waitFor(Math.ceil(wait / 60));
  // Staff have said why in their own words.
  if (said && /s_paused$/.test(error)) return said;
  const sentence = sentenceOf(messages, error);
  return from ? `${sentence} ${claimMessages.startsAt}${told(from)}.` : sentence;
}

const told = (at: string): string => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
