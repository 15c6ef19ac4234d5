import { sql } from "drizzle-orm";
import type { Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lockTeam, requireRoleAssignment } from "./permissions";
import { type StaffRow, staffRecord } from "./record";
import { clearSecondFactor, deleteRecoveryCodes } from "./second-factor";
import { revokeStaffSessions } from "./sessions";

/** Lists the team, sorted by name. */
export async function listStaff(ctx: Context): Promise<StaffRecord[]> {
  const members = await queryRows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.removed_at is null order by lower(s.name), s.name, s.id`,
  );
  return members.map(staffRecord);
}

/**
 * Changes a staff member's role, or disables or enables the account. Disabling revokes their sessions. Throws `staff_not_found`,
 * `role_required` and `last_owner`.
 */
export function updateStaff(ctx: Context, id: string, input: { role?: Role; disabled?: boolean }): Promise<StaffRecord> {
  return inTransaction(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const row = await lockStaffMember(inner, id);
    requireRoleAssignment(ownRole, [row.role, input.role ?? row.role]);
    const wasDisabled = row.disabled_at !== null;
    const { role = row.role, disabled = wasDisabled } = input;
    if (role === row.role && disabled === wasDisabled) return staffRecord(row);
    if (role !== "owner" || disabled) await rejectLastOwner(inner, row);

    const [updated] = await queryRows<StaffRow>(
      inner.db,
      sql`update staff s set role = ${role}, disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid returning s.*`,
    );
    if (disabled) await revokeStaffSessions(inner, id);
    await recordEvent(inner, {
      kind: "staff.updated",
      data: { staff: id, ...(role === row.role ? {} : { from: row.role, to: role }), ...(disabled === wasDisabled ? {} : { disabled }) },
    });
    return staffRecord(updated ?? row);
  });
}

/**
 * Removes a staff member: revokes their sessions and deletes their credentials, but keeps their name for the activity log. Returns the removed
 * staff member. Throws `staff_not_found`, `role_required` and `last_owner`.
 */
export function removeStaff(ctx: Context, id: string): Promise<StaffRecord> {
  return inTransaction(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const row = await lockStaffMember(inner, id);
    requireRoleAssignment(ownRole, [row.role]);
    await rejectLastOwner(inner, row);

    const { db, projectId } = inner;
    await db.execute(
      sql`update staff set removed_at = now(), password_hash = null, ${clearSecondFactor}, updated_at = now()
        where project_id = ${projectId} and id = ${id}::uuid`,
    );
    await deleteRecoveryCodes(inner, id);
    await db.execute(sql`delete from password_resets where project_id = ${projectId} and staff_id = ${id}::uuid`);
    await revokeStaffSessions(inner, id);
    await recordEvent(inner, { kind: "staff.removed", data: { staff: id, role: row.role } });
    return staffRecord(row);
  });
}

/** Locks a staff member's row until the transaction ends. Throws `staff_not_found`. */
async function lockStaffMember(ctx: Context, id: string): Promise<StaffRow> {
  const [row] = await queryRows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.id = ${id}::uuid and s.removed_at is null for no key update`,
  );
  if (!row) throw new ApiError("staff_not_found");
  return row;
}

/** Throws `last_owner` if no other owner can sign in. Requires the team lock, so that two owners who demote each other can't both succeed. */
async function rejectLastOwner(ctx: Context, { id, role, disabled_at }: StaffRow): Promise<void> {
  if (role !== "owner" || disabled_at !== null) return;
  const [other] = await queryRows(
    ctx.db,
    sql`select from staff where project_id = ${ctx.projectId} and id <> ${id}::uuid and role = 'owner' and disabled_at is null and removed_at is null limit 1`,
  );
  if (!other) throw new ApiError("last_owner");
}
