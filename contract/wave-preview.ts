import * as z from "zod";
import { batchField } from "./codes";
import { endpoint } from "./endpoint";
import { BatchPreview, SendWarnings } from "./send-preview";
import { selectionFields } from "./waves";

const waveSkipReasons = ["suppressed", "bounced", "unconfirmed", "held", "no_match", "later", "no_code_left"] as const;

const Place = z.object({ email: z.string(), position: z.number().int() });

export const WavePreviewReply = z.object({
  matching: z.number().int().meta({ description: "How many people in line match the filter and can be invited." }),
  preferred: z.number().int().meta({ description: "How many of those who would be invited match `priority`." }),
  invited: z.number().int().meta({ description: "How many would be invited." }),
  first: Place.nullable().meta({ description: "The person with the lowest position who would be invited." }),
  last: Place.nullable().meta({ description: "The person with the highest position who would be invited." }),
  skipped: z.array(z.object({ reason: z.enum(waveSkipReasons), count: z.number().int() })).meta({
    description:
      "How many people would be skipped and why. In line ahead of the last one: `suppressed`, `bounced` (an email to them bounced), `no_match` (don't match `filter`) and `later` (others are invited before them because of `priority`). `unconfirmed`: haven't confirmed their email address, so that they aren't in line or don't match `filter`. `held`: held for review, so that they aren't in line. `no_code_left`: stay in line, because the batch has no code left for them.",
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
