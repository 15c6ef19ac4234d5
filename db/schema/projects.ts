import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { keyKinds } from "@/contract/keys";
import { pausable } from "@/contract/kinds";
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
  /** What whoever joins must agree to; nothing where it is null. */
  consentText: text("consent_text"),
  /** Whether whoever joins must confirm their address first. */
  doubleOptIn: boolean("double_opt_in").notNull().default(false),
  /** How many places a lead moves up in line for each friend who joins. */
  referralPlaces: integer("referral_places").notNull().default(0),
  /** Whether whoever joins, and whoever claims, is written to about it. */
  joinedMail: boolean("joined_mail").notNull().default(true),
  claimedMail: boolean("claimed_mail").notNull().default(false),
  /** Who mail is from and where answers go, and the mail server's address with its password, sealed; what the environment says where they are null. */
  mailFrom: text("mail_from"),
  mailReplyTo: text("mail_reply_to"),
  smtpSealed: text("smtp_sealed"),
  /** What staff have paused, and what pages say of it to customers. */
  paused: text("paused", { enum: pausable }).array().notNull().default(sql`'{}'`),
  pausedText: text("paused_text"),
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
