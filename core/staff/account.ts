import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { changePasswordEndpoint, updateAccountEndpoint } from "@/contract/account";
import type { StaffRecord } from "@/contract/staff-fields";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { hashPassword } from "./password";
import { confirmPassword, queueStaffEmail, type StaffRow, staffRecord } from "./record";
import { type Client, revokeOtherSessions } from "./sessions";

/** Updates the name of the current staff member. */
export function updateAccount(ctx: Context, { name }: z.output<NonNullable<typeof updateAccountEndpoint.body>>): Promise<StaffRecord> {
  const { id } = requireStaffActor(ctx);
  return inTransaction(ctx, async (inner) => {
    const [row] = await queryRows<StaffRow>(
      inner.db,
      sql`update staff s set name = ${name}, updated_at = now()
        where s.project_id = ${inner.projectId} and s.id = ${id}::uuid and s.removed_at is null returning s.*`,
    );
    if (!row) throw new ApiError("not_signed_in");
    await recordEvent(inner, { kind: "staff.updated", data: { staff: id, fields: ["name"] } });
    return staffRecord(row);
  });
}

type ChangePasswordInput = z.output<NonNullable<typeof changePasswordEndpoint.body>>;

/** Changes the password of the current staff member, and revokes their other sessions and reset links. Throws `invalid_password`. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: ChangePasswordInput,
  client: Client,
): Promise<Record<string, never>> {
  const { id, password_hash: oldHash } = await confirmPassword(ctx, currentPassword, client);
  const newHash = await hashPassword(newPassword);
  await inTransaction(ctx, async (inner) => {
    await inner.db.execute(sql`delete from password_resets where project_id = ${inner.projectId} and staff_id = ${id}::uuid`);
    // Requires the confirmed hash, so that of two simultaneous changes only one succeeds.
    const [updated] = await queryRows(
      inner.db,
      sql`update staff set password_hash = ${newHash}, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid and password_hash = ${oldHash} returning true`,
    );
    if (!updated) throw new ApiError("invalid_password");
    await revokeOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.password_changed" });
    await queueStaffEmail(inner, { kind: "password_changed", staffId: id });
  });
  return {};
}
