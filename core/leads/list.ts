import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeads } from "@/contract/leads";
import type { Source } from "@/contract/sources";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { containing, everyOne, totalOf } from "../sql";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./wire";

export type LeadFilter = {
  waitlist?: boolean;
  claimed?: boolean;
  invited?: boolean;
  referred?: boolean;
  source?: Source;
  since?: string;
  until?: string;
  q?: string;
};

/** The conditions on leads `l` that a filter stands for. */
export function leadConditions(ctx: Context, filter: LeadFilter): SQL[] {
  const conditions: SQL[] = [sql`l.project_id = ${ctx.projectId}`];
  if (filter.waitlist !== undefined) conditions.push(sql`l.on_waitlist = ${filter.waitlist}`);
  if (filter.claimed !== undefined) conditions.push(sql`l.has_claimed = ${filter.claimed}`);
  if (filter.invited !== undefined) conditions.push(filter.invited ? sql`l.invited_at is not null` : sql`l.invited_at is null`);
  if (filter.referred !== undefined) conditions.push(filter.referred ? sql`l.referred_by is not null` : sql`l.referred_by is null`);
  if (filter.source) conditions.push(sql`l.source = ${filter.source}`);
  if (filter.since) conditions.push(sql`l.created_at >= ${filter.since}::timestamptz`);
  if (filter.until) conditions.push(sql`l.created_at < ${filter.until}::timestamptz`);
  if (filter.q) {
    conditions.push(sql`l.search like ${containing(filter.q.toLowerCase())}`);
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
        sql`select ${leadColumns} from ${leadsWithReferrers}
          where ${everyOne(after ? [...filters, sql`(l.created_at, l.email) < (${after[0]}::timestamptz, ${after[1] ?? ""})`] : filters)}
          order by l.project_id desc, l.created_at desc, l.email desc limit ${limit}`,
      ),
    cursor: (row) => [row.lead_created_at, row.lead_email],
    item: leadRecord,
    total: (most) => totalOf(ctx.db, sql`leads l`, filters, most),
  });
}
