import { claimMessages } from "@/components/public/claim-messages";
import { embedMessages } from "@/components/public/embed-messages";
import { errorMessage } from "@/components/public/form-messages";
import type { FormError } from "./api";

const messages = { ...claimMessages.refused, ...embedMessages.refused };

/** Why it was not done, for a customer: in the words of the pages, with the time in the reader's zone. */
export function formErrorMessage({ error, said, wait, from }: FormError): string {
  if (error === "unreachable") return embedMessages.unreachable;
  if ((error === "too_many_requests" || error === "proof_required") && wait) return embedMessages.waitFor(Math.ceil(wait / 60));
  // Staff have said why in their own words.
  if (said && /s_paused$/.test(error)) return said;
  const sentence = errorMessage(messages, error);
  return from ? `${sentence} ${claimMessages.startsAt}${formatTime(from)}.` : sentence;
}

const formatTime = (at: string): string => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
