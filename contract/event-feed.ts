import * as z from "zod";
import { BatchRecord, exampleBatchRecord } from "./batches";
import { CodeRecord, exampleCode } from "./codes";
import { endpoint, queryNumber } from "./endpoint";
import { describeEventTypes, type EventTopic, type EventType, eventTopic, eventTypes, exampleChange, typesAbout } from "./event-types";
import { commaSeparated, Id, Timestamp } from "./fields";
import { exampleImport, ImportRecord } from "./imports";
import { exampleLead, LeadRecord } from "./leads";
import { exampleSend, SendRecord } from "./sends";
import { exampleWave, WaveRecord } from "./waves";

const Change = z.record(z.string(), z.unknown()).meta({
  description:
    "What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.",
});

const Gone = z
  .object({
    id: z.string().nullable(),
    code: z.string().optional().meta({ description: "The code as it was then, in events about codes." }),
    deleted: z.literal(true),
    change: Change,
  })
  .meta({ id: "DeletedRecord", description: "The record doesn't exist any more. `id` is `null` if it isn't known." });

const Previous = z.record(z.string(), z.unknown()).meta({
  description: "The values of changed fields as they were before. Only in updates that know them.",
});

/** The record of an event as it is when the event is read. */
const withChange = (id: string, record: z.ZodObject) =>
  z.union([record.extend({ previous: Previous.optional(), change: Change }), Gone]).meta({ id });

const dataSchemas = {
  lead: withChange("LeadEventData", LeadRecord),
  code: withChange("CodeEventData", CodeRecord),
  batch: withChange("BatchEventData", BatchRecord),
  send: withChange("SendEventData", SendRecord),
  wave: withChange("WaveEventData", WaveRecord),
  import: withChange("ImportEventData", ImportRecord),
  records: z.object({
    leads: z.array(Id).meta({ description: "The IDs of leads that changed." }),
    codes: z.array(z.string()).meta({ description: "The codes that changed." }),
    change: Change,
  }),
  account: z.object({ change: Change }),
} as const satisfies Record<EventTopic, z.ZodType>;

const eventWithType = <Type extends z.ZodType>(type: Type, topic: EventTopic) =>
  z.object({
    id: Id.meta({ description: "The same whenever the event is read." }),
    type,
    timestamp: Timestamp,
    project: z.string().meta({ description: "The ID of the project." }),
    sequence: z.number().int().meta({
      description:
        "Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever its `sequence`.",
    }),
    test: z.literal(true).optional().meta({
      description: "Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist.",
    }),
    data: dataSchemas[topic],
  });

const eventAbout = (topic: EventTopic) => eventWithType(z.enum(typesAbout(topic) as [EventType, ...EventType[]]), topic);

/** The schema of the events of a type. */
export const eventSchema = (type: EventType) => eventWithType(z.literal(type), eventTopic(type));

/** An event in the feed. Its `data` is the record that it is about, as it is when the event is read, with what changed. */
export const FeedEvent = z
  .discriminatedUnion("type", [
    eventAbout("lead"),
    eventAbout("code"),
    eventAbout("batch"),
    eventAbout("send"),
    eventAbout("wave"),
    eventAbout("import"),
    eventAbout("records"),
    eventAbout("account"),
  ])
  .meta({ id: "FeedEvent" });
export type FeedEvent = z.output<typeof FeedEvent>;

const exampleRecords = {
  lead: exampleLead,
  code: { ...exampleCode, claims: 1, status: "exhausted" },
  batch: exampleBatchRecord,
  send: exampleSend,
  wave: exampleWave,
  import: exampleImport,
  records: { leads: [exampleLead.id], codes: [exampleCode.code] },
  account: {},
} as const satisfies Record<EventTopic, object>;

/** An example of an event of this type. */
export function exampleEvent(type: EventType): FeedEvent {
  const record = exampleRecords[eventTopic(type)];
  const isGone = type.endsWith(".deleted") && "id" in record;
  const change = isGone && "id" in exampleChange(type) ? { ...exampleChange(type), id: record.id } : exampleChange(type);
  return {
    id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
    type,
    timestamp: "2026-11-21T12:00:00.000Z",
    project: "1",
    sequence: 1_795_262_400_000_250,
    data: { ...(isGone ? { id: record.id, ...("code" in record && { code: record.code }), deleted: true } : record), change },
  } as FeedEvent;
}

