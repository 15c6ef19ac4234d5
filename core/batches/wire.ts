import { type SQL, sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { iso } from "@/lib/time";

export type BatchRow = {
  id: string;
  name: string;
  type: BatchRecord["type"];
  amount: number;
  allowed_claims: number;
  valid_from: string | null;
  valid_until: string | null;
  paused_at: string | null;
  created_at: string;
  updated_at: string;
  code_count: string;
  claim_count: string;
};

/** The columns of `BatchRow`, of batches under `b`. */
export const batchColumns: SQL = sql`b.*, t.code_count, t.claim_count`;

/** Where `batchColumns` come from. */
export const batchesCounted: SQL = sql`batches b, lateral (
  select count(*) as code_count, coalesce(sum(c.claims), 0) as claim_count from codes c where c.project_id = b.project_id and c.batch_id = b.id) t`;

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
    codes: Number(row.code_count),
    claims: Number(row.claim_count),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}
