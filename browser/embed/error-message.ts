import { claimMessages, embedMessages, errorMessage, tooManyAttempts } from "@/components/public/messages";
import type { EmbedError } from "./api";

const messages = { ...claimMessages.errors, ...embedMessages.errors };

/** The message for an error, with times in the reader's time zone. */
export function formErrorMessage({ name, message, retryAfter, availableAt }: EmbedError): string {
  if (name === "unreachable") return embedMessages.unreachable;
  if ((name === "too_many_requests" || name === "proof_required") && retryAfter) return tooManyAttempts(Math.ceil(retryAfter / 60));
  // While paused, the server's message is the project's own.
  if (message && /s_paused$/.test(name)) return message;
  const text = errorMessage(messages, name);
  return availableAt ? `${text} ${claimMessages.availableFrom.replace("{time}", formatTime(availableAt))}` : text;
}

const formatTime = (time: string): string => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
