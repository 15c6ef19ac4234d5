import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { inOrder } from "../order";
import { totalIn } from "../sql";
import { type Ask, counting, orderOf, page } from "./page";
import { batchRecord, batchRows } from "./wire";

/** Lists batches, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function list(
  ctx: Context,
  query: z.output<NonNullable<typeof listBatchesEndpoint.query>>,
  look?: Ask["look"],
): Promise<Listing<BatchRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  return listing(query, {
    order: `batches ${sort} ${order}`,
    rows: (after, limit) =>
      batchRows(
        ctx,
        sql`join (${page(ctx, { filter: query, sort, down, after, limit, look })}) as page on page.id = b.id
          where b.project_id = ${ctx.projectId} order by ${inOrder(orderOf(sort, down))}`,
      ),
    cursor: (row) => (sort === "name" ? [row.name, row.id] : [row.id]),
    item: batchRecord,
    total: (most) => totalIn(ctx.db, counting(ctx, query, most)),
  });
}
