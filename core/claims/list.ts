import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClaimRecord, listClaimsEndpoint } from "@/contract/claims";
import type { Source } from "@/contract/sources";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { getRow } from "../codes/find";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { inOrder } from "../order";
import { totalIn } from "../sql";
import { type Ask, asClaimed, counting, page } from "./page";

type Query = z.output<NonNullable<typeof listClaimsEndpoint.query>>;
type ClaimRow = { code_key: string; text: string; email: string; source: Source; batch_id: string; batch_name: string; claimed_at: string };

// Looked up one by one: of a page of one code's claims the planner would read all that the code has.
const claimsOfPage = (ctx: Context): SQL => sql`lateral (
    select * from claims k where k.project_id = ${ctx.projectId} and k.code_key = page.code_key and k.email = page.email offset 0
  ) as k join codes c on c.project_id = k.project_id and c.key = k.code_key join batches b on b.project_id = k.project_id and b.id = k.batch_id`;

/** Lists claims, newest first unless `order` says otherwise. `look` says how far it looks before it collects what matches. */
export function list(ctx: Context, query: Query, look?: Ask["look"]): Promise<Listing<ClaimRecord>> {
  const { order = "desc" } = query;
  const down = order === "desc";
  return listing(query, {
    order: `claims ${order}`,
    rows: (after, limit) =>
      rows<ClaimRow>(
        ctx.db,
        sql`select k.code_key, c.text, k.email, k.source, k.batch_id, b.name as batch_name, k.claimed_at
          from (${page(ctx, { filter: query, down, after, limit, look })}) as page, ${claimsOfPage(ctx)}
          order by ${inOrder(asClaimed(down))}`,
      ),
    cursor: (row) => [row.claimed_at, row.code_key, row.email],
    item: (row) => ({
      code: row.text,
      email: row.email,
      batch: { id: row.batch_id, name: row.batch_name },
      source: row.source,
      claimedAt: iso(row.claimed_at),
    }),
    total: (most) => totalIn(ctx.db, counting(ctx, query, most)),
  });
}

/** Lists the claims of one code, newest first. Refuses with `code_not_found`. */
export async function listOfCode(
  ctx: Context,
  code: string,
  query: Pick<Query, "limit" | "cursor" | "count" | "q">,
): Promise<Listing<ClaimRecord>> {
  await getRow(ctx, code);
  return list(ctx, { ...query, code });
}
