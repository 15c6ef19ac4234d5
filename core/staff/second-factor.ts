import { type SQL, sql } from "drizzle-orm";
import { recoveryCodeCount } from "@/contract/account";
import { rows } from "@/db/rows";
import { recoveryCodes } from "@/db/schema";
import { hashOf } from "@/lib/ids";
import { log } from "@/lib/log";
import { seal, unseal } from "@/lib/seal";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { projectOf } from "../projects/wire";
import { queueStaffMail } from "./mail";
import { self, selfByPassword } from "./self";
import { type Client, endOtherSessions } from "./sessions";
import { newAuthenticator, newRecoveryCode, stepOf } from "./totp";
import { countOwnTry, giveOwnBack } from "./tries";
import type { StaffRow } from "./wire";

/** The secret is sealed for its owner: nobody else's row can be given it. */
const purpose = ({ projectId }: Context, staffId: string): string => `second factor ${projectId} ${staffId}`;

/** The time step of an authenticator's code, or null where it is wrong, or the secret cannot be read any more: a recovery code still works then. */
function stepOfSealed(ctx: Context, staffId: string, sealed: string, code: string): number | null {
  let secret: string;
  try {
    secret = unseal(sealed, purpose(ctx, staffId));
  } catch (err) {
    log.error({ err, requestId: ctx.requestId }, "a second factor cannot be read: is AUTH_SECRET another than it was?");
    return null;
  }
  return stepOf(secret, code);
}

/** What a second factor was given by. */
export type Factor = "authenticator" | "recovery_code";

/** Uses a code of somebody's second factor up, in the caller's transaction; answers what it was, or null where it is wrong or was used before. */
export async function consumeCode(ctx: Context, { id, totp_secret }: StaffRow, code: string): Promise<Factor | null> {
  const step = totp_secret === null ? null : stepOfSealed(ctx, id, totp_secret, code);
  // Each is one statement, so that of two who use the same code at once one succeeds.
  const [used] =
    step === null
      ? await rows(
          ctx.db,
          sql`delete from recovery_codes where project_id = ${ctx.projectId} and staff_id = ${id}::uuid and hash = ${hashOf(code)} returning true`,
        )
      : await rows(
          ctx.db,
          sql`update staff set totp_last_step = ${step} where project_id = ${ctx.projectId} and id = ${id}::uuid
            and (totp_last_step is null or totp_last_step < ${step}) returning true`,
        );
  if (!used) return null;
  return step === null ? "recovery_code" : "authenticator";
}

/**
 * Begins to add a second factor, or to replace the one there is: answers the secret for an authenticator. Nothing else changes until it
 * is confirmed. Beginning again replaces what was not confirmed. Refuses with `wrong_password`.
 */
export async function beginSecondFactor(ctx: Context, ask: { password: string }, client: Client): Promise<{ secret: string; uri: string }> {
  const { id, email } = await selfByPassword(ctx, ask.password, client);
  const { name } = await projectOf(ctx);
  const { secret, uri } = newAuthenticator(name, email);
  await ctx.db.execute(
    sql`update staff set totp_pending = ${seal(secret, purpose(ctx, id))} where project_id = ${ctx.projectId} and id = ${id}::uuid`,
  );
  return { secret, uri };
}

/** Puts the second factor that was begun into effect and ends one's other sessions; answers new recovery codes. Refuses with `second_factor_wrong`. */
export async function confirmSecondFactor(ctx: Context, ask: { code: string }, client: Client): Promise<{ recoveryCodes: string[] }> {
  const { id, totp_pending: pending } = await self(ctx);
  const tried = { staffId: id, client };
  await countOwnTry(ctx, tried);
  const step = pending === null ? null : stepOfSealed(ctx, id, pending, ask.code);
  if (step === null) throw new ApiError("second_factor_wrong");
  const codes = await inTransaction(ctx, async (inner) => {
    // Only while it is the one that was begun, so that of two confirmations at once one answers recovery codes.
    const [added] = await rows(
      inner.db,
      sql`update staff set totp_secret = totp_pending, totp_pending = null, totp_confirmed_at = now(), totp_last_step = ${step}, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid and totp_pending = ${pending} returning true`,
    );
    if (!added) throw new ApiError("second_factor_wrong");
    await endOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.second_factor_added" });
    await queueStaffMail(inner, { kind: "second_factor_changed", staffId: id });
    return replaceRecoveryCodes(inner, id);
  });
  await giveOwnBack(ctx, tried);
  return { recoveryCodes: codes };
}

/** Makes new recovery codes, and the old ones stop working; without a second factor there are none. Refuses with `wrong_password`. */
export async function renewRecoveryCodes(ctx: Context, ask: { password: string }, client: Client): Promise<{ recoveryCodes: string[] }> {
  const { id } = await selfByPassword(ctx, ask.password, client);
  return inTransaction(ctx, async (inner) => {
    // The row is the lock: what two make at once must not all work.
    const [has] = await rows(
      inner.db,
      sql`select true from staff where project_id = ${inner.projectId} and id = ${id}::uuid and totp_secret is not null for no key update`,
    );
    if (!has) return { recoveryCodes: [] };
    await recordEvent(inner, { kind: "staff.recovery_codes_renewed" });
    return { recoveryCodes: await replaceRecoveryCodes(inner, id) };
  });
}

/** Removes one's own second factor with its recovery codes, and one that was begun. Refuses with `wrong_password`. */
export async function removeSecondFactor(ctx: Context, ask: { password: string }, client: Client): Promise<Record<string, never>> {
  const { id } = await selfByPassword(ctx, ask.password, client);
  await inTransaction(ctx, async (inner) => {
    const [had] = await rows<{ was_on: boolean }>(
      inner.db,
      sql`update staff s set ${withoutSecondFactor}, updated_at = now()
        from (select project_id, id, totp_secret is not null as was_on from staff where project_id = ${inner.projectId} and id = ${id}::uuid for no key update) before
        where s.project_id = before.project_id and s.id = before.id returning before.was_on`,
    );
    await dropRecoveryCodes(inner, id);
    if (!had?.was_on) return;
    await recordEvent(inner, { kind: "staff.second_factor_removed" });
    await queueStaffMail(inner, { kind: "second_factor_changed", staffId: id });
  });
  return {};
}

/** What `staff` is set to for somebody without a second factor, and with none begun. */
export const withoutSecondFactor: SQL = sql`totp_secret = null, totp_pending = null, totp_confirmed_at = null, totp_last_step = null`;

/** Takes somebody's recovery codes away. */
export const dropRecoveryCodes = ({ db, projectId }: Context, staffId: string) =>
  db.execute(sql`delete from recovery_codes where project_id = ${projectId} and staff_id = ${staffId}::uuid`);

/** Under the lock of their owner's row. */
async function replaceRecoveryCodes(ctx: Context, staffId: string): Promise<string[]> {
  await dropRecoveryCodes(ctx, staffId);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ projectId: ctx.projectId, staffId, hash: hashOf(code.replaceAll("-", "")) })));
  return codes;
}
