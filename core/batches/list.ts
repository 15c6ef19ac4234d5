import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { type BatchPage, batchCountQuery, batchOrder, batchPageQuery } from "./page-query";
import { batchRecord, selectBatches } from "./record";

/** Lists batches, by default newest first. Tests pass a smaller `scanLimit`. */
export function listBatches(
  ctx: Context,
  query: z.output<NonNullable<typeof listBatchesEndpoint.query>>,
  scanLimit?: BatchPage["scanLimit"],
): Promise<ListResult<BatchRecord>> {
  const { sort = "created", order = "desc" } = query;
  const descending = order === "desc";
  return paginate(
    ctx,
    { ...query, scanLimit },
    {
      order: `batches ${sort} ${order}`,
      rows: (after, limit) =>
        selectBatches(
          ctx,
          sql`join (${batchPageQuery(ctx, { filter: query, sort, descending, after, limit, scanLimit })}) as page on page.id = b.id
          where b.project_id = ${ctx.projectId} order by ${orderBy(batchOrder(sort, descending))}`,
        ),
      cursor: (row) => (sort === "name" ? [row.name, row.id] : [row.id]),
      toRecord: batchRecord,
      count: (maxCount) => batchCountQuery(ctx, query, maxCount),
    },
  );
}
