import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { changePasswordEndpoint, updateAccountEndpoint } from "@/contract/account";
import type { StaffRecord } from "@/contract/staff-fields";
import { staff } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { forgetKnownBrowsers } from "./known-browser";
import { hashPassword } from "./password";
import { deletePasswordResets } from "./password-reset";
import { rejectWeakPassword } from "./password-strength";
import { confirmPassword, isMember, queueAccountEmail, staffRecord } from "./record";
import { type Client, revokeOtherSessions } from "./sessions";

/** Updates the name of the current staff member, or whether they dismissed the checklist of the overview. Throws `account_changed`. */
export function updateAccount(
  ctx: Context,
  { name, checklistDismissed, expected = {} }: z.output<NonNullable<typeof updateAccountEndpoint.body>>,
): Promise<StaffRecord> {
  const { id } = requireStaffActor(ctx);
  return inTransaction(ctx, async (inner) => {
    const [current] = await inner.db.select({ name: staff.name }).from(staff).where(isMember(inner, id)).for("no key update");
    if (current && isOutdated(current, { name }, expected)) throw new ApiError("account_changed");
    const [row] = await inner.db
      .update(staff)
      .set({
        ...(name !== undefined && { name, updatedAt: sql`now()` }),
        ...(checklistDismissed !== undefined && { checklistDismissedAt: checklistDismissed ? sql`now()` : null }),
      })
      .where(isMember(inner, id))
      .returning();
    if (!row) throw new ApiError("not_signed_in");
    if (name !== undefined) await recordEvent(inner, { kind: "staff.updated", data: { staff: id, fields: ["name"] } });
    return staffRecord(row);
  });
}

type ChangePasswordInput = z.output<NonNullable<typeof changePasswordEndpoint.body>>;

/** Changes the password of the current staff member, and revokes their other sessions and reset links. Throws `invalid_password`, and `invalid_input` for a weak password. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: ChangePasswordInput,
  client: Client,
): Promise<Record<string, never>> {
  const { id, email, passwordHash: oldHash } = await confirmPassword(ctx, currentPassword, client);
  await rejectWeakPassword(ctx, "newPassword", newPassword, { email });
  const newHash = await hashPassword(newPassword);
  await inTransaction(ctx, async (inner) => {
    await deletePasswordResets(inner, id);
    // Requires the confirmed hash, so that of two simultaneous changes only one succeeds.
    const [updated] = await inner.db
      .update(staff)
      .set({ passwordHash: newHash, updatedAt: sql`now()` })
      .where(and(isMember(inner, id), eq(staff.passwordHash, oldHash ?? "")))
      .returning({ id: staff.id });
    if (!updated) throw new ApiError("invalid_password");
    await forgetKnownBrowsers(inner, id);
    await revokeOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.password_changed" });
    await queueAccountEmail(inner, { kind: "password_changed", staffId: id });
  });
  return {};
}
