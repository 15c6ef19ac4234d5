import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, requireStaffActor } from "../context";
import { verifyPassword } from "./password";
import type { Client } from "./sessions";
import { countConfirmationAttempt, refundConfirmationAttempt } from "./sign-in-rate-limits";
import type { StaffRow } from "./staff-record";

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
