import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  confirmationMethods,
  heldReasons,
  invitationOutcomes,
  leadStatuses,
  sources,
  suppressionReasons,
  type utmParameters,
} from "@/contract/enums";
import type { Metadata } from "@/contract/metadata";
import type { Answers } from "@/contract/questions";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";
import { foldText, trigramIndexColumn } from "./search";

/** The bits of `leads.filter_flags`. From `status` and `source` up: the index of the lead's status and source in the contract's lists. */
export const leadFilterFlags = {
  onWaitlist: 1,
  claimed: 2,
  invited: 4,
  referred: 8,
  status: 16,
  source: 16 * leadStatuses.length,
} as const;

const indexInListSql = (list: readonly string[], column: string) => `(array_position(array['${list.join("','")}'], ${column}) - 1)`;
const filterFlagsSql = `${leadFilterFlags.source} * ${indexInListSql(sources, "source")} + ${leadFilterFlags.status} * ${indexInListSql(leadStatuses, "status")} + ${leadFilterFlags.onWaitlist} * on_waitlist::int + ${leadFilterFlags.claimed} * has_claimed::int + ${leadFilterFlags.invited} * (invited_at is not null)::int + ${leadFilterFlags.referred} * (referred_by is not null)::int`;

/**
 * Where a lead is in the waitlist, as one of `waitlistStatuses`, or null if they never joined it and weren't invited. Not a column, so that
 * servers of the previous version keep it right.
 */
export const waitlistStatusSql = (column: (name: string) => SQL): SQL =>
  sql`case when ${column("on_waitlist")} then 'waiting'
    when ${column("waitlist_changed_at")} is null and ${column("invited_at")} is null then null
    when ${column("has_claimed")} then 'claimed'
    when ${column("invitation_outcome")} is not null then ${column("invitation_outcome")}
    when ${column("invited_at")} is not null then 'invited'
    when ${column("status")} = 'active' then 'left' end`;

/** The consent texts that leads have agreed to. */
export const consents = pgTable(
  "consents",
  {
    projectId: projectId(),
    /** SHA-256 of the text, in hex. */
    id: text("id").notNull(),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "consents_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "consents_project_id_fkey" }),
  ],
);

