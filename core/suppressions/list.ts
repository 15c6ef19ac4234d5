import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listSuppressionsEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { inOrder, inPassing, type Order, past } from "../order";
import { containing, everyOne, totalOf } from "../sql";
import { type SuppressionRow, suppressionColumns, suppressionRecord } from "./wire";

type Query = z.output<NonNullable<typeof listSuppressionsEndpoint.query>>;

const asAdded = (down: boolean): Order => ({
  columns: [
    { of: sql`s.created_at`, type: "timestamptz" },
    { of: sql`s.email`, type: "text" },
  ],
  down,
});

/** What a query narrows suppressions `s` to. */
function conditionsOf({ projectId }: Context, { q, email, reason }: Query): SQL[] {
  const passing = [...(reason ? [sql`s.reason = ${reason}`] : []), ...(q ? [sql`s.email like ${containing(q.toLowerCase())}`] : [])];
  return [sql`s.project_id = ${projectId}`, ...(email ? [sql`s.email = ${email}`] : []), ...inPassing(passing)];
}

/** Lists the addresses that get no mail, newest first unless `order` says otherwise. */
export function list(ctx: Context, query: Query): Promise<Listing<SuppressionRecord>> {
  const { order = "desc" } = query;
  const by = asAdded(order === "desc");
  const conditions = conditionsOf(ctx, query);
  return listing(query, {
    order: `suppressions created ${order}`,
    rows: (after, limit) =>
      rows<SuppressionRow>(
        ctx.db,
        sql`select ${suppressionColumns} from suppressions s where ${everyOne([...conditions, ...past(by, after)])}
          order by ${inOrder(by)} limit ${limit}`,
      ),
    cursor: ({ created_at, email }) => [created_at, email],
    item: suppressionRecord,
    total: (most) => totalOf(ctx.db, sql`suppressions s`, conditions, most),
  });
}
