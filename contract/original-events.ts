import * as z from "zod";
import { CodeRecord, exampleCode } from "./codes";
import { endpoint } from "./endpoint";
import type { EventType } from "./event-types";
import { Id } from "./fields";
import { exampleLead, LeadRecord } from "./leads";

/** The events that the original service had, by the types of ours. */
export const originalEventNames = {
  "lead.created": "LEAD_CREATION",
  "codes.generated": "CODE_CREATION",
  "code.claimed": "CODE_CLAIM",
} as const satisfies Partial<Record<EventType, string>>;

const OriginalEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal(originalEventNames["lead.created"]), data: LeadRecord }),
  z.object({ event: z.literal(originalEventNames["codes.generated"]), data: CodeRecord }),
  z.object({
    event: z.literal(originalEventNames["code.claimed"]),
    data: z.object({ lead: LeadRecord, code: CodeRecord }),
  }),
]);
export type OriginalEvent = z.output<typeof OriginalEvent>;

export const constructEventEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/construct",
  tag: "Events",
  summary: "Get an event in the original format",
  description:
    "For clients of the original service. Returns the event with the ID that a webhook in the original format got as `event`, with the records as they are now; of new codes, the first that the batch still has. Events of other types, and events whose records don't exist any more, are `event_not_found`. Prefer `GET /events/feed`, or webhooks in the standard format, which have the event in their body.",
  access: ["secret_key", "viewer"],
  keyScope: "events",
  isRead: true,
  work: "read",
  body: z.strictObject({ event: Id.meta({ description: "The ID of the event." }) }),
  reply: OriginalEvent,
  errors: ["event_not_found"],
  example: {
    body: { event: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66" },
    reply: {
      event: "CODE_CLAIM",
      data: { lead: { ...exampleLead, hasClaimedCode: true }, code: { ...exampleCode, claims: 1, status: "exhausted" } },
    },
  },
});
