import { z } from "zod";
import { type CsvExport, csvFormat, endpoint, listQuery } from "./endpoint";
import { CodeText, Email, Id, Instant, Timestamp } from "./fields";
import { actorKinds, eventKinds } from "./kinds";

export const EventKind = z.enum(eventKinds, `must be one of ${eventKinds.join(", ")}`);
export type EventKind = z.output<typeof EventKind>;

export const EventRecord = z
  .object({
    id: Id,
    kind: EventKind,
    at: Timestamp,
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: "The name of the API key or the staff member." }),
    }),
    subject: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The staff member that the event is about, if any. It can be the actor." }),
    requestId: z.string().nullable(),
    code: z.string().nullable(),
    email: z
      .string()
      .nullable()
      .meta({ description: "The lead's email. Null if the event isn't about a lead, or after the lead was deleted." }),
    data: z.record(z.string(), z.unknown()).meta({ description: "More details, depending on the kind." }),
  })
  .meta({ id: "Event" });
export type EventRecord = z.output<typeof EventRecord>;

const csv: CsvExport<EventRecord> = {
  name: "activity",
  columns: {
    Time: ({ at }) => at,
    Event: ({ kind }) => kind,
    Actor: ({ actor }) => actor.kind,
    "Actor name": ({ actor }) => actor.name,
    Subject: ({ subject }) => subject?.name ?? null,
    Code: ({ code }) => code && { text: code },
    Email: ({ email }) => email,
    "Request ID": ({ requestId }) => requestId,
    Details: ({ data }) => JSON.stringify(data),
  },
};

export const listEventsEndpoint = endpoint({
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List events",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    kind: EventKind.optional(),
    by: z
      .enum(actorKinds, `must be one of ${actorKinds.join(", ")}`)
      .optional()
      .meta({ description: "The kind of actor." }),
    actor: Id.optional().meta({ description: "The ID of the API key or the staff member." }),
    code: CodeText.optional(),
    email: Email.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...csvFormat,
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
