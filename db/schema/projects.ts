import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { keyScopes } from "@/contract/endpoint";
import { emailProviders, emailReportSources, homePages, pausableFeatures, providerIds } from "@/contract/enums";
import { keyKinds } from "@/contract/keys";
import { defaultAccent } from "@/contract/project";
import type { Question } from "@/contract/questions";
import { roles } from "@/contract/roles";
import { createdAt, projectId, timestampMs } from "./columns";

export const projects = pgTable("projects", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  /** A data URL, small enough to be part of a page. */
  logo: text("logo"),
  accent: text("accent").notNull().default(defaultAccent),
  /** The color of buttons in emails to leads, if it isn't the accent color, and what their footer contains, such as a postal address. */
  emailButtonColor: text("email_button_color"),
  emailFooter: text("email_footer"),
  timeZone: text("time_zone").notNull().default("UTC"),
  /** What the claim page shows after a claim, and where its button leads. */
  successMessage: text("success_message"),
  redirectUrl: text("redirect_url"),
  /** Where else people can continue after they claim or join, if the link to the page asks for it. */
  returnUrls: text("return_urls").array().notNull().default(sql`'{}'`),
  /** The page of the team's own site that emailed links to claim open. */
  claimPageUrl: text("claim_page_url"),
  /** What visitors see at `/`, and where a redirect leads. */
  homePage: text("home_page", { enum: homePages }).notNull().default("join"),
  homeRedirectUrl: text("home_redirect_url"),
  /** What the join page says; null for the default texts. */
  joinHeadline: text("join_headline"),
  joinText: text("join_text"),
  joinSuccessMessage: text("join_success_message"),
  joinRedirectUrl: text("join_redirect_url"),
  /** What social networks show of a link to the join page. The image is a data URL, and its ID changes with it. */
  joinDescription: text("join_description"),
  socialImage: text("social_image"),
  socialImageId: text("social_image_id"),
  /** The page that referral links open; null for the join page. */
  referralPageUrl: text("referral_page_url"),
  /** The text people must agree to before they join. Null if none is required. */
  consentText: text("consent_text"),
  /** The questions to new leads, in their order. */
  questions: jsonb("questions").$type<Question[]>().notNull().default([]),
  /** The keys of deleted questions, which leads can still have answers to. */
  deletedQuestionKeys: text("deleted_question_keys").array().notNull().default(sql`'{}'`),
  /** Whether people must confirm their email before they join the waitlist. */
  doubleOptIn: boolean("double_opt_in").notNull().default(false),
  /** When people can join, and how many can wait at most. Null for no limit. The message is for those who come too early or too late. */
  signUpsOpenAt: timestampMs("sign_ups_open_at"),
  signUpsCloseAt: timestampMs("sign_ups_close_at"),
  waitlistLimit: integer("waitlist_limit"),
  signUpsClosedMessage: text("sign_ups_closed_message"),
  /** How many positions a lead moves up for each referral. */
  referralBonus: integer("referral_bonus").notNull().default(0),
  sendJoinedEmail: boolean("send_joined_email").notNull().default(true),
  /** Whether public claims must come from a link that was emailed to the person. */
  requireClaimConfirmation: boolean("require_claim_confirmation").notNull().default(false),
  sendClaimedEmail: boolean("send_claimed_email").notNull().default(false),
  /** How many codes each lead who has claimed one can pass on, and for how many days those work. Null if they don't expire. */
  inviteQuota: integer("invite_quota").notNull().default(0),
  inviteExpiresAfterDays: integer("invite_expires_after_days"),
  /** The batch of these codes. It can have been deleted. Null until the first of them. */
  inviteBatchId: uuid("invite_batch_id"),
  /** The sender and the SMTP server (its URL includes the password). The environment's settings apply where these are null. */
  emailFrom: text("email_from"),
  emailReplyTo: text("email_reply_to"),
  smtpEncrypted: text("smtp_encrypted"),
  /** The role, at that time, of the staff member who set the SMTP server. Null if it isn't known. Emails to owners use the server only if an owner set it. */
  smtpSetByRole: text("smtp_set_by_role", { enum: roles }),
  /** How many emails to leads are sent at most. Null if there is no limit. */
  emailsPerSecond: integer("emails_per_second"),
  emailsPerHour: integer("emails_per_hour"),
  /** For how many days the bin keeps what staff deleted. 0 deletes it permanently at once. */
  binDays: integer("bin_days").notNull().default(30),
  /** What staff have paused, and what public pages say about it. */
  paused: text("paused", { enum: pausableFeatures }).array().notNull().default(sql`'{}'`),
  pausedMessage: text("paused_message"),
  /** Web origins whose pages may use the public key. An empty list allows any origin. */
  allowedOrigins: text("allowed_origins").array().notNull().default(sql`'{}'`),
  /** The rate limits that staff have changed, by name, such as `sign_up.client`. The others have their default. */
  rateLimits: jsonb("rate_limits").$type<Readonly<Record<string, number>>>().notNull().default({}),
  /** Whether staff members need a second factor to use the dashboard. */
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  /** Identity providers that can't be used to sign in, and those whose own second factor is enough. */
  disabledProviders: text("disabled_providers", { enum: providerIds }).array().notNull().default(sql`'{}'`),
  trustedProviders: text("trusted_providers", { enum: providerIds }).array().notNull().default(sql`'{}'`),
  /** Mixed into every hash of an IP address or email, so that hashes can't be reversed by guessing. */
  clientSalt: text("client_salt").notNull().default(sql`gen_random_uuid()::text`),
  /** The codes that ended until then have their events. See `core/codes/expire.ts`. */
  codesExpiredUntil: timestampMs("codes_expired_until").notNull().default(sql`now()`),
  createdAt: createdAt(),
});

