import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sources } from "@/contract/kinds";
import { codes } from "./codes";
import { moment, projectId } from "./columns";
import { leads } from "./leads";

export const claims = pgTable(
  "claims",
  {
    projectId: projectId(),
    codeKey: text("code_key").notNull(),
    email: text("email").notNull(),
    /** The code's; a code never changes its batch. */
    batchId: uuid("batch_id").notNull(),
    source: text("source", { enum: sources }).notNull(),
    claimedAt: moment("claimed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeKey, table.email], name: "one_claim_per_lead" }),
    foreignKey({ columns: [table.projectId, table.codeKey], foreignColumns: [codes.projectId, codes.key], name: "claim_is_of_a_code" }),
    foreignKey({ columns: [table.projectId, table.email], foreignColumns: [leads.projectId, leads.email], name: "claim_is_of_a_lead" }),
    index("claims_of_a_lead").on(table.projectId, table.email, table.claimedAt, table.codeKey),
    index("claims_of_a_code").on(table.projectId, table.codeKey, table.claimedAt, table.email),
    index("claims_from").on(table.projectId, table.source, table.claimedAt, table.codeKey, table.email),
    index("claims_of_a_batch").on(table.projectId, table.batchId, table.claimedAt, table.codeKey, table.email),
    index("claims_newest").on(table.projectId, table.claimedAt, table.codeKey, table.email),
  ],
);

export const claimTokens = pgTable(
  "claim_tokens",
  {
    projectId: projectId(),
    /** SHA-256 of the token, in hex. */
    hash: text("hash").notNull(),
    codeKey: text("code_key").notNull(),
    email: text("email").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.hash] }),
    foreignKey({
      columns: [table.projectId, table.codeKey, table.email],
      foreignColumns: [claims.projectId, claims.codeKey, claims.email],
      name: "token_is_of_a_claim",
    }).onDelete("cascade"),
    index("tokens_of_a_claim").on(table.projectId, table.codeKey, table.email),
    index("tokens_by_end").on(table.expiresAt),
  ],
);
