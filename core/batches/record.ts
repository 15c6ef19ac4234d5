import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import type { ActorKind } from "@/contract/kinds";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { actorName } from "../actor";
import type { Context } from "../context";
import { batchClaims } from "../stats/counts";
import { few, type Kept, keptColumns } from "../stats/kept";
import { renewIfDue } from "../stats/renew";

export type BatchRow = {
  id: string;
  name: string;
  type: BatchRecord["type"];
  amount: number;
  allowed_claims: number;
  valid_from: string | null;
  valid_until: string | null;
  paused_at: string | null;
  codes: number;
  uses: string;
  actor_kind: ActorKind | null;
  actor_name: string | null;
  created_at: string;
  updated_at: string;
  claim_count: string;
  has_many_claims: boolean;
  kept_claims: Kept | null;
};

const claimsOf: SQL = sql`from claims k where k.project_id = b.project_id and k.batch_id = b.id`;

// A few claims are counted; of more, which would take long for a page of batches, the number that is kept is told.
const counted: SQL = sql`lateral (select count(*) as claims from (select ${claimsOf} limit ${few + 1}) as first) as counted, lateral (
  select (select row_to_json(figure) from (select ${keptColumns} from figures f
    where counted.claims > ${few} and f.project_id = b.project_id and f.name = ${batchClaims.name} and f.subject = b.id::text) as figure) as claims) as kept`;

/** Reads batches `b` with the number of their claims; `rest` says which, in what order, and how many. */
export async function batchRows(ctx: Context, rest: SQL): Promise<BatchRow[]> {
  const found = await rows<BatchRow>(
    ctx.db,
    sql`select b.*, ${actorName(sql`b`)} as actor_name, counted.claims > ${few} as has_many_claims, kept.claims as kept_claims,
      case when counted.claims <= ${few} then counted.claims when (kept.claims ->> 'young')::boolean then (kept.claims ->> 'value')::bigint
        else (select count(*) ${claimsOf}) end as claim_count
      from (select wanted.*, row_number() over () as place from (select b.* from batches b ${rest}) as wanted) as b, ${counted} order by b.place`,
  );
  for (const { id, has_many_claims: hasMany, kept_claims: kept } of found) if (hasMany) renewIfDue(ctx, batchClaims, id, kept);
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
    validFrom: iso(row.valid_from),
    validUntil: iso(row.valid_until),
    paused: row.paused_at !== null,
    codes: row.codes,
    uses: Number(row.uses),
    claims: Number(row.claim_count),
    createdBy: row.actor_kind && { kind: row.actor_kind, name: row.actor_name },
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}
