import type { SavedEmailSkipReason } from "@/contract/enums";

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
