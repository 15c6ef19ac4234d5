import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { keyKinds } from "@/contract/keys";
import { defaultAccent } from "@/contract/project";
import { createdAt, moment, projectId } from "./columns";

export const projects = pgTable("projects", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  /** A data URL, small enough to be part of a page. */
  logo: text("logo"),
  accent: text("accent").notNull().default(defaultAccent),
  timeZone: text("time_zone").notNull().default("UTC"),
  /** What the claim page says after a claim, and where it leads then. */
  claimedText: text("claimed_text"),
  claimedUrl: text("claimed_url"),
  /** Web origins whose pages may use the public key; none listed means any. */
  allowedOrigins: text("allowed_origins").array().notNull().default(sql`'{}'`),
  /** Mixed into what is stored of a client's address, so that it cannot be found out again. */
  salt: text("salt").notNull().default(sql`gen_random_uuid()::text`),
  createdAt: createdAt(),
});

export const keys = pgTable(
  "keys",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    kind: text("kind", { enum: keyKinds }).notNull(),
    name: text("name").notNull().default("First key"),
    /** SHA-256 of the whole key, in hex. */
    hash: text("hash").notNull(),
    /** The key itself, for a public key only. */
    publicValue: text("public_value"),
    lastFour: text("last_four").notNull(),
    createdAt: createdAt(),
    /** Who of the staff made it; null for those of the first start. */
    createdBy: uuid("created_by"),
    lastUsedAt: moment("last_used_at"),
    /** When it stops working, after it was rotated. */
    expiresAt: moment("expires_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "key_is_of_a_project" }),
    // The one unique that does not begin with the project: the hash is how a request's project is found.
    unique("one_key_per_hash").on(table.hash),
    check("only_public_keys_are_readable", sql`${table.kind} = 'public_key' or ${table.publicValue} is null`),
  ],
);
