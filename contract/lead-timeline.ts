import { z } from "zod";
import { DeliveryRecord, exampleDelivery } from "./deliveries";
import { endpoint, listQuery } from "./endpoint";
import { EventRecord } from "./events";
import { Email, Timestamp } from "./fields";
import { ownMessageKinds } from "./kinds";

const tag = "Leads";

/** A message that the service wrote to a lead by itself, as it stands now. */
export const MessageRecord = DeliveryRecord.omit({ send: true, code: true })
  .extend({
    kind: z.enum(ownMessageKinds).meta({
      description:
        "`joined`: that they are on the waitlist. `confirm`: that they are to confirm their address. `claimed`: that they have claimed a code.",
    }),
  })
  .meta({ id: "Message" });
export type MessageRecord = z.output<typeof MessageRecord>;

/** Something of a lead's history: what happened, or a message to them and how that went. */
export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), at: Timestamp, event: EventRecord }),
  z.object({ kind: z.literal("delivery"), at: Timestamp, delivery: DeliveryRecord }),
  z.object({ kind: z.literal("message"), at: Timestamp, message: MessageRecord }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const listTimelineEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/timeline",
  tag,
  summary: "List what happened with a lead",
  description: "Every change, claim and message, newest first.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  query: listQuery({}),
  reply: z.array(TimelineEntry),
  errors: ["lead_not_found"],
  example: {
    params: { email: "ada@example.org" },
    reply: [{ kind: "delivery", at: exampleDelivery.createdAt, delivery: exampleDelivery }],
  },
});