/** The longest that a request waits for an event, in seconds. */
export const maxWaitSeconds = 30;

const positionError = "must be a `cursor` that this feed returned, the `id` of an event, or `now`";

/** Where a reader continues: after everything (`now`), or after an event or position with this ID. */
export const FeedPosition = z
  .string(positionError)
  .refine((text) => text === "now" || Id.safeParse(text).success, positionError)
  .transform((text) => text.toLowerCase());

/** The types that a reader asks for, and where it starts. */
const feedQuery = {
  after: FeedPosition.optional().meta({
    override: { type: "string" },
    description:
      "Only events after this `cursor` or event. `now` skips all earlier events. Without it, the feed starts with the first event.",
  }),
  types: commaSeparated(eventTypes, 2000).optional().meta({ description: "Only events of these types, separated by commas." }),
};

export const readFeedEndpoint = endpoint({
  method: "GET",
  path: "/events/feed",
  tag: "Events",
  summary: "Follow events",
  description: `Events in the order in which they happened, oldest first. Send the \`cursor\` of each answer as \`after\` of the next request: you miss none and get none twice. \`data\` is the record as it is when you read the event, with what changed in \`change\`.\n\nThe types are:\n\n${describeEventTypes()}\n\nEvents about staff members and API keys (\`staff.…\` and \`key.…\`) are returned only if \`types\` has them. See the guide, *Follow what happens*.`,
  access: ["secret_key", "viewer"],
  keyScope: "events",
  query: z.strictObject({
    ...feedQuery,
    limit: queryNumber(1, 1000).optional().meta({ description: "The maximum number of events. Defaults to 100." }),
    wait: queryNumber(0, maxWaitSeconds)
      .optional()
      .meta({ description: `How many seconds to wait for an event if there is none, up to ${maxWaitSeconds}. Defaults to 0.` }),
  }),
  isLong: true,
  reply: z.array(FeedEvent),
  beside: z.object({
    cursor: Id.meta({ description: "Where the feed continues: `after` of the next request. Also set if there is no event." }),
    hasMore: z.boolean().meta({ description: "Whether there are more events already." }),
  }),
  errors: [],
  example: {
    query: { types: "code.claimed", wait: "25" },
    reply: [exampleEvent("code.claimed")],
    beside: { cursor: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", hasMore: false },
  },
});

/** After how many seconds a stream ends, so that its reader proves again who they are. */
export const streamSeconds = 60;

/** The lines of an event in a stream (HTML standard, section 9.2). */
export const formatServerSentEvent = ({ id, type, ...event }: FeedEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, ...event })}\n\n`;

export const streamFeedEndpoint = endpoint({
  method: "GET",
  path: "/events/stream",
  tag: "Events",
  summary: "Stream events",
  description: `The events of \`GET /events/feed\` as server-sent events, as they happen: \`event\` is the type, \`data\` the event, and \`id\` where the stream continues, which readers send as \`Last-Event-ID\`. The stream ends after ${streamSeconds} seconds, and readers such as \`EventSource\` connect again. It starts with what happens from now on, unless there's \`after\` or \`Last-Event-ID\`.`,
  access: ["secret_key", "viewer"],
  keyScope: "events",
  query: z.strictObject({
    ...feedQuery,
    after: FeedPosition.optional().meta({
      override: { type: "string" },
      description:
        "Only events after this `cursor` or event. Without it, and without `Last-Event-ID`, which comes first, the stream starts with what happens from now on.",
    }),
  }),
  isLong: true,
  eventStream: true,
  reply: z.custom<AsyncIterable<string>>().meta({ override: { type: "string" } }),
  errors: [],
  example: { query: { types: "code.claimed" }, reply: formatServerSentEvent(exampleEvent("code.claimed")) },
});
