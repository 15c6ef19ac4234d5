import { z } from "zod";
import { extending } from "./code-acts";
import { CodeType, exampleBatch, Making } from "./codes";
import { asCsv, type Csv, endpoint, Flag, listQuery, Search, sortedBy } from "./endpoint";
import { Id, Timestamp } from "./fields";
import { actorKinds } from "./kinds";
import { exampleTask, TaskRecord } from "./tasks";

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
    uses: z.number().int().meta({ description: "Claims that the codes that exist now allow, in all." }),
    claims: z.number().int().meta({ description: "Claims of them that exist now; of very large batches, as counted a moment ago." }),
    createdBy: z
      .object({ kind: z.enum(actorKinds), name: z.string().nullable() })
      .nullable()
      .meta({ description: "Who made it; null where that was not yet written down." }),
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
  uses: 100,
  claims: 12,
  createdBy: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

const csv: Csv<BatchRecord> = {
  name: "batches",
  columns: {
    Id: ({ id }) => id,
    Name: ({ name }) => name,
    Type: ({ type }) => type,
    Made: ({ amount }) => amount,
    Codes: ({ codes }) => codes,
    Claims: ({ claims }) => claims,
    Uses: ({ uses }) => uses,
    Paused: ({ paused }) => paused,
    From: ({ validFrom }) => validFrom,
    Until: ({ validUntil }) => validUntil,
    "Made by": ({ createdBy }) => createdBy?.name ?? createdBy?.kind ?? null,
    Created: ({ createdAt }) => createdAt,
  },
};

export const listBatchesEndpoint = endpoint({
  method: "GET",
  path: "/batches",
  tag,
  summary: "List batches",
  description: "Newest first unless `sort` says otherwise.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Part of the name." }),
    type: CodeType.optional(),
    paused: Flag.optional(),
    ...sortedBy(["created", "name"]),
    ...asCsv,
  }),
  csv,
  reply: z.array(BatchRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [example] },
});

const batchBody = z.strictObject({ batch: Id });

export const pauseBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches/pause",
  tag,
  summary: "Pause a batch",
  description: "Every code of it is paused at once. A code that was paused by itself stays so when the batch is resumed.",
  access: ["secret_key", "member"],
  body: batchBody,
  reply: BatchRecord,
  errors: ["batch_not_found"],
  example: { body: { batch: example.id }, reply: { ...example, paused: true } },
});

export const resumeBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches/resume",
  tag,
  summary: "Resume a batch",
  access: ["secret_key", "member"],
  body: batchBody,
  reply: BatchRecord,
  errors: ["batch_not_found"],
  example: { body: { batch: example.id }, reply: example },
});

export const findBatchEndpoint = endpoint({
  method: "GET",
  path: "/batches/:batch",
  tag,
  summary: "Look up a batch",
  access: ["secret_key", "viewer"],
  params: batchBody,
  reply: BatchRecord,
  errors: ["batch_not_found"],
  example: { params: { batch: example.id }, reply: example },
});

export const makeBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches",
  tag,
  summary: "Generate codes and answer how far that is",
  description:
    "As `POST /codes/generate`, all of them or none, without the codes in the answer. Up to 10,000 are made before the answer, more by the worker: the task says how far it is and names the batch once it is made.",
  access: ["secret_key", "member"],
  body: Making,
  reply: TaskRecord,
  errors: ["code_space_exhausted"],
  example: {
    body: { amount: 250_000, type: "alphanumeric", name: "Launch day" },
    reply: { ...exampleTask, kind: "codes.generate", total: 250_000, done: 40_000, changed: 40_000 },
  },
});

export const extendBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches/extend",
  tag,
  summary: "Change until when, or how often, the codes of a batch can be claimed",
  description:
    "For every code of it, those that were extended by themselves too. A code that more have claimed than the new number keeps its own, and `problem` says how many do.",
  access: ["secret_key", "member"],
  body: extending({ batch: Id }),
  reply: TaskRecord,
  errors: ["batch_not_found"],
  example: {
    body: { batch: example.id, validUntil: "2026-12-31T22:59:00Z" },
    reply: { ...exampleTask, kind: "batch.extend", batch: exampleBatch },
  },
});

export const deleteBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches/delete",
  tag,
  summary: "Delete a batch and all its codes",
  description:
    "Permanent. The claims and tokens of its codes go, mail that waits to be sent is cancelled, and who claimed one loses access. Where that takes long the batch is paused at once, and stays so if the task is cancelled.",
  access: ["secret_key", "member"],
  body: batchBody,
  reply: TaskRecord,
  errors: ["batch_not_found"],
  example: { body: { batch: example.id }, reply: { ...exampleTask, kind: "batch.delete", batch: exampleBatch } },
});
