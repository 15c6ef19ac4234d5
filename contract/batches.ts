import * as z from "zod";
import { binField, binMatchesAction } from "./bin";
import { allowedDomainsField, restrictionRecordFields } from "./claim-restrictions";
import {
  BatchActionName,
  exampleBatch,
  extensionFields,
  extensionMatchesAction,
  GenerateCodesInput,
  generateErrors,
  recordedType,
} from "./codes";
import { endpoint, Flag, listQuery, Search, sortParams } from "./endpoint";
import { actorKinds } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { expectedValues, Id, singleLineText, Timestamp } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { maxImmediateCodes } from "./limits";
import { redemptionFields, redemptionRecordFields } from "./redemption";

const tag = "Batches";

export const BatchRecord = z
  .object({
    id: Id,
    name: z.string(),
    type: recordedType,
    pattern: z.string().nullable().meta({ description: "The pattern of the codes. `null` if they weren't generated from one." }),
    amount: z.number().int().meta({ description: "The number of codes that the batch was created with." }),
    allowedClaims: z
      .number()
      .int()
      .meta({ description: "How many customers could claim each code when the batch was created or last extended." }),
    validFrom: Timestamp.nullable().meta({ description: "When the codes can first be claimed. `null` if they have no start date." }),
    validUntil: Timestamp.nullable().meta({
      description: "The end date of the codes when the batch was created or last extended. `null` if they had none.",
    }),
    paused: z.boolean().meta({ description: "Whether the batch is paused. Codes in a paused batch can't be claimed." }),
    ...redemptionRecordFields,
    redemptionUrl: redemptionRecordFields.redemptionUrl.meta({
      description: "The link to redeem the codes elsewhere, with `{code}` in place of the code. `null` if customers claim them here.",
    }),
    ...restrictionRecordFields,
    codeCount: z.number().int().meta({ description: "The current number of codes." }),
    totalAllowedClaims: z.number().int().meta({ description: "The sum of `allowedClaims` of all codes." }),
    claims: z
      .number()
      .int()
      .meta({ description: "The current number of claims of all codes. For very large batches, this number can be a few minutes old." }),
    createdBy: z
      .object({ kind: z.enum(actorKinds), name: z.string().nullable() })
      .nullable()
      .meta({ description: "Who created the batch. `null` if it wasn't recorded." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Batch" });
export type BatchRecord = z.output<typeof BatchRecord>;

export const exampleBatchRecord: BatchRecord = {
  ...exampleBatch,
  type: "creative",
  pattern: null,
  amount: 100,
  allowedClaims: 1,
  validFrom: null,
  validUntil: null,
  paused: false,
  redemptionUrl: null,
  redemptionInstructions: null,
  allowedDomains: null,
  oncePerBatch: null,
  codeCount: 100,
  totalAllowedClaims: 100,
  claims: 12,
  createdBy: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

const csv: CsvExport<BatchRecord> = {
  name: "batches",
  columns: {
    id: ["ID", ({ id }) => id],
    name: ["Name", ({ name }) => name],
    type: ["Type", ({ type }) => type],
    amount: ["Codes created", ({ amount }) => amount],
    codeCount: ["Codes", ({ codeCount: codes }) => codes],
    claims: ["Claims", ({ claims }) => claims],
    totalAllowedClaims: ["Allowed claims", ({ totalAllowedClaims: uses }) => uses],
    paused: ["Paused", ({ paused }) => paused],
    validFrom: ["Valid from", ({ validFrom }) => validFrom],
    validUntil: ["Valid until", ({ validUntil }) => validUntil],
    "createdBy.name": ["Created by", ({ createdBy }) => createdBy?.name ?? createdBy?.kind ?? null],
    createdAt: ["Created", ({ createdAt }) => createdAt],
  },
};

export const listBatchesEndpoint = endpoint({
  method: "GET",
  path: "/batches",
  tag,
  summary: "List batches",
  description: "Newest first by default.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({
      description: "Only batches whose name contains this text, ignoring case, accents and variants of punctuation.",
    }),
    type: recordedType.optional().meta({ description: "Only batches of this code type." }),
    paused: Flag.optional().meta({ description: "Only batches that are, or aren't, paused." }),
    ...sortParams(["created", "name"]),
    ...csvFormat,
  }),
  csv,
  reply: z.array(BatchRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleBatchRecord] },
});

const batchParams = z.strictObject({ batch: Id });

export const getBatchEndpoint = endpoint({
  method: "GET",
  path: "/batches/:batch",
  tag,
  summary: "Get a batch",
  access: ["secret_key", "viewer"],
  params: batchParams,
  reply: BatchRecord,
  errors: ["batch_not_found"],
  example: { params: { batch: exampleBatchRecord.id }, reply: exampleBatchRecord },
});

