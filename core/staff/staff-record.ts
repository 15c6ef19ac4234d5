import type { StaffRecord } from "@/contract/staff-fields";
import type { RowOf } from "@/db/query";
import type { staff } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";

/** A row of `staff`, as selected with `s.*`. */
export type StaffRow = RowOf<typeof staff>;

export function staffRecord(row: StaffRow): StaffRecord {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    secondFactor: row.totp_confirmed_at !== null,
    disabled: row.disabled_at !== null,
    lastSeenAt: isoTimestamp(row.last_seen_at),
    createdAt: isoTimestamp(row.created_at),
  };
}
