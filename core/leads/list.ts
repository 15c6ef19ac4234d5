import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeadsEndpoint } from "@/contract/leads";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { leadCountQuery, leadOrder, leadPage, type PageInput } from "./page-query";
import { type LeadRow, leadColumns, leadRecord, leftJoinReferrer } from "./record";

export { type LeadFilter, leadConditions } from "./filter";

/** Lists leads, newest first unless `sort` and `order` say otherwise. `scanLimit` is how many rows to scan before collecting all matches. */
export function listLeads(
  ctx: Context,
  query: z.output<NonNullable<typeof listLeadsEndpoint.query>>,
  scanLimit?: PageInput["scanLimit"],
): Promise<ListResult<LeadRecord>> {
  const { sort = "created", order = "desc" } = query;
  const descending = order === "desc";
  return paginate<LeadRow, LeadRecord>(ctx, query, {
    order: `leads ${sort} ${order}`,
    rows: (after, limit) =>
      sql`select ${leadColumns} from ${leadPage(ctx, { filter: query, sort, descending, after, limit, scanLimit })} ${leftJoinReferrer}
        order by ${orderBy(leadOrder(sort, descending))}`,
    cursor: (row) => (sort === "email" ? [row.lead_email] : [row.lead_created_at, row.lead_email]),
    toRecord: leadRecord,
    count: (maxCount) => leadCountQuery(ctx, query, maxCount),
  });
}
