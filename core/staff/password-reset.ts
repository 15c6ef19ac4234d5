import { sql } from "drizzle-orm";
import type { z } from "zod";
import { resetLinkLifetimeMinutes, type resetPasswordEndpoint } from "@/contract/account";
import { queryRows, type RowOf } from "@/db/query";
import type { passwordResets, staff } from "@/db/schema";
import { randomHex, sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { hashPassword } from "./password";
import { queueStaffEmail } from "./record";
import { type Client, revokeStaffSessions } from "./sessions";
import { countLinkAttempt, countResetRequest, refundSignInAttempt } from "./sign-in-rate-limits";

/**
 * Queues a password reset email. The response and its time are the same for every email, because the worker checks whether the account
 * exists.
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }, client: Client): Promise<{ email: string }> {
  await countResetRequest(ctx, { email, client });
  await inTransaction(ctx, (inner) => queueStaffEmail(inner, { kind: "reset", email }));
  return { email };
}

export type PasswordResetEmailData = { name: string; token: string };

/** Creates the token of a reset link and invalidates the previous one. Returns null if no active account has the email. */
export async function createPasswordResetLink(ctx: Context, email: string): Promise<PasswordResetEmailData | null> {
  const token = randomHex(16);
  const [row] = await queryRows<RowOf<typeof staff, "name">>(
    ctx.db,
    sql`with account as (
        select project_id, id, name from staff
        where project_id = ${ctx.projectId} and email = ${email} and disabled_at is null and removed_at is null
      ), reset as (
        insert into password_resets (project_id, staff_id, hash, expires_at)
        select project_id, id, ${sha256Hex(token)}, now() + make_interval(mins => ${sql.raw(String(resetLinkLifetimeMinutes))}) from account
        on conflict (project_id, staff_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
      )
      select name from account`,
  );
  return row ? { name: row.name, token } : null;
}

type ResetPasswordInput = z.output<NonNullable<typeof resetPasswordEndpoint.body>>;

/** Sets a new password with the token of an emailed link and revokes all of the account's sessions. Throws `link_not_valid`. */
export async function resetPassword(ctx: Context, { token, password }: ResetPasswordInput, client: Client): Promise<{ email: string }> {
  await countLinkAttempt(ctx, client);
  const [isValid] = await queryRows(
    ctx.db,
    sql`select true from password_resets where project_id = ${ctx.projectId} and hash = ${sha256Hex(token)} and expires_at > now()`,
  );
  // Hashing is slow on purpose, so skip it for invalid tokens.
  if (!isValid) throw new ApiError("link_not_valid");
  const hash = await hashPassword(password);
  const email = await inTransaction(ctx, (inner) => consumeToken(inner, token, hash));
  await refundSignInAttempt(ctx, { email, client });
  return { email };
}

async function consumeToken(ctx: Context, token: string, passwordHash: string): Promise<string> {
  // The delete makes the link work only once, even with simultaneous requests.
  const [reset] = await queryRows<RowOf<typeof passwordResets, "staff_id">>(
    ctx.db,
    sql`delete from password_resets where project_id = ${ctx.projectId} and hash = ${sha256Hex(token)} and expires_at > now() returning staff_id`,
  );
  if (!reset) throw new ApiError("link_not_valid");
  const [updated] = await queryRows<RowOf<typeof staff, "id" | "email">>(
    ctx.db,
    sql`update staff set password_hash = ${passwordHash}, updated_at = now()
      where project_id = ${ctx.projectId} and id = ${reset.staff_id}::uuid and disabled_at is null and removed_at is null returning id, email`,
  );
  if (!updated) throw new ApiError("link_not_valid");
  await revokeStaffSessions(ctx, updated.id);
  await recordEvent(ctx, { kind: "staff.password_reset", data: { staff: updated.id } });
  await queueStaffEmail(ctx, { kind: "password_changed", staffId: updated.id });
  return updated.email;
}
