import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { fetchTotal } from "../sql";
import { type BatchPage, batchCountQuery, batchOrder, batchPageQuery } from "./page-query";
import { batchRecord, selectBatches } from "./record";

/** Lists batches, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function listBatches(
  ctx: Context,
  query: z.output<NonNullable<typeof listBatchesEndpoint.query>>,
  look?: BatchPage["look"],
): Promise<ListResult<BatchRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  return paginate(query, {
    order: `batches ${sort} ${order}`,
    rows: (after, limit) =>
      selectBatches(
        ctx,
        sql`join (${batchPageQuery(ctx, { filter: query, sort, down, after, limit, look })}) as page on page.id = b.id
          where b.project_id = ${ctx.projectId} order by ${orderBy(batchOrder(sort, down))}`,
      ),
    cursor: (row) => (sort === "name" ? [row.name, row.id] : [row.id]),
    item: batchRecord,
    total: (most) => fetchTotal(ctx.db, batchCountQuery(ctx, query, most)),
  });
}
