import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listSuppressionsEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy, unindexed, type SortOrder, afterCursor } from "../sort-order";
import { containsPattern, joinAnd, countRows } from "../sql";
import { type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";

type SuppressionsQuery = z.output<NonNullable<typeof listSuppressionsEndpoint.query>>;

const suppressionOrder = (down: boolean): SortOrder => ({
  columns: [
    { expression: sql`s.created_at`, type: "timestamptz" },
    { expression: sql`s.email`, type: "text" },
  ],
  descending: down,
});

/** What a query narrows suppressions `s` to. */
function suppressionConditions({ projectId }: Context, { q, email, reason }: SuppressionsQuery): SQL[] {
  const passing = [...(reason ? [sql`s.reason = ${reason}`] : []), ...(q ? [sql`s.email like ${containsPattern(q.toLowerCase())}`] : [])];
  return [sql`s.project_id = ${projectId}`, ...(email ? [sql`s.email = ${email}`] : []), ...unindexed(passing)];
}

/** Lists the addresses that get no mail, newest first unless `order` says otherwise. */
export function listSuppressions(ctx: Context, query: SuppressionsQuery): Promise<ListResult<SuppressionRecord>> {
  const { order = "desc" } = query;
  const by = suppressionOrder(order === "desc");
  const conditions = suppressionConditions(ctx, query);
  return paginate(query, {
    order: `suppressions created ${order}`,
    rows: (after, limit) =>
      rows<SuppressionRow>(
        ctx.db,
        sql`select ${suppressionColumns} from suppressions s where ${joinAnd([...conditions, ...afterCursor(by, after)])}
          order by ${orderBy(by)} limit ${limit}`,
      ),
    cursor: ({ created_at, email }) => [created_at, email],
    toRecord: suppressionRecord,
    total: (most) => countRows(ctx.db, sql`suppressions s`, conditions, most),
  });
}
