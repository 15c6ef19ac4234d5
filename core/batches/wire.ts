import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import type { ActorKind } from "@/contract/events";
import { iso } from "@/lib/time";
import { actorName } from "../actor";

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
};

/** The columns of `BatchRow`, of batches under `b`. */
export const batchColumns: SQL = sql`b.*, t.claim_count, ${actorName(sql`b`)} as actor_name`;

/** Where `batchColumns` come from. */
export const batchesCounted: SQL = sql`batches b, lateral (
  select count(*) as claim_count from claims k where k.project_id = b.project_id and k.batch_id = b.id) t`;

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
