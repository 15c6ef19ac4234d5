import { z } from "zod";
import { endpoint, listQuery } from "./endpoint";
import { CodeText, Email, Id, Instant, Timestamp } from "./fields";

/** What happens, by the names that webhooks will carry too. */
export const eventKinds = [
  "lead.created",
  "lead.deleted",
  "codes.generated",
  "code.claimed",
  "code.sent",
  "code.paused",
  "code.resumed",
  "code.deleted",
  "batch.paused",
  "batch.resumed",
] as const;
export const EventKind = z.enum(eventKinds, `must be one of ${eventKinds.join(", ")}`);
export type EventKind = z.output<typeof EventKind>;

/** Who did it. */
export const actorKinds = ["public_key", "secret_key", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** An event as the service answers it. */
export const EventRecord = z
  .object({
    id: Id,
    kind: EventKind,
    at: Timestamp,
    actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable() }),
    requestId: z.string().nullable(),
    code: z.string().nullable(),
    email: z.string().nullable().meta({ description: "Null when no lead is concerned, and once the lead is deleted." }),
    data: z.record(z.string(), z.unknown()).meta({ description: "Numbers and ids that belong to the kind." }),
  })
  .meta({ id: "Event" });
export type EventRecord = z.output<typeof EventRecord>;

export const listEvents = endpoint({
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List what happened",
  description: "Newest first.",
  access: ["secret_key"],
  query: listQuery({
    kind: EventKind.optional(),
    code: CodeText.optional(),
    email: Email.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
  }),
  reply: z.array(EventRecord),
  refuses: [],
  example: {
    query: { limit: "50", kind: "code.claimed" },
    reply: [
      {
        id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
        kind: "code.claimed",
        at: "2026-11-21T12:00:00.000Z",
        actor: { kind: "public_key", id: "019aa6c5-0000-7000-8000-000000000001" },
        requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11",
        code: "curious-pineapple",
        email: "ada@example.org",
        data: {},
      },
    ],
  },
});
