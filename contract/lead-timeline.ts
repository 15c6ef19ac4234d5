import * as z from "zod";
import { DeliveryRecord, exampleDelivery } from "./deliveries";
import { endpoint, listQuery } from "./endpoint";
import { actorKinds, automaticMessageKinds } from "./enums";
import { EventRecord } from "./events";
import { Email, Id, Timestamp } from "./fields";

/** An automatic email to a lead, such as a confirmation request. */
export const MessageRecord = DeliveryRecord.omit({ send: true, code: true })
  .extend({
    kind: z.enum(automaticMessageKinds).meta({
      description:
        "`joined`: confirms that the lead joined the waitlist. `confirm`: asks the lead to confirm their email address. `confirm_claim`: asks them to finish a claim with the link in the email. `claimed`: confirms that the lead claimed a code. `reminder`: reminds the lead of their invitation.",
    }),
  })
  .meta({ id: "Message" });
export type MessageRecord = z.output<typeof MessageRecord>;

/** An imported file that added or changed a lead. */
const LeadImport = z
  .object({
    id: Id,
    fileName: z.string().meta({ description: "Empty for pasted rows." }),
    result: z.enum(["created", "updated"]).meta({ description: "Whether the import added the lead or changed it." }),
    actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable(), name: z.string().nullable() }),
  })
  .meta({ id: "LeadImport" });

export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), at: Timestamp, event: EventRecord }),
  z.object({ kind: z.literal("delivery"), at: Timestamp, delivery: DeliveryRecord }),
  z.object({ kind: z.literal("message"), at: Timestamp, message: MessageRecord }),
  z.object({ kind: z.literal("import"), at: Timestamp, import: LeadImport }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const listLeadTimelineEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/timeline",
  tag: "Leads",
  summary: "List a lead's timeline",
  description:
    "Returns the lead's events, deliveries, automatic emails and imports, newest first. The rows of imports are kept for 30 days.",
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
