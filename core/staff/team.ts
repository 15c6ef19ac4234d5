import { sql } from "drizzle-orm";
import type { Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockTeam, refuseUnlessMayGive } from "./authority";
import { dropRecoveryCodes, withoutSecondFactor } from "./second-factor";
import { endSessionsOf } from "./sessions";
import { type StaffRow, staffRecord } from "./wire";

/** Lists the team by name. */
export async function listStaff(ctx: Context): Promise<StaffRecord[]> {
  const found = await rows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.removed_at is null order by lower(s.name), s.name, s.id`,
  );
  return found.map(staffRecord);
}

/**
 * Changes somebody's role, or disables and enables them; disabling ends their sessions. Refuses with `staff_not_found`,
 * with `role_required` where only an owner may, and with `last_owner`.
 */
export function changeStaff(ctx: Context, id: string, change: { role?: Role; disabled?: boolean }): Promise<StaffRecord> {
  return inTransaction(ctx, async (inner) => {
    const own = await lockTeam(inner);
    const row = await lockMember(inner, id);
    refuseUnlessMayGive(own, [row.role, change.role ?? row.role]);
    const wasDisabled = row.disabled_at !== null;
    const { role = row.role, disabled = wasDisabled } = change;
    if (role === row.role && disabled === wasDisabled) return staffRecord(row);
    if (role !== "owner" || disabled) await refuseIfLastOwner(inner, row);

    const [changed] = await rows<StaffRow>(
      inner.db,
      sql`update staff s set role = ${role}, disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid returning s.*`,
    );
    if (disabled) await endSessionsOf(inner, id);
    await recordEvent(inner, {
      kind: "staff.changed",
      data: { staff: id, ...(role === row.role ? {} : { from: row.role, to: role }), ...(disabled === wasDisabled ? {} : { disabled }) },
    });
    return staffRecord(changed ?? row);
  });
}

/**
 * Removes somebody from the team: they are signed out everywhere, and what they signed in with is gone. Their name stays, for the
 * activity. Answers who they were. Refuses with `staff_not_found`, with `role_required` where only an owner may, and with `last_owner`.
 */
export function removeStaff(ctx: Context, id: string): Promise<StaffRecord> {
  return inTransaction(ctx, async (inner) => {
    const own = await lockTeam(inner);
    const row = await lockMember(inner, id);
    refuseUnlessMayGive(own, [row.role]);
    await refuseIfLastOwner(inner, row);

    const { db, projectId } = inner;
    await db.execute(
      sql`update staff set removed_at = now(), password_hash = null, ${withoutSecondFactor}, updated_at = now()
        where project_id = ${projectId} and id = ${id}::uuid`,
    );
    await dropRecoveryCodes(inner, id);
    await db.execute(sql`delete from password_resets where project_id = ${projectId} and staff_id = ${id}::uuid`);
    await endSessionsOf(inner, id);
    await recordEvent(inner, { kind: "staff.removed", data: { staff: id, role: row.role } });
    return staffRecord(row);
  });
}

/** Somebody of the team, as they are until this transaction ends. */
async function lockMember(ctx: Context, id: string): Promise<StaffRow> {
  const [row] = await rows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.id = ${id}::uuid and s.removed_at is null for no key update`,
  );
  if (!row) throw new ApiError("staff_not_found");
  return row;
}

/** Refuses with `last_owner` where nobody else could sign in as an owner. Under the team's lock, so that two owners who demote each other at once leave one. */
async function refuseIfLastOwner(ctx: Context, { id, role, disabled_at }: StaffRow): Promise<void> {
  if (role !== "owner" || disabled_at !== null) return;
  const [other] = await rows(
    ctx.db,
    sql`select from staff where project_id = ${ctx.projectId} and id <> ${id}::uuid and role = 'owner' and disabled_at is null and removed_at is null limit 1`,
  );
  if (!other) throw new ApiError("last_owner");
}
