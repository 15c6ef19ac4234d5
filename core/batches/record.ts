import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import type { ActorKind } from "@/contract/kinds";
import { rows } from "@/db/rows";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { actorName } from "../actor";
import type { Context } from "../context";
import { batchClaimCount } from "../stats/counts";
import { maxUncachedRows, type CachedStat, cachedStatColumns } from "../stats/cached-stat";
import { refreshIfStale } from "../stats/refresh-stat";

export type BatchRow = {
  id: string;
  name: string;
  type: BatchRecord["type"];
  amount: number;
  allowed_claims: number;
  valid_from: string | null;
  valid_until: string | null;
  paused_at: string | null;
  code_count: number;
  total_allowed_claims: string;
  actor_kind: ActorKind | null;
  actor_name: string | null;
  created_at: string;
  updated_at: string;
  claim_count: string;
  has_many_claims: boolean;
  kept_claims: CachedStat | null;
};

const batchClaimsSql: SQL = sql`from claims k where k.project_id = b.project_id and k.batch_id = b.id`;

// A few claims are counted; of more, which would take long for a page of batches, the number that is kept is told.
const counted: SQL = sql`lateral (select count(*) as claims from (select ${batchClaimsSql} limit ${maxUncachedRows + 1}) as first) as counted, lateral (
  select (select row_to_json(figure) from (select ${cachedStatColumns} from stats f
    where counted.claims > ${maxUncachedRows} and f.project_id = b.project_id and f.name = ${batchClaimCount.name} and f.subject = b.id::text) as figure) as claims) as kept`;

/** Reads batches `b` with the number of their claims; `rest` says which, in what order, and how many. */
export async function selectBatches(ctx: Context, rest: SQL): Promise<BatchRow[]> {
  const found = await rows<BatchRow>(
    ctx.db,
    sql`select b.*, ${actorName(sql`b`)} as actor_name, counted.claims > ${maxUncachedRows} as has_many_claims, kept.claims as kept_claims,
      case when counted.claims <= ${maxUncachedRows} then counted.claims when (kept.claims ->> 'young')::boolean then (kept.claims ->> 'value')::bigint
        else (select count(*) ${batchClaimsSql}) end as claim_count
      from (select wanted.*, row_number() over () as place from (select b.* from batches b ${rest}) as wanted) as b, ${counted} order by b.place`,
  );
  for (const { id, has_many_claims: hasMany, kept_claims: kept } of found) if (hasMany) refreshIfStale(ctx, batchClaimCount, id, kept);
  return found;
}

/** A batch's row as its record. */
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
