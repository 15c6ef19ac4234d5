import { sql } from "drizzle-orm";
import { exampleEvent, type FeedEvent } from "@/contract/event-feed";
import type { EventType } from "@/contract/event-types";
import { webhookTestLimit } from "@/contract/limits";
import type { WebhookDeliveryRecord } from "@/contract/webhooks";
import { webhookDeliveries } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { eventSequence } from "../events/event-records";
import { consumeRateLimit } from "../rate-limits";
import { attemptDelivery } from "./attempt";
import { getWebhookDelivery } from "./deliveries";
import { getWebhookRow } from "./record";
import { payloadOf, receiverOf } from "./target";

/** Sends a sample of an event to a webhook once, and returns what became of it. Throws `webhook_not_found` and `too_many_requests`. */
export async function testWebhook(ctx: Context, id: string, type: EventType): Promise<WebhookDeliveryRecord> {
  const webhook = await getWebhookRow(ctx, id);
  await consumeRateLimit(ctx, { name: "webhook_test", ...webhookTestLimit }, "project");
  const eventId = newId();
  const sample: FeedEvent = {
    ...exampleEvent(type),
    id: eventId,
    timestamp: new Date(currentTime()).toISOString(),
    sequence: eventSequence(eventId),
    test: true,
  };
  const payload = payloadOf(webhook, sample);
  if (payload === null) throw new ApiError("invalid_input", { fields: { type: ["isn't sent in the format of this webhook"] } });
  const { attempt, outcome } = await attemptDelivery(receiverOf(webhook), { id: eventId, payload });
  return inTransaction(ctx, async (inner) => {
    // It may have been deleted while it answered.
    await getWebhookRow(inner, id, { lock: true });
    await inner.db.insert(webhookDeliveries).values({
      projectId: ctx.projectId,
      webhookId: id,
      eventId,
      type,
      isTest: true,
      payload,
      status: outcome === "delivered" ? "delivered" : "failed",
      attempts: [attempt],
      endedAt: sql`now()`,
    });
    const { payload: _, ...record } = await getWebhookDelivery(inner, id, eventId);
    return record;
  });
}
