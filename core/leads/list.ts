import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeadsEndpoint } from "@/contract/leads";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { fetchTotal } from "../sql";
import { leadCountQuery, leadOrder, leadPageQuery, type PageInput } from "./page-query";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./record";

export { type LeadFilter, leadConditions } from "./filter";

/** Lists leads, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function listLeads(
  ctx: Context,
  query: z.output<NonNullable<typeof listLeadsEndpoint.query>>,
  look?: PageInput["look"],
): Promise<ListResult<LeadRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  return paginate(query, {
    order: `leads ${sort} ${order}`,
    rows: (after, limit) =>
      rows<LeadRow>(
        ctx.db,
        sql`select ${leadColumns} from (${leadPageQuery(ctx, { filter: query, sort, down, after, limit, look })}) as page
          join ${leadsWithReferrers} on l.project_id = ${ctx.projectId} and l.email = page.email order by ${orderBy(leadOrder(sort, down))}`,
      ),
    cursor: (row) => (sort === "email" ? [row.lead_email] : [row.lead_created_at, row.lead_email]),
    toRecord: leadRecord,
    total: (most) => fetchTotal(ctx.db, leadCountQuery(ctx, query, most)),
  });
}
