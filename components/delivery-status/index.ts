import type { Tone } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";

/** The labels of what happened to an email. */
export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, { label: string; tone: Tone; description: string }>> = {
  queued: { label: "Queued", tone: "neutral", description: "Waiting to be sent." },
  sending: { label: "Sending", tone: "info", description: "Being handed to the mail server." },
  retrying: { label: "Retrying", tone: "warning", description: "The mail server couldn't accept the email yet." },
  sent: { label: "Sent", tone: "positive", description: "The mail server accepted the email." },
  saved_to_file: { label: "Saved to file", tone: "info", description: "Saved as a file, because no mail server is connected." },
  failed: { label: "Failed", tone: "negative", description: "The mail server rejected the email." },
  bounced: { label: "Bounced", tone: "negative", description: "The email address can't receive email. We don't email it again." },
  canceled: { label: "Canceled", tone: "neutral", description: "Canceled before it was sent, or its code was deleted." },
  suppressed: { label: "Suppressed", tone: "neutral", description: "We never email this person." },
};
