import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { queryRows, type RowOf } from "@/db/query";
import { batches } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { JobItem, ListRange } from "../jobs/handler";
import { selectActorName } from "../sql";
import { type CachedStat, cachedStatColumns, maxUncachedRows } from "../stats/cached-stat";
import { batchClaimCount } from "../stats/counts";
import { refreshIfStale } from "../stats/get-stat";

type BatchRow = RowOf<
  typeof batches,
  | "id"
  | "name"
  | "type"
  | "pattern"
  | "amount"
  | "allowed_claims"
  | "valid_from"
  | "valid_until"
  | "paused_at"
  | "redemption_url"
  | "redemption_instructions"
  | "allowed_domains"
  | "once_per_batch"
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
  const rows = await queryRows<BatchRow>(
    ctx.db,
    sql`select b.*, ${selectActorName(sql`b`)} as actor_name, counted.claims > ${maxUncachedRows} as has_many_claims, cached.claims as cached_claims,
      case when counted.claims <= ${maxUncachedRows} then counted.claims
        when (cached.claims ->> 'is_usable')::boolean then (cached.claims ->> 'value')::bigint
        else (select count(*) ${batchClaimsSql}) end as claim_count
      from (select selected.*, row_number() over () as row_number from (select b.* from batches b ${clauses}) as selected) as b, ${claimCounts}
      order by b.row_number`,
  );
  for (const batch of rows) if (batch.has_many_claims) refreshIfStale(ctx, batchClaimCount, batch.id, batch.cached_claims);
  return rows;
}

export function batchRecord(row: BatchRow): BatchRecord {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    pattern: row.pattern,
    amount: row.amount,
    allowedClaims: row.allowed_claims,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    paused: row.paused_at !== null,
    redemptionUrl: row.redemption_url,
    redemptionInstructions: row.redemption_instructions,
    allowedDomains: row.allowed_domains,
    oncePerBatch: row.once_per_batch,
    codeCount: row.code_count,
    totalAllowedClaims: Number(row.total_allowed_claims),
    claims: Number(row.claim_count),
    createdBy: row.actor_kind && { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}

/** Returns a batch. Throws `batch_not_found`. */
export async function getBatch(ctx: Context, id: string): Promise<BatchRecord> {
  const [row] = await selectBatches(ctx, sql`where b.project_id = ${ctx.projectId} and b.id = ${id}`);
  if (!row) throw new ApiError("batch_not_found");
  return batchRecord(row);
}

type BatchSummary = Pick<typeof batches.$inferSelect, "id" | "name" | "validFrom">;

/** Returns a batch without counting its claims. Throws `batch_not_found`. */
export async function getBatchSummary({ db, projectId }: Context, id: string): Promise<BatchSummary> {
  const { name, validFrom } = batches;
  const [row] = await db.select({ id: batches.id, name, validFrom }).from(batches).where(sql`project_id = ${projectId} and id = ${id}`);
  if (!row) throw new ApiError("batch_not_found");
  return row;
}

/** Returns how many codes a batch has; 0 if it was deleted. */
export async function countBatchCodes({ db, projectId }: Context, id: string): Promise<number> {
  const [row] = await db.select({ codes: batches.codeCount }).from(batches).where(sql`project_id = ${projectId} and id = ${id}`);
  return row?.codes ?? 0;
}

/** Lists the codes of a batch in the order they were generated. */
export async function listBatchCodes({ db, projectId }: Context, batch: string, { after, limit }: ListRange): Promise<JobItem[]> {
  return queryRows<JobItem>(
    db,
    sql`select key as id, batch_index::text as position from codes where project_id = ${projectId} and batch_id = ${batch} and batch_index > ${Number(after ?? -1)}::int
      order by project_id, batch_id, batch_index limit ${limit}`,
  );
}
