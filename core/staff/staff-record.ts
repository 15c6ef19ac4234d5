import type { StaffRecord } from "@/contract/staff-fields";
import { isoTimestamp } from "@/lib/iso-timestamp";

/** A row of `staff`, as selected with `s.*`. */
export type StaffRow = {
  id: string;
  email: string;
  name: string;
  role: StaffRecord["role"];
  password_hash: string | null;
  totp_secret: string | null;
  totp_pending: string | null;
  totp_confirmed_at: string | null;
  totp_last_step: string | null;
  last_seen_at: string | null;
  disabled_at: string | null;
  removed_at: string | null;
  created_at: string;
};

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
