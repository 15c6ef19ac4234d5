import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClaimRecord, getClaimStatsEndpoint, listClaimsEndpoint } from "@/contract/claims";
import type { DailyStats } from "@/contract/fields";
import type { RowOf } from "@/db/query";
import type { batches, claims, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { getCodeRow } from "../codes/record";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy } from "../sort-order";
import { dailyClaimCounts, getDailyStats } from "../stats/daily-counts";
import { byClaimedAt, type ClaimPage, claimCountQuery, claimPageQuery } from "./page-query";

type ListClaimsInput = z.output<NonNullable<typeof listClaimsEndpoint.query>>;
type ClaimRow = RowOf<typeof claims, "code_key" | "email" | "source" | "batch_id" | "claimed_at" | "email_verified_by"> &
  RowOf<typeof codes, "text"> & { batch_name: RowOf<typeof batches>["name"] };

// One lookup per claim. Otherwise PostgreSQL would read all claims of a code for a page of them.
const pageClaims = (ctx: Context): SQL => sql`lateral (
    select * from claims k where k.project_id = ${ctx.projectId} and k.code_key = page.code_key and k.email = page.email offset 0
  ) as k join codes c on c.project_id = k.project_id and c.key = k.code_key join batches b on b.project_id = k.project_id and b.id = k.batch_id`;

/** Lists claims, by default newest first. Tests pass a smaller `scanLimit`. */
export function listClaims(ctx: Context, query: ListClaimsInput, scanLimit?: ClaimPage["scanLimit"]): Promise<ListResult<ClaimRecord>> {
  const { order = "desc" } = query;
  const descending = order === "desc";
  return paginate<ClaimRow, ClaimRecord>(
    ctx,
    { ...query, scanLimit },
    {
      order: `claims ${order}`,
      rows: (after, limit) =>
        sql`select k.code_key, c.text, k.email, k.source, k.batch_id, b.name as batch_name, k.claimed_at, k.email_verified_by
        from (${claimPageQuery(ctx, { filter: query, descending, after, limit, scanLimit })}) as page, ${pageClaims(ctx)}
        order by ${orderBy(byClaimedAt(descending))}`,
      cursor: (row) => [row.claimed_at, row.code_key, row.email],
      toRecord: (row) => ({
        code: row.text,
        email: row.email,
        batch: { id: row.batch_id, name: row.batch_name },
        source: row.source,
        claimedAt: isoTimestamp(row.claimed_at),
        emailVerified: row.email_verified_by !== null,
      }),
      count: (maxCount) => claimCountQuery(ctx, query, maxCount),
    },
  );
}

/** Lists the claims of a code, newest first. Throws `code_not_found`. */
export async function listCodeClaims(
  ctx: Context,
  code: string,
  query: Pick<ListClaimsInput, "limit" | "cursor" | "count" | "q">,
): Promise<ListResult<ClaimRecord>> {
  await getCodeRow(ctx, code);
  return listClaims(ctx, { ...query, code });
}

/** Counts claims per day, of the project or of one batch. A batch that doesn't exist has none. */
export const getClaimStats = (ctx: Context, query: z.output<NonNullable<typeof getClaimStatsEndpoint.query>>): Promise<DailyStats> =>
  getDailyStats(ctx, dailyClaimCounts, query);
