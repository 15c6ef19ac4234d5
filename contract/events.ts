import * as z from "zod";
import { endpoint, listQuery, sortParams } from "./endpoint";
import { actorKinds } from "./enums";
import { eventKinds } from "./event-kinds";
import { type CsvExport, csvFormat } from "./export-columns";
import { CodeText, commaSeparated, Email, Id, Instant, oneOf, Timestamp } from "./fields";

export const EventKind = oneOf(eventKinds);
export type EventKind = z.output<typeof EventKind>;

export const EventRecord = z
  .object({
    id: Id,
    kind: EventKind,
    at: Timestamp,
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.string().nullable().meta({ description: "The ID of the API key or staff member." }),
      name: z.string().nullable().meta({ description: "The name of the API key or staff member." }),
    }),
    subject: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The staff member that the event is about, who can also be the actor. `null` for other events." }),
    requestId: z.string().nullable().meta({ description: "The `X-Request-Id` of the request. `null` if the event has no request." }),
    code: z.string().nullable().meta({ description: "The code that the event is about. `null` for other events." }),
    email: z
      .string()
      .nullable()
      .meta({ description: "The email address that the event is about. `null` for other events, and after the lead was deleted." }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        "More details, depending on `kind`. `id`: the ID of the lead or code that was deleted. `leads` (IDs), `codes`, `batch` and `import`: the records that changed with it.",
    }),
  })
  .meta({ id: "Event" });
export type EventRecord = z.output<typeof EventRecord>;

const csv: CsvExport<EventRecord> = {
  name: "activity",
  columns: {
    at: ["Time", ({ at }) => at],
    kind: ["Event", ({ kind }) => kind],
    "actor.kind": ["Actor", ({ actor }) => actor.kind],
    "actor.name": ["Actor name", ({ actor }) => actor.name],
    "subject.name": ["Subject", ({ subject }) => subject?.name ?? null],
    code: ["Code", ({ code }) => code],
    email: ["Email", ({ email }) => email],
    requestId: ["Request ID", ({ requestId }) => requestId],
    data: ["Details", ({ data }) => JSON.stringify(data)],
  },
};

export const listEventsEndpoint = endpoint({
  method: "GET",
  path: "/events",
  tag: "Events",
  summary: "List events",
  description:
    "Newest first by default, without `records.changed` unless `kind` has it, and without `email.delivered` unless `kind` has it or `email` is set. With `order=asc`, oldest first, and without the events of the last moment before which another can still appear: following them with `after` misses none. See the guide, *Keep a copy*.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    kind: commaSeparated(eventKinds, 4000).optional().meta({ description: "Only events of these kinds, separated by commas." }),
    by: oneOf(actorKinds).optional().meta({ description: "Only events caused by this kind of actor." }),
    actor: Id.optional().meta({ description: "Only events caused by the API key or staff member with this ID." }),
    code: CodeText.optional().meta({ description: "Only events about this code." }),
    email: Email.optional().meta({ description: "Only events about this email address." }),
    since: Instant.optional().meta({ description: "Only events at or after this time." }),
    until: Instant.optional().meta({ description: "Only events before this time." }),
    order: sortParams(["time"]).order,
    after: Id.optional().meta({
      description: "Only events that come after the one with this ID, in the order of the list. Events are in the order of their IDs.",
    }),
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
        actor: { kind: "public_key", id: "019aa6c5-0000-7000-8000-000000000001", name: "Website" },
        subject: null,
        requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11",
        code: "curious-pineapple",
        email: "ada@example.org",
        data: {},
      },
    ],
  },
});