/** Without a reference to the project, which every claim by a new lead would lock. Projects are never deleted. */
export const leads = pgTable(
  "leads",
  {
    projectId: projectId(),
    /** The normalized email: the lead's identity. */
    email: text("email").notNull(),
    /** Stays the same when the email changes. Nothing is looked up by it, so it has no index. */
    id: uuid("id").notNull().defaultRandom(),
    firstname: text("firstname"),
    lastname: text("lastname"),
    notes: text("notes").notNull().default(""),
    /** Only active leads can be on the waitlist. */
    status: text("status", { enum: leadStatuses }).notNull().default("active"),
    /** Why the sign-up is held for review. Null unless it is. */
    heldReason: text("held_reason", { enum: heldReasons }),
    /** When they proved that they own the email. It is confirmed if this is set. See `core/leads/confirmation.ts`. */
    confirmedAt: timestampMs("confirmed_at"),
    /** How they did. Servers of the previous version know only links and leave it null. */
    confirmedBy: text("confirmed_by", { enum: confirmationMethods }),
    /** Where an import has the confirmation from, such as the name of the file. */
    confirmedFrom: text("confirmed_from"),
    /** The consent text they agreed to when they joined, and when. */
    consentId: text("consent_id"),
    consentedAt: timestampMs("consented_at"),
    onWaitlist: boolean("on_waitlist").notNull().default(false),
    /**
     * Orders the waitlist, smallest first: the time they joined in microseconds since 1970, or a value between two neighbors after a
     * referral moved them up. Meaningless while they are not on the waitlist.
     */
    waitlistSortKey: numeric("waitlist_sort_key").notNull().default(sql`extract(epoch from clock_timestamp()) * 1000000`),
    /**
     * When they last joined or left the waitlist. For held leads: when they asked to join. A statement compares it with now() to know
     * whether it made that change itself, so it has the microseconds of now().
     */
    waitlistChangedAt: timestamp("waitlist_changed_at", { withTimezone: true, mode: "string" }),
    /** How many positions their sign-up moved the referrer up. Null until the bonus is applied. */
    referralBonusApplied: integer("referral_bonus_applied"),
    source: text("source", { enum: sources }).notNull().default("api"),
    /** What their sign-up said about where they came from, cleaned up: see `contract/attribution.ts`. */
    sourceTag: text("source_tag"),
    utm: jsonb("utm").$type<Partial<Record<(typeof utmParameters)[number], string>>>(),
    referrerUrl: text("referrer_url"),
    /** Their answers to the project's questions, by key. Answers to deleted questions stay. */
    answers: jsonb("answers").$type<Answers>().notNull().default({}),
    /** In alphabetical order. See `contract/tags.ts`. */
    tags: text("tags").array().notNull().default(sql`'{}'`),
    /** See `contract/metadata.ts`. Null if there is none. */
    metadata: jsonb("metadata").$type<Metadata>(),
    externalId: text("external_id"),
    /** Whether they have a claim. Updated with the claims, so that an index can filter by it. */
    hasClaimed: boolean("has_claimed").notNull().default(false),
    /** When they were last sent a personal code that was not canceled. */
    invitedAt: timestampMs("invited_at"),
    /** The code of that invitation, and how the invitation ended, unless it is open or they have claimed a code. */
    invitationCode: text("invitation_code"),
    invitationOutcome: text("invitation_outcome", { enum: invitationOutcomes }),
    /** Whether they return to their position if they join again, because a change of the code ended their invitation. */
    keepsPosition: boolean("keeps_position").notNull().default(false),
    /** The text that searches match, folded. */
    search: text("search")
      .notNull()
      .generatedAlwaysAs(foldText(sql`(email || ' ' || coalesce(firstname, '') || ' ' || coalesce(lastname, ''))`)),
    referralCode: text("referral_code").notNull(),
    /** The referrer's email. */
    referredBy: text("referred_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** See `leadFilterFlags`. The indexes on it find rare matches in list order. */
    filterFlags: smallint("filter_flags").notNull().generatedAlwaysAs(sql.raw(filterFlagsSql)),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.email], name: "leads_pkey" }),
    unique("leads_project_id_referral_code_key").on(table.projectId, table.referralCode),
    foreignKey({
      columns: [table.projectId, table.referredBy],
      foreignColumns: [table.projectId, table.email],
      name: "leads_project_id_referred_by_fkey",
    }),
    foreignKey({
      columns: [table.projectId, table.consentId],
      foreignColumns: [consents.projectId, consents.id],
      name: "leads_project_id_consent_id_fkey",
    }),
    check("leads_waitlist_requires_active", sql`${table.status} = 'active' or not ${table.onWaitlist}`),
    index("leads_by_waitlist_position_idx").on(table.projectId, table.waitlistSortKey, table.email).where(sql`${table.onWaitlist}`),
    // Those who are no longer waiting.
    index("leads_by_waitlist_status_idx")
      .on(table.projectId, sql`(${waitlistStatusSql((name) => sql`${sql.identifier(name)}`)})`, table.waitlistSortKey, table.email)
      .where(sql`not ${table.onWaitlist} and (${table.waitlistChangedAt} is not null or ${table.invitedAt} is not null)`),
    // Counts those whose invitation ended.
    index("leads_by_invitation_outcome_idx")
      .on(table.projectId, table.invitationOutcome)
      .where(sql`${table.invitationOutcome} is not null and not ${table.onWaitlist} and not ${table.hasClaimed}`),
    index("leads_by_created_at_idx").on(table.projectId, table.createdAt, table.email),
    // Each lead is in one of these two.
    index("leads_by_confirmed_idx")
      .on(table.projectId, table.filterFlags, table.createdAt, table.email)
      .where(sql`${table.confirmedAt} is not null`),
    index("leads_by_not_confirmed_idx")
      .on(table.projectId, table.filterFlags, table.createdAt, table.email)
      .where(sql`${table.confirmedAt} is null`),
    index("leads_by_source_tag_idx")
      .on(table.projectId, table.sourceTag, table.createdAt, table.email)
      .where(sql`${table.sourceTag} is not null`),
    index("leads_answers_idx").using("gin", sql`${table.answers} jsonb_path_ops`).where(sql`${table.answers} <> '{}'`),
    index("leads_utm_idx").using("gin", sql`${table.utm} jsonb_path_ops`).where(sql`${table.utm} is not null`),
    uniqueIndex("leads_external_id_key").on(table.projectId, table.externalId).where(sql`${table.externalId} is not null`),
    index("leads_metadata_idx").using("gin", sql`${table.metadata} jsonb_path_ops`).where(sql`${table.metadata} is not null`),
    index("leads_tags_idx").using("gin", table.tags).where(sql`${table.tags} <> '{}'`),
    index("leads_search_trgm_idx").using("gin", trigramIndexColumn(table.search)),
    index("leads_by_referrer_idx")
      .on(table.projectId, table.referredBy, table.createdAt, table.email)
      .where(sql`${table.referredBy} is not null`),
  ],
);

