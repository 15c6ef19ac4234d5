import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { holdReasons, leadStandings, sources, suppressionReasons } from "@/contract/kinds";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";
import { found } from "./search";

/** What the number `traits` of a lead is the sum of; the places of their standing and their source in the contract's lists count `standing` and `source` each. */
export const leadTraits = { waiting: 1, claimed: 2, invited: 4, referred: 8, standing: 16, source: 16 * leadStandings.length } as const;

const placeIn = (list: readonly string[], column: string) => `(array_position(array['${list.join("','")}'], ${column}) - 1)`;
const traitsInSql = `${leadTraits.source} * ${placeIn(sources, "source")} + ${leadTraits.standing} * ${placeIn(leadStandings, "standing")} + ${leadTraits.waiting} * on_waitlist::int + ${leadTraits.claimed} * has_claimed::int + ${leadTraits.invited} * (invited_at is not null)::int + ${leadTraits.referred} * (referred_by is not null)::int`;

/** The wordings that whoever joined agreed to. */
export const consents = pgTable(
  "consents",
  {
    projectId: projectId(),
    /** SHA-256 of the wording, in hex. */
    id: text("id").notNull(),
    wording: text("wording").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "consent_is_of_a_project" }),
  ],
);

export const leads = pgTable(
  "leads",
  {
    projectId: projectId(),
    /** The normalised address: the lead's identity. */
    email: text("email").notNull(),
    firstname: text("firstname"),
    lastname: text("lastname"),
    notes: text("notes").notNull().default(""),
    /** Whether they count; only those who do can be on the waitlist. */
    standing: text("standing", { enum: leadStandings }).notNull().default("accepted"),
    /** Why they are held back, while they are. */
    heldFor: text("held_for", { enum: holdReasons }),
    /** When they confirmed their address, where they were asked to. */
    confirmedAt: moment("confirmed_at"),
    /** The wording they agreed to when they joined, and when that was. */
    consentId: text("consent_id"),
    consentedAt: moment("consented_at"),
    onWaitlist: boolean("on_waitlist").notNull().default(false),
    /**
     * Their place in the line of those who wait, the least first: the microsecond of 1970 they came in, or between two others where they
     * moved up. Who does not wait has one too, which says nothing.
     */
    lineKey: numeric("line_key").notNull().default(sql`extract(epoch from clock_timestamp()) * 1000000`),
    /** When they last came on the waitlist or left it; by it a statement knows whether it was the one that did that. Of whoever is held, when they asked for it. */
    lineAt: timestamp("line_at", { withTimezone: true, mode: "string" }),
    /** How many places their coming moved up whoever sent them; null where it has not been counted. */
    movedReferrerBy: integer("moved_referrer_by"),
    source: text("source", { enum: sources }).notNull().default("api"),
    /** Whether there is a claim of theirs; kept with the claims, so that lists can be narrowed to it by an index. */
    hasClaimed: boolean("has_claimed").notNull().default(false),
    /** When a personal code was last sent to them, and not cancelled. */
    invitedAt: moment("invited_at"),
    /** What a search looks through. */
    search: text("search")
      .notNull()
      .generatedAlwaysAs(sql`lower((email || ' ' || coalesce(firstname, '') || ' ' || coalesce(lastname, '')) collate "und-x-icu")`),
    referralCode: text("referral_code").notNull(),
    /** The address of the lead who sent this one. */
    referredBy: text("referred_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What filters ask of a lead: see `leadTraits`. By it lists find those that match in the order they came, however rare they are. */
    traits: smallint("traits").notNull().generatedAlwaysAs(sql.raw(traitsInSql)),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.email], name: "one_lead_per_address" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "lead_is_of_a_project" }),
    unique("one_lead_per_referral_code").on(table.projectId, table.referralCode),
    foreignKey({
      columns: [table.projectId, table.referredBy],
      foreignColumns: [table.projectId, table.email],
      name: "referred_by_a_lead",
    }),
    foreignKey({
      columns: [table.projectId, table.consentId],
      foreignColumns: [consents.projectId, consents.id],
      name: "agreed_to_a_consent",
    }),
    check("only_the_accepted_wait", sql`${table.standing} = 'accepted' or not ${table.onWaitlist}`),
    index("leads_in_line").on(table.projectId, table.lineKey, table.email).where(sql`${table.onWaitlist}`),
    index("leads_newest").on(table.projectId, table.createdAt, table.email),
    index("leads_by_traits").on(table.projectId, table.traits, table.createdAt, table.email),
    index("leads_found").using("gin", found(table.search)),
    index("leads_referred_by")
      .on(table.projectId, table.referredBy, table.createdAt, table.email)
      .where(sql`${table.referredBy} is not null`),
  ],
);

/** Addresses that get no mail. It outlives the lead: whoever asked not to be written to stays unwritten to. */
export const suppressions = pgTable(
  "suppressions",
  {
    projectId: projectId(),
    email: text("email").notNull(),
    reason: text("reason", { enum: suppressionReasons }).notNull(),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.email] }),
    index("suppressions_newest").on(table.projectId, table.createdAt, table.email),
  ],
);

/**
 * How many stood before certain places of the line when it was last counted. With what changed since, a place is told without counting
 * all who stand before it.
 */
export const lineMarks = pgTable(
  "line_marks",
  {
    projectId: projectId(),
    key: numeric("key").notNull(),
    ahead: integer("ahead").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.key] })],
);

/** Who came to a place of the line (1) or left it (-1) since it was last counted. */
export const lineChanges = pgTable(
  "line_changes",
  {
    projectId: projectId(),
    key: numeric("key").notNull(),
    change: smallint("change").notNull(),
  },
  (table) => [index("line_changes_by_key").on(table.projectId, table.key, table.change)],
);

/** Addresses and domains whose sign-ups are held back. */
export const blocked = pgTable(
  "blocked",
  {
    projectId: projectId(),
    /** A normalised address, or a domain, which stands for those below it too. */
    entry: text("entry").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.entry] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "blocked_by_a_project" }),
  ],
);
