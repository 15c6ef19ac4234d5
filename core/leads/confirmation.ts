import { type SQL, sql } from "drizzle-orm";
import type { ConfirmationMethod } from "@/contract/enums";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import type { Context } from "../context";

/**
 * Whether the email of a lead `l` is confirmed: they opened a link that was emailed to it, or an import says that they confirmed it elsewhere.
 * The only definition, for filters, waves, the funnel and emails.
 */
export const isConfirmed: SQL = sql`l.confirmed_at is not null`;

/** The two conditions on leads `l` of which one holds. Each has an index that starts with `filter_flags`. */
export const confirmations: readonly SQL[] = [isConfirmed, sql`not (${isConfirmed})`];

/** How a lead `l` confirmed their email. Servers of the version before `confirmed_by` know only links. */
export const confirmedBy: SQL = sql`case when ${isConfirmed} then coalesce(l.confirmed_by, 'link') end`;

export type Confirmation = {
  email: string;
  by: ConfirmationMethod;
  /** When they confirmed it, in ISO 8601. Default: now. */
  at?: string | undefined;
  /** Where an import has it from, such as the name of the file. */
  from?: string | undefined;
};

type ConfirmedRow = RowOf<typeof leads, "email" | "referral_code"> & { was_unconfirmed: boolean };

/**
 * Marks the emails of leads as confirmed unless they are already, and returns these leads. The caller's transaction has locked them. Sign-ups
 * that waited for the confirmation become active; the caller puts them on the waitlist if they belong there.
 */
export const confirmLeads = ({ db, projectId }: Context, confirmations: readonly Confirmation[]): Promise<ConfirmedRow[]> =>
  confirmations.length === 0
    ? Promise.resolve([])
    : queryRows<ConfirmedRow>(
        db,
        sql`with before as (
            select l.email, l.status, c.at, c.by, c."from" from jsonb_to_recordset(${JSON.stringify(confirmations)}::jsonb) as c (email text, at timestamptz, by text, "from" text)
            join leads l on l.project_id = ${projectId} and l.email = c.email where not (${isConfirmed})
          )
          update leads l set confirmed_at = coalesce(before.at, now()), confirmed_by = before.by, confirmed_from = before."from",
            status = case when l.status = 'unconfirmed' then 'active' else l.status end, updated_at = now()
          from before where l.project_id = ${projectId} and l.email = before.email
          returning l.email, l.referral_code, before.status = 'unconfirmed' as was_unconfirmed`,
      );
