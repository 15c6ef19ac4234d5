import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { emailVerifications, failedClaimErrors, sources } from "@/contract/enums";
import { codes } from "./codes";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { leads } from "./leads";

export const claims = pgTable(
  "claims",
  {
    projectId: projectId(),
    codeKey: text("code_key").notNull(),
    email: text("email").notNull(),
    /** A copy of the code's batch, which never changes. */
    batchId: uuid("batch_id").notNull(),
    source: text("source", { enum: sources }).notNull(),
    claimedAt: timestampMs("claimed_at").notNull(),
    /** How the email was verified, by the claim or when it was repeated. Null if it wasn't. */
    emailVerifiedBy: text("email_verified_by", { enum: emailVerifications }),
    /** The email or mailbox that can claim one code of the batch. Null if people can claim several. */
    onceKey: text("once_key"),
  },
  (table) => [
    // In this order, the key also finds the claims of a lead.
    primaryKey({ columns: [table.projectId, table.email, table.codeKey], name: "claims_pkey" }),
    foreignKey({
      columns: [table.projectId, table.codeKey],
      foreignColumns: [codes.projectId, codes.key],
      name: "claims_project_id_code_key_fkey",
    }).onUpdate("cascade"),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "claims_project_id_email_fkey",
    }),
    // Without what orders claims of the same time: few have it, and they are sorted.
    index("claims_by_code_and_time_idx").on(table.projectId, table.codeKey, table.claimedAt),
    // Also lists all claims: there are few sources.
    index("claims_by_source_and_time_idx").on(table.projectId, table.source, table.claimedAt),
    uniqueIndex("claims_once_per_batch_key").on(table.projectId, table.batchId, table.onceKey).where(sql`${table.onceKey} is not null`),
    index("claims_by_batch_and_time_idx").on(table.projectId, table.batchId, table.claimedAt),
  ],
);

/**
 * Tokens of claims, for a day. Those who delete claims delete their tokens. Without a reference and an index for that, because every claim
 * writes one.
 */
export const claimTokens = pgTable(
  "claim_tokens",
  {
    projectId: projectId(),
    /** SHA-256 of the token, in hex. */
    hash: text("hash").notNull(),
    codeKey: text("code_key").notNull(),
    email: text("email").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
    /** When it was exchanged. It stays for a while, so that a second exchange is told why it fails. */
    usedAt: timestampMs("used_at"),
    /** Whether the person who got this token proved that they own the email. Others can repeat a claim, so it isn't a property of the claim. */
    emailVerified: boolean("email_verified").notNull().default(false),
    /** What the app that sent the person to the claim page gets back with the token. */
    state: text("state"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.hash], name: "claim_tokens_pkey" })],
);

/**
 * The latest claim attempts that failed, for staff. Without references, because a code or a lead can be missing. See
 * `core/claims/failed.ts` for how many are kept.
 */
export const failedClaims = pgTable(
  "failed_claims",
  {
    projectId: projectId(),
    /** The code that was entered, normalized and cut. */
    codeKey: text("code_key").notNull(),
    email: text("email").notNull(),
    error: text("error", { enum: failedClaimErrors }).notNull(),
    attempts: integer("attempts").notNull().default(1),
    source: text("source", { enum: sources }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeKey, table.email], name: "failed_claims_pkey" }),
    index("failed_claims_by_code_idx").on(table.projectId, table.codeKey, table.updatedAt),
    index("failed_claims_by_lead_idx").on(table.projectId, table.email, table.updatedAt),
    index("failed_claims_by_updated_at_idx").on(table.updatedAt),
  ],
);
