import { z } from "zod";
import { asCsv, type Csv, endpoint, listQuery } from "./endpoint";
import { CodeText, Email, Id, Instant, Timestamp } from "./fields";
import { actorKinds, eventKinds } from "./kinds";

export const EventKind = z.enum(eventKinds, `must be one of ${eventKinds.join(", ")}`);
export type EventKind = z.output<typeof EventKind>;

/** An event as the service answers it. */
export const EventRecord = z
  .object({
    id: Id,
    kind: EventKind,
    at: Timestamp,
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: "The name of the key, or of whoever of the staff it was." }),
    }),
    subject: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "Whoever of the staff it was done to, which may be who did it. Null when none of them is concerned." }),
    requestId: z.string().nullable(),
    code: z.string().nullable(),
    email: z.string().nullable().meta({ description: "Null when no lead is concerned, and once the lead is deleted." }),
    data: z.record(z.string(), z.unknown()).meta({ description: "Numbers and ids that belong to the kind." }),
  })
  .meta({ id: "Event" });
export type EventRecord = z.output<typeof EventRecord>;

/** How events stand in a CSV file. */
const csv: Csv<EventRecord> = {
  name: "activity",
  columns: {
    Time: ({ at }) => at,
    What: ({ kind }) => kind,
    By: ({ actor }) => actor.kind,
    Name: ({ actor }) => actor.name,
    Whom: ({ subject }) => subject?.name ?? null,
    Code: ({ code }) => code && { text: code },
    Address: ({ email }) => email,
    Request: ({ requestId }) => requestId,
    Details: ({ data }) => JSON.stringify(data),
  },
};

export const listEventsEndpoint = endpoint({
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List what happened",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    kind: EventKind.optional(),
    by: z
      .enum(actorKinds, `must be one of ${actorKinds.join(", ")}`)
      .optional()
      .meta({ description: "What kind of actor did it." }),
    actor: Id.optional().meta({ description: "The id of the key, or of whoever of the staff did it." }),
    code: CodeText.optional(),
    email: Email.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...asCsv,
  }),
  csv,
  reply: z.array(EventRecord),
  errors: [],
  example: {
    query: { limit: "50", kind: "code.claimed" },
    reply: [
      {
        id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
        kind: "code.claimed",
        at: "2026-11-21T12:00:00.000Z",
        actor: { kind: "public_key", id: "019aa6c5-0000-7000-8000-000000000001", name: "Web site" },
        subject: null,
        requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11",
        code: "curious-pineapple",
        email: "ada@example.org",
        data: {},
      },
    ],
  },
});
