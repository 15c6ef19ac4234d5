import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeads } from "@/contract/leads";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { containing, everyOne, totalOf } from "../sql";
import { type LeadRow, leadColumns, leadHasClaimed, leadRecord, leadsWithReferrers } from "./wire";

export type LeadFilter = { waitlist?: boolean; claimed?: boolean; invited?: boolean; q?: string };

const wasInvited: SQL = sql`exists (select from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
  where d.project_id = l.project_id and d.email = l.email and s.kind = 'invitation')`;

/** The conditions on leads `l` that a filter stands for. */
export function leadConditions(ctx: Context, filter: LeadFilter): SQL[] {
  const conditions: SQL[] = [sql`l.project_id = ${ctx.projectId}`];
  if (filter.waitlist !== undefined) conditions.push(sql`l.on_waitlist = ${filter.waitlist}`);
  if (filter.claimed !== undefined) conditions.push(filter.claimed ? leadHasClaimed : sql`not ${leadHasClaimed}`);
  if (filter.invited !== undefined) conditions.push(filter.invited ? wasInvited : sql`not ${wasInvited}`);
  if (filter.q) {
    const pattern = containing(filter.q);
    conditions.push(sql`(l.email ilike ${pattern} or concat_ws(' ', l.firstname, l.lastname) ilike ${pattern})`);
  }
  return conditions;
}

/** Lists leads, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listLeads.query>>): Promise<Listing<LeadRecord>> {
  const filters = leadConditions(ctx, query);
  return listing(query, {
    rows: (after, limit) =>
      rows<LeadRow>(
        ctx.db,
        sql`select ${leadColumns}, ${leadHasClaimed} as lead_has_claimed from ${leadsWithReferrers}
          where ${everyOne(after ? [...filters, sql`(l.created_at, l.email) < (${after[0]}::timestamptz, ${after[1] ?? ""})`] : filters)}
          order by l.project_id desc, l.created_at desc, l.email desc limit ${limit}`,
      ),
    cursor: (row) => [row.lead_created_at, row.lead_email],
    item: leadRecord,
    total: (most) => totalOf(ctx.db, sql`leads l`, filters, most),
  });
}
