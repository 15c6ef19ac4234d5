import { codeStatusLabels } from "@/components/codes/labels";
import type { Tone } from "@/components/ui/status";
import type { CodeRecord } from "@/contract/codes";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { sendKinds } from "@/contract/kinds";
import type { RetrySendReply, SendRecord, SkipReason } from "@/contract/sends";
import { formatDay } from "@/lib/date-formats";
import { lastInstantBefore } from "@/lib/local-time";

/** Where a message stands, in a word with its colour, and what that means. */
export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, { label: string; tone: Tone; description: string }>> = {
  queued: { label: "Queued", tone: "neutral", description: "It waits for its turn." },
  sending: { label: "Sending", tone: "info", description: "It is on its way to the mail server." },
  retrying: { label: "Trying again", tone: "warning", description: "The mail server could not take it yet." },
  sent: { label: "Sent", tone: "positive", description: "The mail server took it." },
  saved_to_file: { label: "Kept as a file", tone: "info", description: "No mail server is connected, so it was written to a file and nobody got it." },
  failed: { label: "Failed", tone: "negative", description: "The mail server refused it for good." },
  canceled: { label: "Cancelled", tone: "neutral", description: "It was stopped before it left, or its code was deleted first." },
  suppressed: { label: "Held back", tone: "neutral", description: "This address is not to be written to." },
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
export function retryResultMessage({ requeued, skippedCount: passedOver }: Pick<RetrySendReply, "requeued" | "passedOver">): string {
  const queued = `${requeued === 0 ? "No message" : messageCountLabel(requeued)} ${requeued > 1 ? "are" : "is"} queued again`;
  return passedOver === 0 ? queued : `${queued}, ${shown(passedOver)} ${passedOver === 1 ? "was" : "were"} passed over`;
}

/** How a code stands: "Active, 12 of 50 uses left, ends 31 Dec 2026". */
export function codeSummary({ status, claims, allowedClaims, validFrom, validUntil, reservedFor }: CodeRecord, zone: string): string {
  const left = allowedClaims - claims;
  return [
    codeStatusLabels[status].label,
    left === 0 ? null : left === allowedClaims ? `${counted(left, "use")} left` : `${shown(left)} of ${counted(allowedClaims, "use")} left`,
    status === "scheduled" && validFrom !== null ? `from ${formatDay(new Date(validFrom), zone)}` : null,
    validUntil !== null ? `${status === "expired" ? "ended" : "ends"} ${formatDay(lastInstantBefore(validUntil), zone)}` : null,
    reservedFor !== null ? `reserved for ${reservedFor.email}` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
