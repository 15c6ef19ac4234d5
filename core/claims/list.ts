import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClaimRecord, listClaimsEndpoint } from "@/contract/claims";
import type { Source } from "@/contract/sources";
import { rows } from "@/db/rows";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { getCodeRow } from "../codes/get";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { fetchTotal } from "../sql";
import { type ClaimPage, byClaimedAt, claimCountQuery, claimPageQuery } from "./page-query";

type ListClaimsInput = z.output<NonNullable<typeof listClaimsEndpoint.query>>;
type ClaimRow = { code_key: string; text: string; email: string; source: Source; batch_id: string; batch_name: string; claimed_at: string };

// Looked up one by one: of a page of one code's claims the planner would read all that the code has.
const pageClaims = (ctx: Context): SQL => sql`lateral (
    select * from claims k where k.project_id = ${ctx.projectId} and k.code_key = page.code_key and k.email = page.email offset 0
  ) as k join codes c on c.project_id = k.project_id and c.key = k.code_key join batches b on b.project_id = k.project_id and b.id = k.batch_id`;

/** Lists claims, newest first unless `order` says otherwise. `look` says how far it looks before it collects what matches. */
export function listClaims(ctx: Context, query: ListClaimsInput, look?: ClaimPage["look"]): Promise<ListResult<ClaimRecord>> {
  const { order = "desc" } = query;
  const down = order === "desc";
  return paginate(query, {
    order: `claims ${order}`,
    rows: (after, limit) =>
      rows<ClaimRow>(
        ctx.db,
        sql`select k.code_key, c.text, k.email, k.source, k.batch_id, b.name as batch_name, k.claimed_at
          from (${claimPageQuery(ctx, { filter: query, down, after, limit, look })}) as page, ${pageClaims(ctx)}
          order by ${orderBy(byClaimedAt(down))}`,
      ),
    cursor: (row) => [row.claimed_at, row.code_key, row.email],
    item: (row) => ({
      code: row.text,
      email: row.email,
      batch: { id: row.batch_id, name: row.batch_name },
      source: row.source,
      claimedAt: isoTimestamp(row.claimed_at),
    }),
    total: (most) => fetchTotal(ctx.db, claimCountQuery(ctx, query, most)),
  });
}

/** Lists the claims of one code, newest first. Refuses with `code_not_found`. */
export async function listCodeClaims(
  ctx: Context,
  code: string,
  query: Pick<ListClaimsInput, "limit" | "cursor" | "count" | "q">,
): Promise<ListResult<ClaimRecord>> {
  await getCodeRow(ctx, code);
  return listClaims(ctx, { ...query, code });
}
