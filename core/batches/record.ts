import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { queryRows, type RowOf } from "@/db/query";
import type { batches } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { selectActorName } from "../actor";
import type { Context } from "../context";
import { type CachedStat, cachedStatColumns, maxUncachedRows } from "../stats/cached-stat";
import { batchClaimCount } from "../stats/lead-and-claim-counts";
import { refreshIfStale } from "../stats/refresh-stat";

export type BatchRow = RowOf<
  typeof batches,
  | "id"
  | "name"
  | "type"
  | "amount"
  | "allowed_claims"
  | "valid_from"
  | "valid_until"
  | "paused_at"
  | "code_count"
  | "total_allowed_claims"
  | "actor_kind"
  | "created_at"
  | "updated_at"
> & {
  actor_name: string | null;
  claim_count: string;
  has_many_claims: boolean;
  cached_claims: CachedStat | null;
};

const batchClaimsSql: SQL = sql`from claims k where k.project_id = b.project_id and k.batch_id = b.id`;

// A small number of claims is counted. Counting more for each batch of a page takes too long, so those numbers come from the cache.
const claimCounts: SQL = sql`lateral (select count(*) as claims from (select ${batchClaimsSql} limit ${maxUncachedRows + 1}) as first_claims) as counted, lateral (
  select (select row_to_json(stat) from (select ${cachedStatColumns} from stats s
    where counted.claims > ${maxUncachedRows} and s.project_id = b.project_id and s.name = ${batchClaimCount.name} and s.subject = b.id::text) as stat) as claims) as cached`;

/** Selects batches `b` with their number of claims. `clauses` are the joins, conditions and order of the batches. */
export async function selectBatches(ctx: Context, clauses: SQL): Promise<BatchRow[]> {
  const batches = await queryRows<BatchRow>(
    ctx.db,
    sql`select b.*, ${selectActorName(sql`b`)} as actor_name, counted.claims > ${maxUncachedRows} as has_many_claims, cached.claims as cached_claims,
      case when counted.claims <= ${maxUncachedRows} then counted.claims
        when (cached.claims ->> 'is_usable')::boolean then (cached.claims ->> 'value')::bigint
        else (select count(*) ${batchClaimsSql}) end as claim_count
      from (select selected.*, row_number() over () as row_number from (select b.* from batches b ${clauses}) as selected) as b, ${claimCounts}
      order by b.row_number`,
  );
  for (const batch of batches) if (batch.has_many_claims) refreshIfStale(ctx, batchClaimCount, batch.id, batch.cached_claims);
  return batches;
}

export function batchRecord(row: BatchRow): BatchRecord {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    amount: row.amount,
    allowedClaims: row.allowed_claims,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    paused: row.paused_at !== null,
    codeCount: row.code_count,
    totalAllowedClaims: Number(row.total_allowed_claims),
    claims: Number(row.claim_count),
    createdBy: row.actor_kind && { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}
