import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { actorKinds, allCodeTypes, codeTypes, oncePerBatchModes } from "@/contract/enums";
import type { Metadata } from "@/contract/metadata";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";
import { foldText, trigramIndexColumn } from "./search";

/** When holds end, by email. */
export type Holds = Readonly<Record<string, string>>;

/** The bits of `codes.filter_flags`. From `type` up: the index of the code's type in `codeTypes`. */
export const codeFilterFlags = { paused: 1, exhausted: 2, reserved: 4, type: 8 } as const;

/** Lists skip a batch of at least this many codes as a whole if none of its codes can match. */
export const largeBatchSize = 1000;

export const batches = pgTable(
  "batches",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest batch sorts last. */
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    type: text("type", { enum: allCodeTypes }).notNull(),
    /** The pattern that the codes were generated from. */
    pattern: text("pattern"),
    /** How many codes were generated. */
    amount: integer("amount").notNull(),
    allowedClaims: integer("allowed_claims").notNull(),
    validFrom: timestampMs("valid_from"),
    validUntil: timestampMs("valid_until"),
    pausedAt: timestampMs("paused_at"),
    /** Where the codes are redeemed if customers don't claim them here: see `contract/redemption.ts`. */
    redemptionUrl: text("redemption_url"),
    redemptionInstructions: text("redemption_instructions"),
    /** Who can claim the codes: see `contract/claim-restrictions.ts`. Null if everyone can, and as many as they like. */
    allowedDomains: text("allowed_domains").array(),
    oncePerBatch: text("once_per_batch", { enum: oncePerBatchModes }),
    /** How many codes of the batch exist now, and how many claims they allow in total. Updated with every change to the codes. */
    codeCount: integer("code_count").notNull(),
    totalAllowedClaims: bigint("total_allowed_claims", { mode: "number" }).notNull(),
    actorKind: text("actor_kind", { enum: actorKinds }),
    actorId: text("actor_id"),
    /** The database cluster's id and the id of the transaction that created the batch. See `core/jobs/handler.ts`. */
    createdInTransaction: text("created_in_transaction").default(
      sql`(pg_control_system()).system_identifier || ' ' || pg_current_xact_id()`,
    ),
    /** The text that searches match: the name, folded. */
    search: text("search").notNull().generatedAlwaysAs(foldText(sql`name`)),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "batches_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "batches_project_id_fkey" }),
    index("batches_by_type_idx").on(table.projectId, table.type, table.id),
    index("batches_paused_idx").on(table.projectId, table.id).where(sql`${table.pausedAt} is not null`),
    index("batches_large_idx")
      .on(table.projectId, table.id)
      .where(sql`${table.amount} >= ${sql.raw(String(largeBatchSize))}`),
    index("batches_by_name_idx").on(table.projectId, sql`${table.name} collate "und-x-icu"`, table.id),
    index("batches_name_trgm_idx").using("gin", trigramIndexColumn(table.search)),
  ],
);

const typeIndexSql = `array_position(array['${codeTypes.join("','")}'], type) - 1`;
const filterFlagsSql = `${codeFilterFlags.type} * (${typeIndexSql}) + ${codeFilterFlags.paused} * (paused_at is not null)::int + ${codeFilterFlags.exhausted} * (claims >= allowed_claims)::int + ${codeFilterFlags.reserved} * (reserved_for is not null)::int`;

/** A code's end date, or infinity. An expression and not the column, so that only queries that use it read the index on it. */
export const validUntilOrInfinity = (validUntil: SQLWrapper): SQL => sql`coalesce(${validUntil}, 'infinity')`;

/** The second word of a code's text, lowercased like `codes.key`. */
export const secondWord = (text: SQLWrapper): SQL => sql`lower(split_part(${text}, '-', 2)) collate "C"`;
export const hasSecondWord = (text: SQLWrapper): SQL => sql`${text} like '%-%'`;

