import * as z from "zod";
import { binField, binMatchesAction } from "./bin";
import { CodeList, CodeRecord, codeFilters, codeParams, exampleCode } from "./codes";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { Email, Instant, wholeNumber } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { maxClaims } from "./limits";
import { oneOf } from "./one-of";
import { BulkTags, tagActions, tagChangeFields, tagsMatchAction } from "./tags";

const tag = "Codes";

/** When codes expire and how often they can be claimed. */
export const extensionFields = {
  validUntil: Instant.nullable().optional().meta({
    description: "The new end date, earlier or later than the current one. Must be after `validFrom`. `null` removes the end date.",
  }),
  allowedClaims: wholeNumber(maxClaims)
    .optional()
    .meta({ description: "How many customers can claim each code. Can't be lower than a code's current number of claims." }),
};

export const updateCodeEndpoint = endpoint({
  method: "PATCH",
  path: "/codes/:code",
  tag,
  summary: "Update a code",
  description: "Updates the fields you send. If one of them can't be updated, none are. Existing claims are kept.",
  access: ["secret_key", "member"],
  params: codeParams,
  body: z
    .strictObject({
      paused: z.boolean().optional().meta({
        description: "Whether to pause the code. Paused codes can't be claimed. A code in a paused batch can't be resumed on its own.",
      }),
      ...extensionFields,
      reservedFor: Email.nullable().optional().meta({
        description:
          "The email address of the only person who can claim the code. They don't have to be a lead yet. `null` removes the reservation.",
      }),
      ...tagChangeFields,
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      message: "must have at least one of paused, validUntil, allowedClaims, reservedFor, tags, addTags, removeTags",
    }),
  reply: CodeRecord,
  errors: ["code_not_found", "batch_paused"],
  example: {
    params: { code: "curious-pineapple" },
    body: { validUntil: "2026-12-31T22:59:00Z", allowedClaims: 5 },
    reply: { ...exampleCode, validUntil: "2026-12-31T22:59:00.000Z", allowedClaims: 5, updatedAt: "2026-11-22T09:30:00.000Z" },
  },
});

export const replaceWordsEndpoint = endpoint({
  method: "POST",
  path: "/codes/:code/new-words",
  tag,
  summary: "Replace the words of a code",
  description:
    "Replaces the word pair of a `creative` code that no one has: it was never claimed, sent or given to anyone. Everything else of the code stays. Printed cards and copied links with the old words no longer work.",
  access: ["secret_key", "member"],
  params: codeParams,
  reply: CodeRecord,
  errors: ["code_not_found", "code_handed_out", "code_not_creative", "code_space_exhausted"],
  example: {
    params: { code: "gloomy-turnip" },
    reply: { ...exampleCode, updatedAt: "2026-11-22T09:30:00.000Z" },
  },
});

/** What can be done to many batches at once. */
const batchActions = ["pause", "resume", "extend", "delete"] as const;
export const BatchActionName = oneOf(batchActions);

const codeActions = ["pause", "resume", "extend", ...tagActions, "delete"] as const;
export type CodeAction = (typeof codeActions)[number];

type BulkAction = { action: CodeAction; validUntil?: unknown; allowedClaims?: unknown };

/** Requires a new end date or number of claims for `extend`, and neither for the other actions. */
export const extensionMatchesAction: [(body: BulkAction) => boolean, { path: string[]; message: string }] = [
  ({ action, validUntil, allowedClaims }) => (action === "extend") === (validUntil !== undefined || allowedClaims !== undefined),
  { path: ["validUntil"], message: "extend needs validUntil, allowedClaims or both; the other actions take neither" },
];

export const bulkUpdateCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/bulk",
  tag,
  summary: "Run a bulk action on codes",
  description:
    "Pauses, resumes, extends, tags or deletes the codes that you list in `codes` or select with `filter`. Returns a background job. Small jobs finish before the response. Larger jobs continue in the background, and you can track their progress. Codes that no longer exist or don't need the change are skipped. Codes created after the request aren't affected. Some codes can't be changed: codes in a paused batch can't be resumed on their own (`batch_paused`), and some codes can't have the new end date, number of claims or tags (`invalid_input`). They keep their values, and the job's `error` says how many there are.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      action: oneOf(codeActions),
      codes: CodeList.optional(),
      filter: filterInput(codeFilters).optional(),
      ...extensionFields,
      tags: BulkTags.optional(),
      ...binField,
    })
    .refine(...binMatchesAction)
    .refine(...exactlyOneOf("codes", "filter"))
    .refine(...extensionMatchesAction)
    .refine(...tagsMatchAction),
  isLong: true,
  reply: JobRecord,
  errors: [],
  example: {
    body: { action: "pause", filter: { type: "numeric", status: "active" } },
    reply: { ...exampleJob, status: "queued", total: null, processed: 0, changed: 0 },
  },
});
