import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { resetPasswordEndpoint } from "@/contract/account";
import { resetLinkLifetimeMinutes } from "@/contract/limits";
import type { Role } from "@/contract/roles";
import { readAccountToken } from "@/contract/staff-fields";
import { queryRows, type RowOf } from "@/db/query";
import { passwordResets, staff } from "@/db/schema";
import { randomHex, sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { forgetKnownBrowsers } from "./known-browser";
import { hashPassword } from "./password";
import { rejectWeakPassword } from "./password-strength";
import { isMember, queueAccountEmail } from "./record";
import { type Client, revokeStaffSessions } from "./sessions";
import { countLinkAttempt, countResetRequest, refundSignInAttempt } from "./sign-in-rate-limits";

/**
 * Queues a password reset email. The response and its time are the same for every email, because the worker checks whether the account
 * exists.
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }, client: Client): Promise<{ email: string }> {
  await countResetRequest(ctx, { email, client });
  await inTransaction(ctx, (inner) => queueAccountEmail(inner, { kind: "reset", email }));
  return { email };
}

type PasswordResetEmailData = { name: string; role: Role; token: string };

/** Creates the token of a reset link and invalidates the previous one. Returns null if no active account has the email. */
export async function createPasswordResetLink(ctx: Context, email: string): Promise<PasswordResetEmailData | null> {
  const token = randomHex(16);
  const [row] = await queryRows<RowOf<typeof staff, "name" | "role">>(
    ctx.db,
    sql`with account as (
        select project_id, id, name, role from staff
        where project_id = ${ctx.projectId} and email = ${email} and disabled_at is null and removed_at is null
      ), reset as (
        insert into password_resets (project_id, staff_id, hash, expires_at)
        select project_id, id, ${sha256Hex(token)}, now() + make_interval(mins => ${sql.raw(String(resetLinkLifetimeMinutes))}) from account
        on conflict (project_id, staff_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
      )
      select name, role from account`,
  );
  return row ? { ...row, token } : null;
}

type ResetPasswordInput = z.output<NonNullable<typeof resetPasswordEndpoint.body>>;

/** Sets a new password with the token of an emailed link and revokes all of the account's sessions. Throws `link_not_valid`. */
export async function resetPassword(ctx: Context, { password, ...link }: ResetPasswordInput, client: Client): Promise<{ email: string }> {
  const token = readAccountToken(link);
  await countLinkAttempt(ctx, client);
  const [owner] = await ctx.db
    .select({ email: staff.email })
    .from(passwordResets)
    .innerJoin(staff, and(eq(staff.projectId, passwordResets.projectId), eq(staff.id, passwordResets.staffId)))
    .where(isValidToken(ctx, token));
  // Hashing is slow on purpose, so skip it for invalid tokens.
  if (!owner) throw new ApiError("link_not_valid");
  await rejectWeakPassword(ctx, "password", password, owner);
  const hash = await hashPassword(password);
  const email = await inTransaction(ctx, (inner) => consumeToken(inner, token, hash));
  await refundSignInAttempt(ctx, { email, client });
  return { email };
}

const isValidToken = ({ projectId }: Context, token: string) =>
  and(eq(passwordResets.projectId, projectId), eq(passwordResets.hash, sha256Hex(token)), gt(passwordResets.expiresAt, sql`now()`));

/** Deletes the reset links of a staff member in the caller's transaction. */
export async function deletePasswordResets({ db, projectId }: Context, staffId: string): Promise<void> {
  await db.delete(passwordResets).where(and(eq(passwordResets.projectId, projectId), eq(passwordResets.staffId, staffId)));
}

async function consumeToken(ctx: Context, token: string, passwordHash: string): Promise<string> {
  // The delete makes the link work only once, even with simultaneous requests.
  const [reset] = await ctx.db.delete(passwordResets).where(isValidToken(ctx, token)).returning({ staffId: passwordResets.staffId });
  if (!reset) throw new ApiError("link_not_valid");
  const [updated] = await ctx.db
    .update(staff)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(and(isMember(ctx, reset.staffId), isNull(staff.disabledAt)))
    .returning({ id: staff.id, email: staff.email });
  if (!updated) throw new ApiError("link_not_valid");
  await forgetKnownBrowsers(ctx, updated.id);
  await revokeStaffSessions(ctx, updated.id);
  await recordEvent(ctx, { kind: "staff.password_reset", data: { staff: updated.id } });
  await queueAccountEmail(ctx, { kind: "password_changed", staffId: updated.id });
  return updated.email;
}
