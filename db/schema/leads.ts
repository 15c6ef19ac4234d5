import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { sources } from "@/contract/kinds";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";
import { found } from "./search";

/** What the number `traits` of a lead is the sum of; the place of their source in the contract's list counts `source` each. */
export const leadTraits = { waiting: 1, claimed: 2, invited: 4, referred: 8, source: 16 } as const;

const sourceInSql = `array_position(array['${sources.join("','")}'], source) - 1`;
const traitsInSql = `${leadTraits.source} * (${sourceInSql}) + ${leadTraits.waiting} * on_waitlist::int + ${leadTraits.claimed} * has_claimed::int + ${leadTraits.invited} * (invited_at is not null)::int + ${leadTraits.referred} * (referred_by is not null)::int`;

export const leads = pgTable(
  "leads",
  {
    projectId: projectId(),
    /** The normalised address: the lead's identity. */
    email: text("email").notNull(),
    firstname: text("firstname"),
    lastname: text("lastname"),
    notes: text("notes").notNull().default(""),
    onWaitlist: boolean("on_waitlist").notNull().default(false),
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
    reason: text("reason").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.email] })],
);
