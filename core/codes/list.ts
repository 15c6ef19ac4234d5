import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, listCodesEndpoint } from "@/contract/codes";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { direction } from "../sort-order";
import { fetchTotal } from "../sql";
import { type CodePage, type CodeSort, codeCountQuery, codePageQuery } from "./page-query";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./record";

export { type CodeFilter, codeConditions } from "./filter";

const cursorBySort: Readonly<Record<CodeSort, (row: CodeRow) => Cursor>> = {
  created: (row) => [row.batch_id, String(row.batch_index)],
  code: (row) => [row.key],
  validUntil: (row) => [row.valid_until ?? "", row.batch_id, String(row.batch_index)],
};

/** Lists codes, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function listCodes(
  ctx: Context,
  query: z.output<NonNullable<typeof listCodesEndpoint.query>>,
  look?: CodePage["look"],
): Promise<ListResult<CodeRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  const turned = direction(down);
  const sorted = {
    created: sql`c.batch_id ${turned}, c.batch_index ${turned}`,
    code: sql`c.key ${turned}`,
    validUntil: sql`c.valid_until ${turned} nulls last, c.batch_id ${turned}, c.batch_index ${turned}`,
  };
  return paginate(query, {
    order: `codes ${sort} ${order}`,
    rows: (after, limit) =>
      rows<CodeRow>(
        ctx.db,
        sql`select ${codeColumns} from (${codePageQuery(ctx, sort, { filter: query, down, after, limit, look })}) as page
          join ${codesWithBatches} on c.project_id = ${ctx.projectId} and c.key = page.key order by ${sorted[sort]}`,
      ),
    cursor: cursorBySort[sort],
    item: codeRecord,
    total: (most) => fetchTotal(ctx.db, codeCountQuery(ctx, query, most)),
  });
}
