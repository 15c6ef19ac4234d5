import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClaimRecord, listClaims } from "@/contract/claims";
import { codeIdentity } from "@/contract/fields";
import type { Source } from "@/contract/sources";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { getRow } from "../codes/find";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { beginning, containing, everyOne, totalOf } from "../sql";

type Query = z.output<NonNullable<typeof listClaims.query>>;
type ClaimRow = { code_key: string; text: string; email: string; source: Source; batch_id: string; batch_name: string; claimed_at: string };

const claimsWithCodes: SQL = sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
  join batches b on b.project_id = k.project_id and b.id = k.batch_id`;

/** Lists claims, newest first. */
export function list(ctx: Context, query: Query): Promise<Listing<ClaimRecord>> {
  const filters: SQL[] = [sql`k.project_id = ${ctx.projectId}`];
  if (query.code) filters.push(sql`k.code_key = ${query.code}`);
  if (query.email) filters.push(sql`k.email = ${query.email}`);
  if (query.batch) filters.push(sql`k.batch_id = ${query.batch}`);
  if (query.q)
    filters.push(
      sql`(k.email like ${containing(query.q.toLowerCase())} or k.code_key like ${beginning(codeIdentity(query.q) || query.q)})`,
    );
  return listing(query, {
    rows: (after, limit) =>
      rows<ClaimRow>(
        ctx.db,
        sql`select k.code_key, c.text, k.email, k.source, k.batch_id, b.name as batch_name, k.claimed_at from ${claimsWithCodes}
          where ${everyOne(after ? [...filters, sql`(k.claimed_at, k.code_key, k.email) < (${after[0]}::timestamptz, ${after[1] ?? ""}, ${after[2] ?? ""})`] : filters)}
          order by k.project_id desc, k.claimed_at desc, k.code_key desc, k.email desc limit ${limit}`,
      ),
    cursor: (row) => [row.claimed_at, row.code_key, row.email],
    item: (row) => ({
      code: row.text,
      email: row.email,
      batch: { id: row.batch_id, name: row.batch_name },
      source: row.source,
      claimedAt: iso(row.claimed_at),
    }),
    total: (most) => totalOf(ctx.db, sql`claims k`, filters, most),
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