/**
 * When the next email to a lead may be sent, in projects that limit the sending rate. It has microseconds because the interval between
 * emails is often not a whole number of milliseconds: rounding it would change the rate.
 */
export const emailSlots = pgTable(
  "email_slots",
  { projectId: projectId(), nextAt: timestamp("next_at", { withTimezone: true, mode: "string" }).notNull() },
  (table) => [
    primaryKey({ columns: [table.projectId], name: "email_slots_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_slots_project_id_fkey" }),
  ],
);

/**
 * The latest deliveries of each project whose mail server refuses emails, and its last pause because of that. See
 * `core/sends/circuit-breaker.ts`.
 */
export const emailCircuitBreakers = pgTable(
  "email_circuit_breakers",
  {
    projectId: projectId(),
    /** Of the latest deliveries, why the server refused each, newest last. Empty for those that it accepted. */
    recent: text("recent").array().notNull().default(sql`'{}'`),
    /** When email was paused, why, and the server's words. The reason is null if there were various. */
    pausedAt: timestampMs("paused_at"),
    reason: text("reason"),
    response: text("response"),
    /** How many of the latest deliveries were refused for the reason, and how many there were. */
    refused: integer("refused").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** Null while it is paused. */
    resumedAt: timestampMs("resumed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId], name: "email_circuit_breakers_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_circuit_breakers_project_id_fkey" }),
  ],
);

/** The webhooks of email providers that report bounces and complaints. */
export const emailWebhooks = pgTable(
  "email_webhooks",
  {
    projectId: projectId(),
    provider: text("provider", { enum: emailProviders }).notNull(),
    /** What proves that a request is from the provider. */
    secretEncrypted: text("secret_encrypted").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.provider], name: "email_webhooks_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_webhooks_project_id_fkey" }),
  ],
);

/** The bounces and complaints that were reported, so that a repeated report changes nothing, and the reports that can't be read. */
export const emailReports = pgTable(
  "email_reports",
  {
    projectId: projectId(),
    source: text("source", { enum: emailReportSources }).notNull(),
    /** The provider's ID of the report, or the SHA-256 of the bounce message in hex. */
    id: text("id").notNull(),
    /** Why the report can't be read, without its content. */
    problem: text("problem"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.source, table.id], name: "email_reports_pkey" }),
    index("email_reports_with_problem_idx").on(table.projectId, table.createdAt).where(sql`problem is not null`),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_reports_project_id_fkey" }),
    index("email_reports_by_created_at_idx").on(table.createdAt),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    kind: text("kind", { enum: keyKinds }).notNull(),
    name: text("name").notNull().default("First key"),
    /** SHA-256 of the whole key, in hex. */
    hash: text("hash").notNull(),
    /** The key itself, for public keys only. */
    publicValue: text("public_value"),
    lastFour: text("last_four").notNull(),
    createdAt: createdAt(),
    /** Null for the keys of the first start. */
    createdBy: uuid("created_by"),
    lastUsedAt: timestampMs("last_used_at"),
    /** What a secret key can do. */
    scopes: text("scopes", { enum: keyScopes }).array().notNull().default(["everything"]),
    /** When a key that was rotated, or created with an expiry, stops working. */
    expiresAt: timestampMs("expires_at"),
    revokedAt: timestampMs("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "api_keys_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "api_keys_project_id_fkey" }),
    // The only unique constraint that doesn't start with the project: requests find their project by this hash.
    unique("api_keys_hash_key").on(table.hash),
    check("api_keys_public_value_check", sql`${table.kind} = 'public_key' or ${table.publicValue} is null`),
  ],
);
