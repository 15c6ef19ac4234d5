import * as z from "zod";
import { batchField, CodeType, notWithBatch } from "./codes";
import { DeliveryCounts } from "./deliveries";
import { contentOverrides, overridesRecord } from "./email-templates";
import { endpoint, listQuery } from "./endpoint";
import { defaultCodeType, waveStatuses, waveStopReasons, weekdays } from "./enums";
import { Id, Instant, oneOf, singleLineText, Timestamp, wholeNumber } from "./fields";
import { QueueingProgress } from "./jobs";
import { leadFilters } from "./lead-filters";
import { maxExpiryDays, maxImmediateRecipients, maxInviteQuota, maxWaveSize } from "./limits";
import { BatchPreview, SendWarnings } from "./send-preview";
import { SendReplyWarnings } from "./sends";

const tag = "Waves";

/** Whom a wave invites: the first in line that match `filter`, those who match `priority` before others. */
const selectionFields = {
  size: wholeNumber(maxWaveSize).meta({ description: "How many people to invite. If fewer match, all of them are invited." }),
  filter: z
    .strictObject(leadFilters)
    .optional()
    .meta({ description: "Invites only people who match. Takes the same filters as the list of leads." }),
  priority: z.strictObject(leadFilters).optional().meta({
    description: "Invites people who match these filters before all others, such as those with at least 2 referrals.",
  }),
};

const Weekday = oneOf(weekdays);

const Repeat = z
  .strictObject({
    weekdays: z
      .array(Weekday, "must be a list of weekdays")
      .min(1, "must have at least one weekday")
      .max(weekdays.length, `must have at most ${weekdays.length} weekdays`)
      .optional()
      .meta({ description: "The days on which people are invited. Defaults to Monday to Friday." }),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, such as 09:00")
      .meta({ description: "The time of day, in the project's time zone.", example: "09:00" }),
    total: wholeNumber(maxWaveSize).meta({
      description: "The wave ends after inviting this many people. Places that are passed on aren't counted.",
    }),
  })
  .meta({ description: "Invites `size` people again and again, until a total." });