export const createBatchEndpoint = endpoint({
  method: "POST",
  path: "/batches",
  tag,
  summary: "Create a batch",
  description: `Generates codes like \`POST /codes/generate\`, but returns a background job instead of the codes. Up to ${maxImmediateCodes.toLocaleString("en-US")} codes are generated before the response. Larger batches are generated in the background, and the job's \`batch\` is set when the batch exists.`,
  access: ["secret_key", "member"],
  body: GenerateCodesInput,
  reply: JobRecord,
  errors: generateErrors,
  example: {
    body: { amount: 250_000, type: "alphanumeric", name: "Launch day" },
    reply: { ...exampleJob, kind: "codes.generate", status: "queued", total: 250_000, processed: 0, changed: 0 },
  },
});

export const updateBatchEndpoint = endpoint({
  method: "PATCH",
  path: "/batches/:batch",
  tag,
  summary: "Update a batch",
  description:
    "Renames the batch, pauses or resumes all of its codes at once, says where they are redeemed, or whose emails can claim them. Existing claims are kept. Fields you leave out don't change. A code that you paused on its own stays paused when you resume the batch.",
  access: ["secret_key", "member"],
  params: batchParams,
  body: z
    .strictObject({
      paused: z.boolean().optional().meta({ description: "`true` pauses the batch. `false` resumes it." }),
      name: singleLineText(200).optional().meta({ description: "The new name. An empty name removes it." }),
      ...redemptionFields,
      ...allowedDomainsField,
      expected: expectedValues(
        {
          name: z.string(),
          redemptionUrl: z.string().nullable(),
          redemptionInstructions: z.string().nullable(),
          allowedDomains: z.array(z.string()).nullable(),
        },
        "batch_changed",
      ),
    })
    .refine(({ expected: _, ...fields }) => Object.values(fields).some((value) => value !== undefined), {
      message: "must have at least one of paused, name, redemptionUrl, redemptionInstructions, allowedDomains",
    }),
  isLong: true,
  reply: BatchRecord,
  errors: ["batch_not_found", "batch_changed"],
  example: {
    params: { batch: exampleBatchRecord.id },
    body: { paused: true },
    reply: { ...exampleBatchRecord, paused: true, updatedAt: "2026-11-22T09:30:00.000Z" },
  },
});

export const deleteBatchEndpoint = endpoint({
  method: "DELETE",
  path: "/batches/:batch",
  tag,
  summary: "Delete a batch",
  description:
    "Permanently deletes the batch. This can't be undone. Also deletes its codes, claims and tokens and cancels its queued emails. Everyone who claimed one of the codes loses access. Returns a background job. A large batch is deleted in the background: it's paused right away, and stays paused if you cancel the job.",
  access: ["secret_key", "member"],
  params: batchParams,
  isLong: true,
  reply: JobRecord,
  errors: ["batch_not_found"],
  example: {
    params: { batch: exampleBatchRecord.id },
    reply: { ...exampleJob, kind: "batch.delete", status: "queued", total: null, processed: 0, changed: 0, batch: exampleBatch },
  },
});

/** The most batches one bulk update can list. */
const maxBulkBatches = 100;

/** The response of a bulk action on batches. */
export const BulkUpdateBatchesReply = z.object({
  batches: z.array(BatchRecord).meta({ description: "The batches that were paused or resumed. Empty for the other actions." }),
  jobs: z
    .array(JobRecord)
    .meta({ description: "A background job for each batch that is extended or deleted. Empty for the other actions." }),
});
export type BulkUpdateBatchesReply = z.output<typeof BulkUpdateBatchesReply>;

export const bulkUpdateBatchesEndpoint = endpoint({
  method: "POST",
  path: "/batches/bulk",
  tag,
  summary: "Run a bulk action on batches",
  description:
    "Pauses, resumes, extends or deletes the batches you list. If one of them doesn't exist, none are changed. `extend` and `delete` start a background job for each batch. `extend` changes all codes of a batch, including codes that you extended on their own. Codes with more claims than the new `allowedClaims` keep their values, and the job's `error` says how many there are. `delete` works like `DELETE /batches/:batch`, except that `bin` moves the batches to the bin.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      action: BatchActionName,
      batches: z.array(Id).min(1, "must have at least one batch").max(maxBulkBatches, `must have at most ${maxBulkBatches} batches`),
      ...extensionFields,
      ...binField,
    })
    .refine(...binMatchesAction)
    .refine(...extensionMatchesAction),
  isLong: true,
  reply: BulkUpdateBatchesReply,
  errors: ["batch_not_found"],
  example: {
    body: { action: "extend", batches: [exampleBatchRecord.id], validUntil: "2026-12-31T22:59:00Z" },
    reply: {
      batches: [],
      jobs: [{ ...exampleJob, kind: "batch.extend", status: "queued", total: null, processed: 0, changed: 0, batch: exampleBatch }],
    },
  },
});
