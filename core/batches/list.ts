import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, listBatches } from "@/contract/batches";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { containing, everyOne, totalOf } from "../sql";
import { type BatchRow, batchColumns, batchesCounted, batchRecord } from "./wire";

/** Lists batches, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listBatches.query>>): Promise<Listing<BatchRecord>> {
  const filters: SQL[] = [sql`b.project_id = ${ctx.projectId}`];
  if (query.q) filters.push(sql`b.name ilike ${containing(query.q)}`);
  if (query.type) filters.push(sql`b.type = ${query.type}`);
  if (query.paused !== undefined) filters.push(query.paused ? sql`b.paused_at is not null` : sql`b.paused_at is null`);
  return listing(query, {
    rows: (after, limit) =>
      rows<BatchRow>(
        ctx.db,
        sql`select ${batchColumns} from ${batchesCounted} where ${everyOne(after ? [...filters, sql`b.id < ${after[0]}::uuid`] : filters)} order by b.id desc limit ${limit}`,
      ),
    cursor: (row) => [row.id],
    item: batchRecord,
    total: (most) => totalOf(ctx.db, sql`batches b`, filters, most),
  });
}
