import type { Tone } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { SavedEmailSkipReason } from "@/contract/enums";

export type StatusLabel = { label: string; tone: Tone };

/** The labels of what happened to an email. Every page uses them. */
export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, StatusLabel>> = {
  queued: { label: "Queued", tone: "neutral" },
  sending: { label: "Sending", tone: "info" },
  retrying: { label: "Retrying", tone: "warning" },
  sent: { label: "Sent", tone: "positive" },
  saved_to_file: { label: "Saved to file", tone: "warning" },
  failed: { label: "Failed", tone: "negative" },
  bounced: { label: "Bounced", tone: "negative" },
  canceled: { label: "Canceled", tone: "neutral" },
  suppressed: { label: "Suppressed", tone: "neutral" },
};

/** Why an email that was saved to a file isn't sent, in short. */
export const savedSkipReasonLabels: Readonly<Record<SavedEmailSkipReason, string>> = {
  unsubscribed: "Unsubscribed",
  bounced: "Their email bounces",
  complained: "Marked an email as spam",
  suppressed: "Suppressed by staff",
  held: "Held for review",
  unconfirmed: "Email not confirmed",
  already_claimed: "Already claimed the code",
  already_confirmed: "Already confirmed their email",
  not_on_waitlist: "No longer on the waitlist",
  invitation_ended: "Invitation has ended",
  code_deleted: "Code was deleted",
  code_paused: "Code is paused",
  code_expired: "Code has expired",
  code_exhausted: "Code has no uses left",
  newer_email: "A newer email says the same",
};