/** The personal codes that leads were sent. */
export const leadInvitations = pgTable(
  "lead_invitations",
  {
    projectId: projectId(),
    /** The code remains when it is deleted. */
    codeKey: text("code_key").notNull(),
    codeText: text("code_text").notNull(),
    email: text("email").notNull(),
    /** Whether it took the lead off the waitlist. If it is canceled, they return to their position. */
    wasWaiting: boolean("was_waiting").notNull(),
    /** The wave that invited them, and whether their place was passed on to the next in line. */
    waveId: uuid("wave_id"),
    placePassedOn: boolean("place_passed_on").notNull().default(false),
    /** When to remind the lead. Null if there is no reminder, or it was sent. */
    remindAt: timestampMs("remind_at"),
    /** When someone first opened the claim page with the emailed link. */
    openedAt: timestampMs("opened_at"),
    /** When the code expired as last known. It may have been extended since. */
    expiresAt: timestampMs("expires_at"),
    /** Unless it is open or the code was claimed. */
    outcome: text("outcome", { enum: invitationOutcomes }),
    endedAt: timestampMs("ended_at"),
    /** Whether the code was taken from an existing batch. It goes back to it if it isn't claimed. */
    fromBatch: boolean("from_batch").notNull().default(false),
    /** When the code went back to its batch, so that another lead can get it. */
    codeReturnedAt: timestampMs("code_returned_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeKey, table.email], name: "lead_invitations_pkey" }),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "lead_invitations_project_id_email_fkey",
    }).onDelete("cascade"),
    index("lead_invitations_by_remind_at_idx").on(table.remindAt).where(sql`${table.remindAt} is not null`),
    index("lead_invitations_by_wave_idx").on(table.projectId, table.waveId).where(sql`${table.waveId} is not null`),
    index("lead_invitations_by_email_idx").on(table.projectId, table.email),
    index("lead_invitations_by_expires_at_idx").on(table.expiresAt).where(sql`${table.outcome} is null and ${table.expiresAt} is not null`),
  ],
);

/** The codes that leads got to pass on to friends. See `core/invite-codes`. */
export const inviteCodes = pgTable(
  "invite_codes",
  {
    projectId: projectId(),
    /** The row remains when the code is deleted, so that the lead gets no other. */
    codeKey: text("code_key").notNull(),
    codeText: text("code_text").notNull(),
    /** The code's batch. A later code with the same key is in another one. */
    batchId: uuid("batch_id").notNull(),
    /** The lead who passes it on. */
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.codeKey], name: "invite_codes_pkey" }),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "invite_codes_project_id_email_fkey",
    }).onDelete("cascade"),
    index("invite_codes_by_email_idx").on(table.projectId, table.email, table.createdAt),
  ],
);

/** Emails that are never written to. Those of deleted leads move to `erasedSuppressions`. */
export const suppressions = pgTable(
  "suppressions",
  {
    projectId: projectId(),
    email: text("email").notNull(),
    reason: text("reason", { enum: suppressionReasons }).notNull(),
    note: text("note").notNull().default(""),
    /** The reason that the person's unsubscribing replaced. It applies again if they undo that. */
    previousReason: text("previous_reason", { enum: suppressionReasons }),
    /** Increases with each change, and whenever another source says that the person must not be emailed. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.email], name: "suppressions_pkey" }),
    index("suppressions_by_created_at_idx").on(table.projectId, table.createdAt, table.email),
  ],
);

/**
 * The suppressions of deleted leads: an unsubscribe stays in effect if the email becomes a lead again. See
 * `core/suppressions/erased.ts`.
 */
export const erasedSuppressions = pgTable(
  "erased_suppressions",
  {
    projectId: projectId(),
    /** SHA-256 of the email with the project's salt, in hex. */
    emailHash: text("email_hash").notNull(),
    reason: text("reason", { enum: suppressionReasons }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.emailHash], name: "erased_suppressions_pkey" })],
);

/**
 * How many leads were ahead of certain points of the waitlist at the last recount. Together with the changes since, a position is known
 * without counting everyone ahead.
 */
export const waitlistCheckpoints = pgTable(
  "waitlist_checkpoints",
  {
    projectId: projectId(),
    sortKey: numeric("sort_key").notNull(),
    leadsAhead: integer("leads_ahead").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.sortKey], name: "waitlist_checkpoints_pkey" })],
);

/** Leads that joined (1) or left (-1) a point of the waitlist since the last recount. */
export const waitlistChanges = pgTable(
  "waitlist_changes",
  {
    projectId: projectId(),
    sortKey: numeric("sort_key").notNull(),
    delta: smallint("delta").notNull(),
  },
  (table) => [index("waitlist_changes_by_sort_key_idx").on(table.projectId, table.sortKey, table.delta)],
);

/**
 * Changes of leads' emails: requests that wait for a confirmation, and for 30 days those that don't anymore, so that the emails about them can
 * be removed from the outbox.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    projectId: projectId(),
    /** UUID version 7. */
    id: uuid("id").notNull(),
    /** The lead's email. */
    email: text("email").notNull(),
    /** The email to confirm. Null once it was confirmed, or a newer request replaced it. */
    newEmail: text("new_email"),
    /** The email before the change, which gets a notice. */
    oldEmail: text("old_email"),
    expiresAt: timestampMs("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "email_changes_pkey" }),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "email_changes_project_id_email_fkey",
    }).onDelete("cascade"),
    index("email_changes_by_email_idx").on(table.projectId, table.email),
    index("email_changes_by_created_at_idx").on(table.createdAt),
  ],
);

/** Emails and domains whose sign-ups are held for review. */
export const blockListEntries = pgTable(
  "block_list_entries",
  {
    projectId: projectId(),
    /** A normalized email, or a domain, which includes its subdomains. */
    entry: text("entry").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.entry], name: "block_list_entries_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "block_list_entries_project_id_fkey" }),
  ],
);
