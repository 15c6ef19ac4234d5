import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, listCodesEndpoint } from "@/contract/codes";
import type { Context } from "../context";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { sortDirection } from "../sort-order";
import { type CodePage, type CodeSort, codeCountQuery, codePageQuery } from "./page-query";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./record";

export type { CodeFilter } from "./filter";

const cursorBySort: Readonly<Record<CodeSort, (row: CodeRow) => Cursor>> = {
  created: (row) => [row.batch_id, String(row.batch_index)],
  code: (row) => [row.key],
  validUntil: (row) => [row.valid_until ?? "", row.batch_id, String(row.batch_index)],
};

/** Lists codes, by default newest first. Tests pass smaller scan `limits`. */
export function listCodes(
  ctx: Context,
  query: z.output<NonNullable<typeof listCodesEndpoint.query>>,
  limits?: CodePage["limits"],
): Promise<ListResult<CodeRecord>> {
  const { sort = "created", order = "desc" } = query;
  const descending = order === "desc";
  const direction = sortDirection(descending);
  const orderBySort = {
    created: sql`c.batch_id ${direction}, c.batch_index ${direction}`,
    code: sql`c.key ${direction}`,
    validUntil: sql`c.valid_until ${direction} nulls last, c.batch_id ${direction}, c.batch_index ${direction}`,
  };
  return paginate<CodeRow, CodeRecord>(
    ctx,
    { ...query, limits },
    {
      order: `codes ${sort} ${order}`,
      rows: (after, limit) =>
        sql`select ${codeColumns} from (${codePageQuery(ctx, sort, { filter: query, descending, after, limit, limits })}) as page
        join ${codesWithBatches} on c.project_id = ${ctx.projectId} and c.key = page.key order by ${orderBySort[sort]}`,
      cursor: cursorBySort[sort],
      toRecord: codeRecord,
      count: (maxCount) => codeCountQuery(ctx, query, maxCount),
    },
  );
}