const waveFields = {
  ...selectionFields,
  batch: batchField,
  type: CodeType.optional().meta({ description: `The format of the personal codes. Defaults to \`${defaultCodeType}\`.` }),
  validUntil: Instant.optional().meta({ description: "When the invitations expire. If omitted, they never expire." }),
  expiresAfterDays: wholeNumber(maxExpiryDays)
    .optional()
    .meta({ description: "Instead of `validUntil`: how many days after each email the invitation expires." }),
  reminderAfterDays: wholeNumber(maxExpiryDays).optional().meta({
    description: "How many days after the email people who haven't claimed their code are reminded, before the invitation expires.",
  }),
  passOn: z.boolean().optional().meta({
    description: "Whether to invite the next person in line for each invitation that is declined, expires or bounces. Defaults to `false`.",
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

const FilterRecord = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const WaveRecord = z
  .object({
    id: Id,
    name: z.string(),
    status: z.enum(waveStatuses).meta({
      description:
        "`scheduled`: not sent yet. `recurring`: invites people at certain times. `paused`: a recurring wave that doesn't invite anyone until it's resumed. `sent`: its people were invited, or are being invited if `inviting` hasn't ended. `ended`: a recurring wave that was ended before its total. `canceled`: canceled before it was sent.",
    }),
    stopReason: z.enum(waveStopReasons).nullable().meta({
      description:
        "Why it was canceled or ended without anyone asking for it. `no_code_left`: its batch had no code left. `batch_deleted`: its batch was deleted. `codes_expired`: its codes would have expired before. `null` otherwise.",
    }),
    size: z.number().int().meta({ description: "How many people it invites. For a recurring wave: each time." }),
    filter: FilterRecord.meta({ description: "The filters, or `{}`." }),
    priority: FilterRecord.meta({ description: "The filters of people who are invited before others, or `{}`." }),
    repeat: z
      .object({
        weekdays: z.array(Weekday),
        time: z.string(),
        total: z.number().int(),
        remaining: z.number().int().meta({ description: "How many people it will still invite." }),
      })
      .nullable()
      .meta({ description: "When a recurring wave invites people. `null` for other waves." }),
    batch: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The existing batch whose codes it hands out. `null` if it creates new codes, or the batch was deleted." }),
    type: CodeType,
    validUntil: Timestamp.nullable(),
    expiresAfterDays: z.number().int().nullable(),
    reminderAfterDays: z.number().int().nullable(),
    passOn: z.boolean(),
    inviteQuota: z.number().int().nullable().meta({
      description: "How many invite codes each person it invites can get. `null` if the project's `inviteQuota` decides.",
    }),
    invited: z
      .number()
      .int()
      .meta({ description: "The number of people who were invited, including those who got a place that was passed on." }),
    content: overridesRecord("The texts of this wave's emails."),
    opened: z.number().int().meta({
      description:
        "How many of them opened the claim page of their link in a browser, or submitted its form. Fetching the page, as email scanners do, doesn't count. Scanners that run the page's script count, and people without JavaScript count once they submit the form.",
    }),
    claimed: z.number().int(),
    declined: z.number().int(),
    expired: z.number().int(),
    bounced: z.number().int().meta({ description: "How many emails bounced." }),
    deliveries: DeliveryCounts.meta({ description: "The number of emails with invitations by status." }),
    passedOn: z.number().int().meta({ description: "How many places were passed on to the next in line." }),
    inviting: QueueingProgress.nullable().meta({
      description:
        "The background job that invites the people of a large wave in parts, or did last time. `null` if they were invited at once, and a month after the job ended.",
    }),
    scheduledAt: Timestamp.nullable().meta({ description: "When it's sent. For a recurring wave: when it invites people next." }),
    sentAt: Timestamp.nullable().meta({ description: "When it was sent. For a recurring wave: the first time." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Wave" });
export type WaveRecord = z.output<typeof WaveRecord>;

/** When a recurring wave invites people. */
export type WaveRepeat = Omit<NonNullable<WaveRecord["repeat"]>, "remaining">;

export const exampleWave: WaveRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e11",
  name: "First 100",
  status: "sent",
  stopReason: null,
  size: 100,
  filter: { source: "page" },
  priority: {},
  repeat: null,
  batch: null,
  type: "creative",
  validUntil: null,
  expiresAfterDays: 7,
  reminderAfterDays: 5,
  passOn: true,
  inviteQuota: null,
  content: null,
  invited: 104,
  opened: 80,
  claimed: 70,
  declined: 1,
  expired: 3,
  bounced: 0,
  deliveries: { queued: 0, sending: 0, retrying: 0, sent: 50, saved_to_file: 0, failed: 0, bounced: 0, canceled: 0, suppressed: 0 },
  passedOn: 4,
  inviting: null,
  scheduledAt: null,
  sentAt: "2026-11-21T12:00:00.000Z",
  createdAt: "2026-11-21T12:00:00.000Z",
};

export const createWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves",
  tag,
  summary: "Invite the next in line",
  description: `Generates a personal code for each of the first people in line, or gives each one of the codes of \`batch\`, takes them off the waitlist and queues their emails. People with a suppression are skipped. People for whom the batch has no code left stay in line. With \`scheduledAt\`, this happens then. With \`repeat\`, it happens at each of these times, from \`scheduledAt\` on. If anything fails, no one is invited. More than ${maxImmediateRecipients.toLocaleString("en-US")} people are invited in parts after the response: those who are in line now, until all are invited, something fails or the wave is canceled. \`subject\`, \`body\` and \`button\` replace those of the email template for this wave, with the same rules.`,
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      ...waveFields,
      name: singleLineText(200).optional().meta({ description: "The name of the wave, and of the batch with its codes." }),
      scheduledAt: Instant.optional().meta({ description: "When to invite them. If omitted, they are invited right away." }),
      repeat: Repeat.optional(),
      inviteQuota: wholeNumber(maxInviteQuota, 0).optional().meta({
        description:
          "How many invite codes each person it invites can get after they claimed their code. Defaults to the project's `inviteQuota`.",
      }),
      ...contentOverrides,
      templateId: Id.optional().meta({
        description:
          "The ID of a version of the email template `invitation`, whose texts are used instead of the current ones. `subject`, `body` and `button` replace its texts.",
      }),
    })
    .refine(...notWithBatch("type", "validUntil", "expiresAfterDays"))
    .refine(...oneExpiry)
    .refine(...reminderBeforeExpiry),
  isLong: true,
  reply: WaveRecord.extend({ warnings: SendReplyWarnings }),
  errors: ["batch_not_found", "code_space_exhausted", "code_expired", "no_one_to_invite", "email_template_version_not_found"],
  example: {
    body: { size: 100, filter: { source: "page" }, expiresAfterDays: 7, reminderAfterDays: 5, passOn: true, name: "First 100" },
    reply: { ...exampleWave, warnings: [] },
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

const waveParams = z.strictObject({ id: Id });

export const getWaveEndpoint = endpoint({
  method: "GET",
  path: "/waves/:id",
  tag,
  summary: "Get a wave",
  access: ["secret_key", "viewer"],
  params: waveParams,
  reply: WaveRecord,
  errors: ["wave_not_found"],
  example: { params: { id: exampleWave.id }, reply: exampleWave },
});

export const cancelWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/cancel",
  tag,
  summary: "Cancel a wave",
  description:
    "Cancels a scheduled wave, or stops a large wave whose people are being invited: no one else is invited, and people whose email wasn't sent yet return to their position in line. Canceling it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  isLong: true,
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_sent"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleWave, status: "canceled", invited: 0, sentAt: null } },
});

export const WaveStats = z.object({
  days: z
    .array(z.object({ date: z.string(), invited: z.number().int(), claimed: z.number().int() }))
    .meta({ description: "From the first invitation to a week after the last invitation or claim, in the project's time zone." }),
});
export type WaveStats = z.output<typeof WaveStats>;

export const getWaveStatsEndpoint = endpoint({
  method: "GET",
  path: "/waves/:id/stats",
  tag,
  summary: "Get daily wave stats",
  description: "Returns how many people the wave invited per day, and how many of them claimed their code.",
  access: ["secret_key", "viewer"],
  params: waveParams,
  reply: WaveStats,
  errors: ["wave_not_found"],
  example: { params: { id: exampleWave.id }, reply: { days: [{ date: "2026-11-21", invited: 100, claimed: 12 }] } },
});

const exampleRecurring: WaveRecord = {
  ...exampleWave,
  name: "20 every weekday",
  status: "recurring",
  size: 20,
  repeat: { weekdays: ["monday", "tuesday", "wednesday", "thursday", "friday"], time: "09:00", total: 500, remaining: 400 },
  invited: 100,
  scheduledAt: "2026-11-24T09:00:00.000Z",
};

export const pauseWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/pause",
  tag: "Waves",
  summary: "Pause a recurring wave",
  description: "Invites no one until the wave is resumed. Pausing it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleRecurring, status: "paused", scheduledAt: null } },
});

export const resumeWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/resume",
  tag: "Waves",
  summary: "Resume a recurring wave",
  description: "Continues at the next of its times. Times that passed during the pause are skipped. Resuming it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: exampleRecurring },
});

