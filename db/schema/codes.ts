import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { codeTypes } from "@/contract/codes";
import { actorKinds } from "@/contract/events";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "batch_is_of_a_project" }),
  ],
);

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
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.key], name: "one_code_per_identity" }),
    foreignKey({ columns: [table.projectId, table.batchId], foreignColumns: [batches.projectId, batches.id], name: "code_is_of_a_batch" }),
    // Batch ids sort by time, so this one index serves a batch's codes and the list of all codes, newest first.
    uniqueIndex("codes_in_order_made").on(table.projectId, table.batchId, table.position),
    index("codes_reserved_for").on(table.projectId, table.reservedFor).where(sql`${table.reservedFor} is not null`),
    check("claims_within_allowed", sql`${table.claims} >= 0 and ${table.claims} <= ${table.allowedClaims}`),
    check("window_is_not_empty", sql`${table.validFrom} < ${table.validUntil}`),
  ],
);
