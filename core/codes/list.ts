import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, listCodesEndpoint } from "@/contract/codes";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Cursor, type Listing, listing } from "../listing";
import { direction } from "../order";
import { totalIn } from "../sql";
import { type Ask, counting, page, type Sort } from "./page";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./wire";

export { type CodeFilter, codeConditions } from "./filter";

const cursors: Readonly<Record<Sort, (row: CodeRow) => Cursor>> = {
  created: (row) => [row.batch_id, String(row.position)],
  code: (row) => [row.key],
  validUntil: (row) => [row.valid_until ?? "", row.batch_id, String(row.position)],
};

/** Lists codes, newest first unless `sort` and `order` say otherwise. `look` says how far it looks before it collects what matches. */
export function list(
  ctx: Context,
  query: z.output<NonNullable<typeof listCodesEndpoint.query>>,
  look?: Ask["look"],
): Promise<Listing<CodeRecord>> {
  const { sort = "created", order = "desc" } = query;
  const down = order === "desc";
  const turned = direction(down);
  const sorted = {
    created: sql`c.batch_id ${turned}, c.position ${turned}`,
    code: sql`c.key ${turned}`,
    validUntil: sql`c.valid_until ${turned} nulls last, c.batch_id ${turned}, c.position ${turned}`,
  };
  return listing(query, {
    order: `codes ${sort} ${order}`,
    rows: (after, limit) =>
      rows<CodeRow>(
        ctx.db,
        sql`select ${codeColumns} from (${page(ctx, sort, { filter: query, down, after, limit, look })}) as page
          join ${codesWithBatches} on c.project_id = ${ctx.projectId} and c.key = page.key order by ${sorted[sort]}`,
      ),
    cursor: cursors[sort],
    item: codeRecord,
    total: (most) => totalIn(ctx.db, counting(ctx, query, most)),
  });
}
