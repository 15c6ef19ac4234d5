import * as z from "zod";
import { CodeType } from "./codes";
import { endpoint, listQuery } from "./endpoint";
import { defaultCodeType, waveStatuses } from "./enums";
import { Id, Instant, singleLineText, Timestamp, wholeNumber } from "./fields";
import { maxExpiryDays, maxRecipients } from "./limits";
import { waitlistFilters } from "./waitlist";

const tag = "Waves";

/** Who is invited with what. `size` is how many people are invited, the first in line that match `filter`. */
const waveFields = {
  size: wholeNumber(maxRecipients).meta({ description: "How many people to invite. If fewer match, all of them are invited." }),
  filter: z
    .strictObject(waitlistFilters)
    .optional()
    .meta({ description: "Invites only people who match. Takes the same filters as the waitlist." }),
  type: CodeType.optional().meta({ description: `The format of the personal codes. Defaults to \`${defaultCodeType}\`.` }),
  validUntil: Instant.optional().meta({ description: "When the invitations expire. If omitted, they never expire." }),
  expiresAfterDays: wholeNumber(maxExpiryDays)
    .optional()
    .meta({ description: "Instead of `validUntil`: how many days after each email the invitation expires." }),
  reminderAfterDays: wholeNumber(maxExpiryDays).optional().meta({
    description: "How many days after the email people who haven't claimed their code are reminded, before the invitation expires.",
  }),
  passOn: z.boolean().optional().meta({
    description: "Whether to invite the next person in line for each invitation that is declined or expires. Defaults to `false`.",
  }),
};

const oneExpiry: [
  (body: { validUntil?: string | undefined; expiresAfterDays?: number | undefined }) => boolean,
  { path: string[]; message: string },
] = [
  ({ validUntil, expiresAfterDays }) => validUntil === undefined || expiresAfterDays === undefined,
  { path: ["expiresAfterDays"], message: "can't be combined with `validUntil`" },
];

const reminderBeforeExpiry: [
  (body: { expiresAfterDays?: number | undefined; reminderAfterDays?: number | undefined }) => boolean,
  { path: string[]; message: string },
] = [
  ({ expiresAfterDays, reminderAfterDays }) =>
    expiresAfterDays === undefined || reminderAfterDays === undefined || reminderAfterDays < expiresAfterDays,
  { path: ["reminderAfterDays"], message: "must be less than `expiresAfterDays`" },
];

export const WaveRecord = z
  .object({
    id: Id,
    name: z.string(),
    status: z.enum(waveStatuses).meta({
      description: "`scheduled`: not sent yet. `sent`: its people were invited. `canceled`: canceled before it was sent.",
    }),
    size: z.number().int(),
    filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({ description: "The filters, or `{}`." }),
    type: CodeType,
    validUntil: Timestamp.nullable(),
    expiresAfterDays: z.number().int().nullable(),
    reminderAfterDays: z.number().int().nullable(),
    passOn: z.boolean(),
    invited: z
      .number()
      .int()
      .meta({ description: "The number of people who were invited, including those who got a place that was passed on." }),
    opened: z
      .number()
      .int()
      .meta({ description: "How many of them opened the claim page with their link. Email scanners open links too." }),
    claimed: z.number().int(),
    declined: z.number().int(),
    expired: z.number().int(),
    passedOn: z.number().int().meta({ description: "How many places were passed on to the next in line." }),
    scheduledAt: Timestamp.nullable(),
    sentAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "Wave" });
export type WaveRecord = z.output<typeof WaveRecord>;

const exampleWave: WaveRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e11",
  name: "First 100",
  status: "sent",
  size: 100,
  filter: { source: "page" },
  type: "creative",
  validUntil: null,
  expiresAfterDays: 7,
  reminderAfterDays: 5,
  passOn: true,
  invited: 104,
  opened: 80,
  claimed: 70,
  declined: 1,
  expired: 3,
  passedOn: 4,
  scheduledAt: null,
  sentAt: "2026-11-21T12:00:00.000Z",
  createdAt: "2026-11-21T12:00:00.000Z",
};

export const createWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves",
  tag,
  summary: "Invite the next in line",
  description:
    "Generates a personal code for each of the first people in line, takes them off the waitlist and queues their emails. People with a suppression are skipped. With `scheduledAt`, this happens then. If anything fails, no one is invited.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      ...waveFields,
      name: singleLineText(200).optional().meta({ description: "The name of the wave, and of the batch with its codes." }),
      scheduledAt: Instant.optional().meta({ description: "When to invite them. If omitted, they are invited right away." }),
    })
    .refine(...oneExpiry)
    .refine(...reminderBeforeExpiry),
  isLong: true,
  reply: WaveRecord,
  errors: ["code_space_exhausted", "code_expired", "no_one_to_invite"],
  example: {
    body: { size: 100, filter: { source: "page" }, expiresAfterDays: 7, reminderAfterDays: 5, passOn: true, name: "First 100" },
    reply: exampleWave,
  },
});

const Place = z.object({ email: z.string(), position: z.number().int() });

export const WavePreviewReply = z.object({
  matching: z.number().int().meta({ description: "How many people in line match the filter and can be invited." }),
  invited: z.number().int().meta({ description: "How many would be invited." }),
  first: Place.nullable().meta({ description: "The first person who would be invited." }),
  last: Place.nullable().meta({ description: "The last person who would be invited." }),
  skipped: z
    .array(z.object({ reason: z.enum(["suppressed", "no_match"]), count: z.number().int() }))
    .meta({ description: "How many people ahead of the last one would be skipped: they have a suppression, or don't match the filter." }),
  sample: z.array(Place).meta({ description: "The first people who would be invited, up to 20." }),
});
export type WavePreviewReply = z.output<typeof WavePreviewReply>;

export const previewWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/preview",
  tag,
  summary: "Preview a wave",
  description: "Returns who would be invited and who would be skipped, without inviting anyone.",
  access: ["secret_key", "member"],
  body: z.strictObject({ size: waveFields.size, filter: waveFields.filter }),
  reply: WavePreviewReply,
  errors: [],
  example: {
    body: { size: 100, filter: { source: "page" } },
    reply: {
      matching: 340,
      invited: 100,
      first: { email: "ada@example.org", position: 1 },
      last: { email: "grace@example.org", position: 112 },
      skipped: [{ reason: "no_match", count: 12 }],
      sample: [{ email: "ada@example.org", position: 1 }],
    },
  },
});

export const listWavesEndpoint = endpoint({
  method: "GET",
  path: "/waves",
  tag,
  summary: "List waves",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({}),
  reply: z.array(WaveRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleWave] },
});

const params = z.strictObject({ id: Id });

export const getWaveEndpoint = endpoint({
  method: "GET",
  path: "/waves/:id",
  tag,
  summary: "Get a wave",
  access: ["secret_key", "viewer"],
  params,
  reply: WaveRecord,
  errors: ["wave_not_found"],
  example: { params: { id: exampleWave.id }, reply: exampleWave },
});

export const cancelWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/cancel",
  tag,
  summary: "Cancel a wave",
  description: "Cancels a scheduled wave. Canceling it again changes nothing.",
  access: ["secret_key", "member"],
  params,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_sent"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleWave, status: "canceled", invited: 0, sentAt: null } },
});
