import { type SQL, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import type { RowOf } from "@/db/query";
import type { batches, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { type CodeState, codeStatus } from "./rules";

export type CodeRow = RowOf<
  typeof codes,
  | "key"
  | "text"
  | "type"
  | "allowed_claims"
  | "claims"
  | "valid_from"
  | "valid_until"
  | "reserved_for"
  | "batch_id"
  | "batch_index"
  | "created_at"
  | "updated_at"
> & {
  /** Whether the code or its batch is paused. */
  paused: boolean;
  batch_name: RowOf<typeof batches>["name"];
  now: string;
};

/** The columns of `CodeRow`, of codes `c` and batches `b`. */
export const codeColumns: SQL = sql`c.key, c.text, c.type, c.allowed_claims, c.claims, c.valid_from, c.valid_until, c.reserved_for,
  (c.paused_at is not null or b.paused_at is not null) as paused, c.batch_id, b.name as batch_name, c.batch_index, c.created_at, c.updated_at, now() as now`;

/** The tables for `codeColumns`. */
export const codesWithBatches: SQL = sql`codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id`;

export function codeState(row: CodeRow): CodeState {
  return {
    allowedClaims: row.allowed_claims,
    claims: row.claims,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    reservedFor: row.reserved_for === null ? null : { email: row.reserved_for },
    paused: row.paused,
  };
}

export function codeRecord(row: CodeRow): CodeRecord {
  const { paused, ...state } = codeState(row);
  return {
    code: row.text,
    type: row.type,
    status: codeStatus({ ...state, paused }, isoTimestamp(row.now)),
    allowedClaims: state.allowedClaims,
    claims: state.claims,
    validFrom: state.validFrom,
    validUntil: state.validUntil,
    reservedFor: state.reservedFor,
    batch: { id: row.batch_id, name: row.batch_name },
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}
