import { codeStatusLabels } from "@/components/codes/labels";
import type { Tone } from "@/components/ui/status";
import type { CodeRecord } from "@/contract/codes";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { sendKinds } from "@/contract/kinds";
import type { RetryReply, SendRecord, SkipReason } from "@/contract/sends";
import { dayIn } from "@/lib/clock-formats";
import { lastBefore } from "@/lib/moments";

/** Where a message stands, in a word with its colour, and what that means. */
export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, { word: string; tone: Tone; means: string }>> = {
  queued: { word: "Queued", tone: "neutral", means: "It waits for its turn." },
  sending: { word: "Sending", tone: "info", means: "It is on its way to the mail server." },
  retrying: { word: "Trying again", tone: "warning", means: "The mail server could not take it yet." },
  sent: { word: "Sent", tone: "positive", means: "The mail server took it." },
  kept: { word: "Kept as a file", tone: "info", means: "No mail server is connected, so it was written to a file and nobody got it." },
  failed: { word: "Failed", tone: "negative", means: "The mail server refused it for good." },
  cancelled: { word: "Cancelled", tone: "neutral", means: "It was stopped before it left, or its code was deleted first." },
  suppressed: { word: "Held back", tone: "neutral", means: "This address is not to be written to." },
};

/** The statuses of messages that may still change by themselves. */
export const pendingStatuses = ["queued", "sending", "retrying"] as const satisfies readonly DeliveryStatus[];

/** What a send is of, in words. */
export const sendKindLabels: Readonly<Record<(typeof sendKinds)[number], string>> = {
  code: "One code for all",
  invitation: "Personal codes",
};

/** What was sent: the code itself, or the batch of personal codes. */
export const sendTitle = ({ kind, code, batch }: Pick<SendRecord, "kind" | "code" | "batch">): string =>
  kind === "code" ? (code ?? "A deleted code") : (batch?.name ?? "Personal codes");

const skipReasonForms: Readonly<Record<SkipReason, { one: string; many: string }>> = {
  not_a_lead: { one: "is not a lead", many: "are not leads" },
  duplicate: { one: "repeats an address that was named before", many: "repeat addresses that were named before" },
  reserved_for_another: {
    one: "cannot have it: the code is reserved for somebody else",
    many: "cannot have it: the code is reserved for somebody else",
  },
  held: { one: "has a sign-up that is held", many: "have sign-ups that are held" },
  already_claimed: { one: "has claimed this code already", many: "have claimed this code already" },
  suppressed: { one: "is not to be written to", many: "are not to be written to" },
  code_unusable: {
    one: "has a personal code that cannot be sent any more",
    many: "have personal codes that cannot be sent any more",
  },
};

/** How many get no mail and why: "3 are not leads". */
export const skippedLabel = (reason: SkipReason, count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? skipReasonForms[reason].one : skipReasonForms[reason].many}`;

const shown = (count: number): string => count.toLocaleString("en");

const counted = (count: number, noun: string): string => `${shown(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A number of leads: "1 lead", "1,204 leads". */
export const leadCountLabel = (count: number): string => counted(count, "lead");

/** A number of messages: "1 message", "1,204 messages". */
export const messageCountLabel = (count: number): string => counted(count, "message");

/** What came of trying messages again: "12 messages are queued again, 3 were passed over". */
export function retryResultMessage({ requeued, passedOver }: Pick<RetryReply, "requeued" | "passedOver">): string {
  const queued = `${requeued === 0 ? "No message" : messageCountLabel(requeued)} ${requeued > 1 ? "are" : "is"} queued again`;
  return passedOver === 0 ? queued : `${queued}, ${shown(passedOver)} ${passedOver === 1 ? "was" : "were"} passed over`;
}

/** How a code stands: "Active, 12 of 50 uses left, ends 31 Dec 2026". */
export function codeSummary({ status, claims, allowedClaims, validFrom, validUntil, reservedFor }: CodeRecord, zone: string): string {
  const left = allowedClaims - claims;
  return [
    codeStatusLabels[status].word,
    left === 0 ? null : left === allowedClaims ? `${counted(left, "use")} left` : `${shown(left)} of ${counted(allowedClaims, "use")} left`,
    status === "scheduled" && validFrom !== null ? `from ${dayIn(new Date(validFrom), zone)}` : null,
    validUntil !== null ? `${status === "expired" ? "ended" : "ends"} ${dayIn(lastBefore(validUntil), zone)}` : null,
    reservedFor !== null ? `reserved for ${reservedFor.email}` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
