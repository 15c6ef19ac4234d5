import type { StaffRecord } from "@/contract/staff";
import { iso } from "@/lib/time";

/** A row of `staff`, as `select s.*` gives it. */
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

/** Somebody of the staff as answers show them. */
export function staffRecord(row: StaffRow): StaffRecord {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    secondFactor: row.totp_confirmed_at !== null,
    disabled: row.disabled_at !== null,
    lastSeenAt: iso(row.last_seen_at),
    createdAt: iso(row.created_at),
  };
}
