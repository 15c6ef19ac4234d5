import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeadsEndpoint } from "@/contract/leads";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { fetchTotal } from "../sql";
import { leadCountQuery, leadOrder, leadPageQuery, type PageInput } from "./page-query";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./record";

export { type LeadFilter, leadConditions } from "./filter";

/** Lists leads, newest first unless `sort` and `order` say otherwise. `scanLimit` is how many rows to scan before collecting all matches. */
export function listLeads(
  ctx: Context,
  query: z.output<NonNullable<typeof listLeadsEndpoint.query>>,
  scanLimit?: PageInput["scanLimit"],
): Promise<ListResult<LeadRecord>> {
  const { sort = "created", order = "desc" } = query;
  const descending = order === "desc";
  return paginate(query, {
    order: `leads ${sort} ${order}`,
    rows: (after, limit) =>
      queryRows<LeadRow>(
        ctx.db,
        sql`select ${leadColumns} from (${leadPageQuery(ctx, { filter: query, sort, descending, after, limit, scanLimit })}) as page
          join ${leadsWithReferrers} on l.project_id = ${ctx.projectId} and l.email = page.email order by ${orderBy(leadOrder(sort, descending))}`,
      ),
    cursor: (row) => (sort === "email" ? [row.lead_email] : [row.lead_created_at, row.lead_email]),
    toRecord: leadRecord,
    total: (maxCount) => fetchTotal(ctx.db, leadCountQuery(ctx, query, maxCount)),
  });
}
