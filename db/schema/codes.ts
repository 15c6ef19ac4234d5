import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { actorKinds, codeTypes } from "@/contract/kinds";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";
import { found } from "./search";

/** What the number `traits` of a code is the sum of; the place of its type in the contract's list counts `type` each. */
export const codeTraits = { paused: 1, usedUp: 2, reserved: 4, type: 8 } as const;

/** From how many codes a list passes over a batch as a whole where none of its codes can match. */
export const largeBatch = 1000;

export const batches = pgTable(
  "batches",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest batch sorts last. */
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    type: text("type", { enum: codeTypes }).notNull(),
    amount: integer("amount").notNull(),
    allowedClaims: integer("allowed_claims").notNull(),
    validFrom: moment("valid_from"),
    validUntil: moment("valid_until"),
    pausedAt: moment("paused_at"),
    /** Codes of it that exist, and the claims they allow in all; kept by what makes, changes and deletes codes. */
    codes: integer("codes").notNull(),
    uses: bigint("uses", { mode: "number" }).notNull(),
    /** Who made it; null for batches from before that was written down. */
    actorKind: text("actor_kind", { enum: actorKinds }),
    actorId: text("actor_id"),
    /** The transaction that made it, behind the name of the database's cluster; null for batches from before that was written down. See `core/tasks/seen.ts`. */
    madeIn: text("made_in").default(sql`(pg_control_system()).system_identifier || ' ' || pg_current_xact_id()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "batch_is_of_a_project" }),
    index("batches_of_a_type").on(table.projectId, table.type, table.id),
    index("batches_paused").on(table.projectId, table.id).where(sql`${table.pausedAt} is not null`),
    index("batches_large")
      .on(table.projectId, table.id)
      .where(sql`${table.amount} >= ${sql.raw(String(largeBatch))}`),
    index("batches_by_name").on(table.projectId, sql`${table.name} collate "und-x-icu"`, table.id),
    index("batches_found").using("gin", found(sql`lower(${table.name} collate "und-x-icu")`)),
  ],
);

const typeInSql = `array_position(array['${codeTypes.join("','")}'], type) - 1`;
const traitsInSql = `${codeTraits.type} * (${typeInSql}) + ${codeTraits.paused} * (paused_at is not null)::int + ${codeTraits.usedUp} * (claims >= allowed_claims)::int + ${codeTraits.reserved} * (reserved_for is not null)::int`;

/** A code's end, or one that never comes. Not the column itself, so that nothing but what names it so is read by the index of it. */
export const endOf = (validUntil: SQLWrapper): SQL => sql`coalesce(${validUntil}, 'infinity')`;

/** The second word of a code's text, in one form with identities. */
export const secondWord = (text: SQLWrapper): SQL => sql`lower(split_part(${text}, '-', 2)) collate "C"`;
export const hasSecondWord = (text: SQLWrapper): SQL => sql`${text} like '%-%'`;

export const codes = pgTable(
  "codes",
  {
    projectId: projectId(),
    /** The code's identity: its letters and digits, lower-cased. */
    key: text("key").notNull(),
    /** The code as people read it. */
    text: text("text").notNull(),
    type: text("type", { enum: codeTypes }).notNull(),
    allowedClaims: integer("allowed_claims").notNull(),
    claims: integer("claims").notNull().default(0),
    validFrom: moment("valid_from"),
    validUntil: moment("valid_until"),
    reservedFor: text("reserved_for"),
    pausedAt: moment("paused_at"),
    batchId: uuid("batch_id").notNull(),
    /** The order within the batch. It may have gaps. */
    position: integer("position").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What its own row says of it but its window: see `codeTraits`. By it lists find those that match in the order made, however rare they are. */
    traits: smallint("traits").notNull().generatedAlwaysAs(sql.raw(traitsInSql)),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.key], name: "one_code_per_identity" }),
    foreignKey({ columns: [table.projectId, table.batchId], foreignColumns: [batches.projectId, batches.id], name: "code_is_of_a_batch" }),
    // Batch ids sort by time, so this one index serves a batch's codes and the list of all codes, newest first.
    uniqueIndex("codes_in_order_made").on(table.projectId, table.batchId, table.position),
    index("codes_by_traits").on(table.projectId, table.traits, table.batchId, table.position),
    // In the orders a list can have beside the order made.
    index("codes_by_traits_and_key").on(table.projectId, table.traits, table.key),
    index("codes_by_traits_and_end")
      .on(table.projectId, table.traits, table.validUntil, table.batchId, table.position)
      .where(sql`${table.validUntil} is not null`),
    // Also says of a whole batch whether any code of it has ended, or has not.
    index("codes_of_a_batch_by_end").on(table.projectId, table.batchId, endOf(table.validUntil), table.position),
    index("codes_by_second_word").on(table.projectId, secondWord(table.text)).where(hasSecondWord(table.text)),
    index("codes_reserved_for")
      .on(table.projectId, table.reservedFor, table.batchId, table.position)
      .where(sql`${table.reservedFor} is not null`),
    check("claims_within_allowed", sql`${table.claims} >= 0 and ${table.claims} <= ${table.allowedClaims}`),
    check("window_is_not_empty", sql`${table.validFrom} < ${table.validUntil}`),
  ],
);
