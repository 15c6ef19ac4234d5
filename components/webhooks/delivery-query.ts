import type { WebhookDeliveryRecord } from "@/contract/webhooks";

/** How often deliveries are refetched in milliseconds: soon if one is about to be sent, seldom if the next attempt is later, and not at all if none is pending. */
export function deliveryRefetchInterval(deliveries: readonly Pick<WebhookDeliveryRecord, "status" | "nextAttemptAt">[]): number | false {
  const pending = deliveries.filter(({ status }) => status === "pending");
  if (pending.length === 0) return false;
  const soon = Date.now() + 30_000;
  return pending.some(({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon) ? 2000 : 15_000;
}
