import { sql } from "drizzle-orm";
import type { Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { QueuedStaffEmail } from "@/db/queue";
import { staff } from "@/db/schema";
import { newId } from "@/lib/ids";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { type Context, requireStaffActor } from "../context";
import { verifyPassword } from "./password";
import type { Client } from "./sessions";
import { countConfirmationAttempt, refundConfirmationAttempt } from "./sign-in-rate-limits";

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

export type AddStaffInput = { projectId: number; email: string; name: string; role: Role; passwordHash: string | null };

/** Adds a staff member. Returns their ID, or null if the email is already used. */
export async function addStaff(db: Database, input: AddStaffInput): Promise<string | null> {
  const [inserted] = await db
    .insert(staff)
    .values({ ...input, id: newId() })
    .onConflictDoNothing()
    .returning({ id: staff.id });
  return inserted?.id ?? null;
}

/** Returns the current staff member's row. Throws `not_signed_in` if they were removed since the request began. */
export async function getCurrentStaff(ctx: Context): Promise<StaffRow> {
  const [row] = await queryRows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.id = ${requireStaffActor(ctx).id}::uuid and s.removed_at is null`,
  );
  if (!row) throw new ApiError("not_signed_in");
  return row;
}

/** Returns the current staff member's row after verifying their password, for sensitive actions. Throws `invalid_password`. */
export async function confirmPassword(ctx: Context, password: string, client: Client): Promise<StaffRow> {
  const row = await getCurrentStaff(ctx);
  const attempt = { staffId: row.id, client };
  await countConfirmationAttempt(ctx, attempt);
  if (!(await verifyPassword(row.password_hash, password))) throw new ApiError("invalid_password");
  await refundConfirmationAttempt(ctx, attempt);
  return row;
}

/** Queues an email to a staff member in the caller's transaction. The worker creates links right before it sends the email. */
export async function queueStaffEmail(ctx: Context, email: QueuedStaffEmail): Promise<void> {
  await ctx.queue.addStaffEmail(ctx.db, { projectId: ctx.projectId, email });
}

/** Returns the email and name of a staff member, or null if they were removed. */
export async function getStaffRecipient(ctx: Context, staffId: string): Promise<{ email: string; name: string } | null> {
  const [row] = await queryRows<RowOf<typeof staff, "email" | "name">>(
    ctx.db,
    sql`select email, name from staff where project_id = ${ctx.projectId} and id = ${staffId}::uuid and removed_at is null`,
  );
  return row ?? null;
}