export const codes = pgTable(
  "codes",
  {
    projectId: projectId(),
    /** The code's identity: see `normalizeCode`. */
    key: text("key").notNull(),
    /** The code as shown to people. */
    text: text("text").notNull(),
    /** The type of a custom batch's codes has no meaning: see `codeTypeSql` in `core/codes/record.ts`. */
    type: text("type", { enum: codeTypes }).notNull(),
    allowedClaims: integer("allowed_claims").notNull(),
    claims: integer("claims").notNull().default(0),
    validFrom: timestampMs("valid_from"),
    validUntil: timestampMs("valid_until"),
    reservedFor: text("reserved_for"),
    pausedAt: timestampMs("paused_at"),
    /** In alphabetical order. See `contract/tags.ts`. */
    tags: text("tags").array().notNull().default(sql`'{}'`),
    /** See `contract/metadata.ts`. Null if there is none. */
    metadata: jsonb("metadata").$type<Metadata>(),
    externalId: text("external_id"),
    /** The emails for which the code is on hold, each with when its hold ends, as ISO 8601 in UTC. Some have ended. Null if there are none. See `core/codes/holds.ts`. */
    holds: jsonb("holds").$type<Holds>(),
    batchId: uuid("batch_id").notNull(),
    /** The order within the batch. Gaps are possible. */
    batchIndex: integer("batch_index").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** See `codeFilterFlags`. The indexes on it find rare matches in list order. */
    filterFlags: smallint("filter_flags").notNull().generatedAlwaysAs(sql.raw(filterFlagsSql)),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.key], name: "codes_pkey" }),
    foreignKey({
      columns: [table.projectId, table.batchId],
      foreignColumns: [batches.projectId, batches.id],
      name: "codes_project_id_batch_id_fkey",
    }),
    // Batch ids sort by time, so this index serves both the codes of a batch and the list of all codes, newest first.
    uniqueIndex("codes_by_batch_index_key").on(table.projectId, table.batchId, table.batchIndex),
    // One index for each order of the list.
    index("codes_by_filter_flags_idx").on(table.projectId, table.filterFlags, table.batchId, table.batchIndex),
    index("codes_by_filter_flags_key_idx").on(table.projectId, table.filterFlags, table.key),
    index("codes_by_filter_flags_valid_until_idx")
      .on(table.projectId, table.filterFlags, table.validUntil, table.batchId, table.batchIndex)
      .where(sql`${table.validUntil} is not null`),
    // Also tells whether a batch has any expired codes, or any that are not expired.
    index("codes_by_batch_valid_until_idx").on(table.projectId, table.batchId, validUntilOrInfinity(table.validUntil), table.batchIndex),
    index("codes_by_second_word_idx").on(table.projectId, secondWord(table.text)).where(hasSecondWord(table.text)),
    index("codes_by_reserved_for_idx")
      .on(table.projectId, table.reservedFor, table.batchId, table.batchIndex)
      .where(sql`${table.reservedFor} is not null`),
    uniqueIndex("codes_external_id_key").on(table.projectId, table.externalId).where(sql`${table.externalId} is not null`),
    index("codes_metadata_idx").using("gin", sql`${table.metadata} jsonb_path_ops`).where(sql`${table.metadata} is not null`),
    // The few codes that are on hold, to find those of an email.
    index("codes_held_idx").on(table.projectId, table.key).where(sql`${table.holds} is not null`),
    index("codes_tags_idx").using("gin", table.tags).where(sql`${table.tags} <> '{}'`),
    check("codes_claims_within_limit", sql`${table.claims} >= 0 and ${table.claims} <= ${table.allowedClaims}`),
    check("codes_valid_window_check", sql`${table.validFrom} < ${table.validUntil}`),
  ],
);

/**
 * Codes whose key is that of an earlier version, because another code has the one that they should have now. They are found only as they are
 * written. Filled by `db/code-keys.ts`.
 */
export const ambiguousCodes = pgTable(
  "ambiguous_codes",
  {
    projectId: projectId(),
    key: text("key").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.key], name: "ambiguous_codes_pkey" }),
    foreignKey({
      columns: [table.projectId, table.key],
      foreignColumns: [codes.projectId, codes.key],
      name: "ambiguous_codes_project_id_key_fkey",
    }).onDelete("cascade"),
  ],
);