export const endWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/end",
  tag: "Waves",
  summary: "End a recurring wave",
  description:
    "Invites no one else, and passes no more places on. The invitations that were sent stay valid. Ending it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleRecurring, status: "ended", scheduledAt: null } },
});

const waveSkipReasons = ["suppressed", "bounced", "cannot_claim", "unconfirmed", "held", "no_match", "later", "no_code_left"] as const;

const Place = z.object({ email: z.string(), position: z.number().int() });

export const WavePreviewReply = z.object({
  matching: z.number().int().meta({ description: "How many people in line match the filter and can be invited." }),
  preferred: z.number().int().meta({ description: "How many of those who would be invited match `priority`." }),
  invited: z.number().int().meta({ description: "How many would be invited." }),
  first: Place.nullable().meta({ description: "The person with the lowest position who would be invited." }),
  last: Place.nullable().meta({ description: "The person with the highest position who would be invited." }),
  skipped: z.array(z.object({ reason: z.enum(waveSkipReasons), count: z.number().int() })).meta({
    description:
      "How many people would be skipped and why. In line ahead of the last one: `suppressed`, `bounced` (an email to them bounced), `cannot_claim` (`batch` doesn't allow the domain of their email address, or another code of it for someone who claimed one), `no_match` (don't match `filter`) and `later` (others are invited before them because of `priority`). `unconfirmed`: haven't confirmed their email address, so that they aren't in line or don't match `filter`. `held`: held for review, so that they aren't in line. `no_code_left`: stay in line, because the batch has no code left for them.",
  }),
  sample: z.array(Place).meta({ description: "The first people who would be invited, up to 20." }),
  warnings: SendWarnings.meta({ description: "Possible problems with the emails that don't prevent the wave." }),
  batch: BatchPreview.nullable().meta({ description: "The batch whose codes they would get. `null` without `batch`." }),
});
export type WavePreviewReply = z.output<typeof WavePreviewReply>;

export const previewWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/preview",
  tag: "Waves",
  summary: "Preview a wave",
  description: "Returns who would be invited and who would be skipped, without inviting anyone.",
  access: ["secret_key", "member"],
  isRead: true,
  work: "read",
  body: z.strictObject({ ...selectionFields, batch: batchField }),
  reply: WavePreviewReply,
  errors: ["batch_not_found"],
  example: {
    body: { size: 100, filter: { source: "page" } },
    reply: {
      matching: 340,
      preferred: 0,
      invited: 100,
      first: { email: "ada@example.org", position: 1 },
      last: { email: "grace@example.org", position: 112 },
      skipped: [{ reason: "no_match", count: 12 }],
      sample: [{ email: "ada@example.org", position: 1 }],
      warnings: [],
      batch: null,
    },
  },
});
