import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { changeAccountEndpoint, changePasswordEndpoint } from "@/contract/account";
import type { StaffRecord } from "@/contract/staff";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction, staffActor } from "../context";
import { recordEvent } from "../events/record";
import { queueStaffMail } from "./mail";
import { hashPassword } from "./password";
import { selfByPassword } from "./self";
import { type Client, endOtherSessions } from "./sessions";
import { type StaffRow, staffRecord } from "./wire";

/** Changes one's own name. */
export function changeName(ctx: Context, { name }: z.output<NonNullable<typeof changeAccountEndpoint.body>>): Promise<StaffRecord> {
  const { id } = staffActor(ctx);
  return inTransaction(ctx, async (inner) => {
    const [row] = await rows<StaffRow>(
      inner.db,
      sql`update staff s set name = ${name}, updated_at = now()
        where s.project_id = ${inner.projectId} and s.id = ${id}::uuid and s.removed_at is null returning s.*`,
    );
    if (!row) throw new ApiError("not_signed_in");
    await recordEvent(inner, { kind: "staff.changed", data: { staff: id, fields: ["name"] } });
    return staffRecord(row);
  });
}

type NewPassword = z.output<NonNullable<typeof changePasswordEndpoint.body>>;

/** Changes one's own password, ends one's other sessions and whatever link to choose one was mailed. Refuses with `wrong_password`. */
export async function changePassword(ctx: Context, { current, password }: NewPassword, client: Client): Promise<Record<string, never>> {
  const { id, password_hash: old } = await selfByPassword(ctx, current, client);
  const hash = await hashPassword(password);
  await inTransaction(ctx, async (inner) => {
    await inner.db.execute(sql`delete from password_resets where project_id = ${inner.projectId} and staff_id = ${id}::uuid`);
    // Only while the password is the one that was confirmed: of two changes at once the second must not pass on the first one's word.
    const [changed] = await rows(
      inner.db,
      sql`update staff set password_hash = ${hash}, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid and password_hash = ${old} returning true`,
    );
    if (!changed) throw new ApiError("wrong_password");
    await endOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.password_changed" });
    await queueStaffMail(inner, { kind: "password_changed", staffId: id });
  });
  return {};
}
