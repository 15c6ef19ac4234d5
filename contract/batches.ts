import { z } from "zod";
import { CodeType, exampleBatch } from "./codes";
import { endpoint, Flag, listQuery, Search } from "./endpoint";
import { Id, Timestamp } from "./fields";

const tag = "Batches";

/** A batch as the service answers it: the codes of one call, counted as they are now. */
export const BatchRecord = z
  .object({
    id: Id,
    name: z.string(),
    type: CodeType,
    amount: z.number().int().meta({ description: "Codes made." }),
    allowedClaims: z.number().int().meta({ description: "Claims allowed for each code, as made." }),
    validFrom: Timestamp.nullable(),
    validUntil: Timestamp.nullable(),
    paused: z.boolean(),
    codes: z.number().int().meta({ description: "Codes that exist now." }),
    claims: z.number().int().meta({ description: "Claims of them that exist now." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Batch" });
export type BatchRecord = z.output<typeof BatchRecord>;

const example: BatchRecord = {
  ...exampleBatch,
  type: "creative",
  amount: 100,
  allowedClaims: 1,
  validFrom: null,
  validUntil: null,
  paused: false,
  codes: 100,
  claims: 12,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

export const listBatches = endpoint({
  method: "GET",
  path: "/batches",
  tag,
  summary: "List batches",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Part of the name." }),
    type: CodeType.optional(),
    paused: Flag.optional(),
  }),
  reply: z.array(BatchRecord),
  refuses: [],
  example: { query: { limit: "50" }, reply: [example] },
});

const batchBody = z.strictObject({ batch: Id });

export const pauseBatch = endpoint({
  method: "POST",
  path: "/batches/pause",
  tag,
  summary: "Pause a batch",
  description: "Every code of it is paused at once. A code that was paused by itself stays so when the batch is resumed.",
  access: ["secret_key", "member"],
  body: batchBody,
  reply: BatchRecord,
  refuses: ["batch_not_found"],
  example: { body: { batch: example.id }, reply: { ...example, paused: true } },
});

export const resumeBatch = endpoint({
  method: "POST",
  path: "/batches/resume",
  tag,
  summary: "Resume a batch",
  access: ["secret_key", "member"],
  body: batchBody,
  reply: BatchRecord,
  refuses: ["batch_not_found"],
  example: { body: { batch: example.id }, reply: example },
});
