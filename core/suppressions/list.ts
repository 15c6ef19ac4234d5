import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listSuppressionsEndpoint, SuppressionRecord } from "@/contract/suppressions";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy, unindexed } from "../sort-order";
import { countQuery, emailContains, joinAnd } from "../sql";
import { type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";

type SuppressionsQuery = z.output<NonNullable<typeof listSuppressionsEndpoint.query>>;

const suppressionOrder = (descending: boolean): ListOrder => ({
  columns: [
    { expression: sql`s.created_at`, type: "timestamptz" },
    { expression: sql`s.email`, type: "text" },
  ],
  descending,
});

/** The conditions of a filter on suppressions `s`. */
function suppressionConditions({ projectId }: Context, { q, email, reason }: SuppressionsQuery): SQL[] {
  const unindexedConditions = [...(reason ? [sql`s.reason = ${reason}`] : []), ...(q ? [emailContains(sql`s.email`, q)] : [])];
  return [sql`s.project_id = ${projectId}`, ...(email ? [sql`s.email = ${email}`] : []), ...unindexed(unindexedConditions)];
}

/** Lists suppressions, newest first unless `order` says otherwise. */
export function listSuppressions(ctx: Context, query: SuppressionsQuery): Promise<ListResult<SuppressionRecord>> {
  const { order = "desc" } = query;
  const sortOrder = suppressionOrder(order === "desc");
  const conditions = suppressionConditions(ctx, query);
  return paginate<SuppressionRow, SuppressionRecord>(ctx, query, {
    order: `suppressions created ${order}`,
    rows: (after, limit) =>
      sql`select ${suppressionColumns} from suppressions s where ${joinAnd([...conditions, ...afterCursor(sortOrder, after)])}
        order by ${orderBy(sortOrder)} limit ${limit}`,
    cursor: ({ created_at, email }) => [created_at, email],
    toRecord: suppressionRecord,
    count: (maxCount) => countQuery(sql`suppressions s`, conditions, maxCount),
  });
}
