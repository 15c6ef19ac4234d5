import * as z from "zod";
import { endpoint, exactlyOneOf, listQuery, Search } from "./endpoint";
import { actorKinds } from "./enums";
import { Id, oneOf, Timestamp } from "./fields";
import { exampleJob, JobRecord } from "./jobs";

const tag = "Bin";

export const binEntryKinds = ["code", "lead", "batch"] as const;

/**
 * What is kept with an entry. Of a code: its `claim`s. Of a lead: everything they had, the codes that were reserved for them (`reservation`),
 * the codes that they could pass on (`invite_code`), who referred them (`referrer`) and whom they referred (`referral`). Of a batch: its `send`s.
 */
export const binRowKinds = [
  "claim",
  "delivery",
  "invitation",
  "failed_claim",
  "import_row",
  "events",
  "reservation",
  "invite_code",
  "referrer",
  "referral",
  "send",
] as const;

/** The field of bulk actions that moves what they delete to the bin. */
export const binField = {
  bin: z.boolean().optional().meta({
    description:
      "With `delete`: `true` moves to the bin, from where `POST /bin/restore` brings it back, instead of deleting permanently. If the project keeps nothing in the bin, it's deleted permanently.",
  }),
};

type BinAction = { action: string; bin?: boolean | undefined };

/** Allows `bin` only with `delete`. */
export const binMatchesAction: [(body: BinAction) => boolean, { path: string[]; message: string }] = [
  ({ action, bin }) => action === "delete" || bin === undefined,
  { path: ["bin"], message: "can only be set with `delete`" },
];

export const BinEntry = z
  .object({
    id: Id,
    kind: z.enum(binEntryKinds),
    label: z.string().meta({ description: "The code, the lead's email address, or the batch's name." }),
    deletion: Id.meta({ description: "The ID of the job that deleted it. What one job deleted can be restored together." }),
    batch: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The deleted batch that a code belongs to. `null` for everything else. The code is restored with the batch." }),
    codes: z.number().int().nullable().meta({ description: "How many codes a deleted batch had. `null` for everything else." }),
    claims: z.number().int().nullable().meta({ description: "How many claims are restored with a code or lead. `null` for batches." }),
    deletedBy: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    deletedAt: Timestamp,
    expiresAt: Timestamp.meta({ description: "When it's deleted permanently. Follows the project's `binDays`." }),
  })
  .meta({ id: "BinEntry" });
export type BinEntry = z.output<typeof BinEntry>;

const exampleEntry: BinEntry = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e67",
  kind: "code",
  label: "curious-pineapple",
  deletion: exampleJob.id,
  batch: null,
  codes: null,
  claims: 1,
  deletedBy: { kind: "staff", name: "Grace Hopper" },
  deletedAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-12-21T12:00:00.000Z",
};

export const listBinEndpoint = endpoint({
  method: "GET",
  path: "/bin",
  tag,
  summary: "List the bin",
  description:
    "Codes, leads and batches that staff deleted, last deleted first. The codes of a deleted batch are only listed if `q` finds them.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "Only codes, email addresses and batch names that start with this text." }),
    kind: oneOf(binEntryKinds).optional().meta({ description: "Only entries of this kind." }),
  }),
  reply: z.array(BinEntry),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleEntry] },
});

/** The most entries one request can list. */
const maxListed = 1000;

const Entries = z.array(Id).min(1, "must have at least one entry").max(maxListed, `must have at most ${maxListed} entries`);

export const restoreFromBinEndpoint = endpoint({
  method: "POST",
  path: "/bin/restore",
  tag,
  summary: "Restore from the bin",
  description:
    "Restores the `entries` you list, or everything that a job deleted (`deletion`): with claims, deliveries, waitlist position, referrals and reservations as they were. Returns a background job. What can't be restored stays in the bin, or is left out if it belongs to a code or lead, and the job's `error` says how much and why. Emails that were waiting to be sent are only sent if their send is still in progress.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      entries: Entries.optional().meta({ description: "The IDs of entries. A batch is restored with its codes." }),
      deletion: Id.optional().meta({ description: "The ID of the job that deleted something." }),
    })
    .refine(...exactlyOneOf("entries", "deletion")),
  isLong: true,
  reply: JobRecord,
  errors: ["bin_entry_not_found", "deletion_in_progress"],
  example: {
    body: { deletion: exampleJob.id },
    reply: { ...exampleJob, kind: "bin.restore", status: "completed", total: 1, processed: 1, changed: 1, endedAt: exampleJob.createdAt },
  },
});

export const deleteFromBinEndpoint = endpoint({
  method: "POST",
  path: "/bin/delete",
  tag,
  summary: "Delete from the bin",
  description:
    "Permanently deletes the `entries` you list, or everything that is in the bin (`all`). This can't be undone. Returns a background job.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      entries: Entries.optional().meta({ description: "The IDs of entries. A batch is deleted with its codes." }),
      all: z.literal(true, "must be true, or left out").optional().meta({ description: "Empties the bin." }),
    })
    .refine(...exactlyOneOf("entries", "all")),
  isLong: true,
  reply: JobRecord,
  errors: ["bin_entry_not_found", "deletion_in_progress"],
  example: {
    body: { all: true },
    reply: { ...exampleJob, kind: "bin.delete", status: "queued", total: null, processed: 0, changed: 0 },
  },
});
