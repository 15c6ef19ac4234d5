import type { Tone } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";

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
