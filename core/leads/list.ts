import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, listLeadsEndpoint } from "@/contract/leads";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { inOrder } from "../order";
import { totalIn } from "../sql";
import { type Ask, counting, orderOf, page } from "./page";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./wire";

export { type LeadFilter, leadConditions } from "./filter";

/** Lists leads, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function list(
  ctx: Context,
  query: z.output<NonNullable<typeof listLeadsEndpoint.query>>,
  look?: Ask["look"],
): Promise<Listing<LeadRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  return listing(query, {
    order: `leads ${sort} ${order}`,
    rows: (after, limit) =>
      rows<LeadRow>(
        ctx.db,
        sql`select ${leadColumns} from (${page(ctx, { filter: query, sort, down, after, limit, look })}) as page
          join ${leadsWithReferrers} on l.project_id = ${ctx.projectId} and l.email = page.email order by ${inOrder(orderOf(sort, down))}`,
      ),
    cursor: (row) => (sort === "email" ? [row.lead_email] : [row.lead_created_at, row.lead_email]),
    item: leadRecord,
    total: (most) => totalIn(ctx.db, counting(ctx, query, most)),
  });
}
