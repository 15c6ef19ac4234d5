import { type SQL, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodeCount } from "@/contract/account";
import { queryRows } from "@/db/query";
import { recoveryCodes } from "@/db/schema";
import { decrypt, encrypt } from "@/lib/encryption";
import { randomString, sha256Hex } from "@/lib/ids";
import { log } from "@/lib/log";
import { ApiError } from "../api-error";
import { alphanumericAlphabet } from "../codes/draw-code";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getProject } from "../projects/record";
import { confirmPassword, getCurrentStaff, queueStaffEmail, type StaffRow } from "./record";
import { type Client, revokeOtherSessions } from "./sessions";
import { countConfirmationAttempt, refundConfirmationAttempt } from "./sign-in-rate-limits";

/** The options that every authenticator app supports (RFC 6238). */
const totpOptions = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The allowed clock difference in either direction, in time steps. */
const allowedSteps = 1;

/** Creates a secret for an authenticator app and the URI for its QR code. */
export function createAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...totpOptions, issuer, label, secret }).toString() };
}

/** Returns the time step that a code belongs to, or null if it isn't valid at `now` (epoch milliseconds). */
export function matchTimeStep(secret: string, code: string, now = Date.now()): number | null {
  // `TOTP.validate` throws for six characters that are more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...totpOptions, secret: Secret.fromBase32(secret), token: code, window: allowedSteps, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / totpOptions.period) + delta;
}

/** Generates a recovery code. Hyphens are for readability. It has 77 bits, so an unsalted hash is safe. */
export const generateRecoveryCode = (): string => [4, 4, 4, 4].map((length) => randomString(alphanumericAlphabet, length)).join("-");

/** Binds an encrypted secret to its staff member, so that it can't be copied to another row. */
const encryptionContext = ({ projectId }: Context, staffId: string): string => `second factor ${projectId} ${staffId}`;

/** Returns the time step of an authenticator code. Returns null if it's wrong or the secret can't be decrypted. Recovery codes still work then. */
function matchEncryptedSecret(ctx: Context, staffId: string, encryptedSecret: string, code: string): number | null {
  let secret: string;
  try {
    secret = decrypt(encryptedSecret, encryptionContext(ctx, staffId));
  } catch (err) {
    log.error({ err, requestId: ctx.requestId }, "Cannot decrypt a second factor. Has AUTH_SECRET changed?");
    return null;
  }
  return matchTimeStep(secret, code);
}

export type SecondFactorMethod = "authenticator" | "recovery_code";

/** Consumes an authenticator or recovery code in the caller's transaction. Returns null if it's wrong or was already used. */
export async function consumeCode(ctx: Context, { id, totp_secret }: StaffRow, code: string): Promise<SecondFactorMethod | null> {
  const step = totp_secret === null ? null : matchEncryptedSecret(ctx, id, totp_secret, code);
  // Each is one statement, so that of two simultaneous uses only one succeeds.
  const [consumed] =
    step === null
      ? await queryRows(
          ctx.db,
          sql`delete from recovery_codes where project_id = ${ctx.projectId} and staff_id = ${id}::uuid and hash = ${sha256Hex(code)} returning true`,
        )
      : await queryRows(
          ctx.db,
          sql`update staff set totp_last_step = ${step} where project_id = ${ctx.projectId} and id = ${id}::uuid
            and (totp_last_step is null or totp_last_step < ${step}) returning true`,
        );
  if (!consumed) return null;
  return step === null ? "recovery_code" : "authenticator";
}

/**
 * Creates a pending second factor and returns its secret. An existing second factor stays active until the new one is confirmed. Throws
 * `invalid_password`.
 */
export async function startSecondFactorSetup(
  ctx: Context,
  input: { password: string },
  client: Client,
): Promise<{ secret: string; uri: string }> {
  const { id, email } = await confirmPassword(ctx, input.password, client);
  const { name } = await getProject(ctx);
  const { secret, uri } = createAuthenticator(name, email);
  await ctx.db.execute(
    sql`update staff set totp_pending = ${encrypt(secret, encryptionContext(ctx, id))} where project_id = ${ctx.projectId} and id = ${id}::uuid`,
  );
  return { secret, uri };
}

/** Activates the pending second factor, revokes other sessions and returns recovery codes. Throws `second_factor_invalid`. */
export async function confirmSecondFactor(ctx: Context, input: { code: string }, client: Client): Promise<{ recoveryCodes: string[] }> {
  const { id, totp_pending: pending } = await getCurrentStaff(ctx);
  const attempt = { staffId: id, client };
  await countConfirmationAttempt(ctx, attempt);
  const step = pending === null ? null : matchEncryptedSecret(ctx, id, pending, input.code);
  if (step === null) throw new ApiError("second_factor_invalid");
  const codes = await inTransaction(ctx, async (inner) => {
    // Requires the pending secret, so that of two simultaneous confirmations only one returns recovery codes.
    const [updated] = await queryRows(
      inner.db,
      sql`update staff set totp_secret = totp_pending, totp_pending = null, totp_confirmed_at = now(), totp_last_step = ${step}, updated_at = now()
        where project_id = ${inner.projectId} and id = ${id}::uuid and totp_pending = ${pending} returning true`,
    );
    if (!updated) throw new ApiError("second_factor_invalid");
    await revokeOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.second_factor_added" });
    await queueStaffEmail(inner, { kind: "second_factor_changed", staffId: id });
    return replaceRecoveryCodes(inner, id);
  });
  await refundConfirmationAttempt(ctx, attempt);
  return { recoveryCodes: codes };
}

/** Replaces the recovery codes. Returns none without a second factor. Throws `invalid_password`. */
export async function regenerateRecoveryCodes(
  ctx: Context,
  input: { password: string },
  client: Client,
): Promise<{ recoveryCodes: string[] }> {
  const { id } = await confirmPassword(ctx, input.password, client);
  return inTransaction(ctx, async (inner) => {
    // Locks the row, so that only one set of codes is valid after two simultaneous requests.
    const [hasSecondFactor] = await queryRows(
      inner.db,
      sql`select true from staff where project_id = ${inner.projectId} and id = ${id}::uuid and totp_secret is not null for no key update`,
    );
    if (!hasSecondFactor) return { recoveryCodes: [] };
    await recordEvent(inner, { kind: "staff.recovery_codes_regenerated" });
    return { recoveryCodes: await replaceRecoveryCodes(inner, id) };
  });
}

/** Removes the current staff member's second factor, including a pending one and recovery codes. Throws `invalid_password`. */
export async function removeSecondFactor(ctx: Context, input: { password: string }, client: Client): Promise<Record<string, never>> {
  const { id } = await confirmPassword(ctx, input.password, client);
  await inTransaction(ctx, async (inner) => {
    const [previous] = await queryRows<{ had_second_factor: boolean }>(
      inner.db,
      sql`update staff s set ${clearSecondFactor}, updated_at = now()
        from (select project_id, id, totp_secret is not null as had_second_factor from staff where project_id = ${inner.projectId} and id = ${id}::uuid for no key update) previous
        where s.project_id = previous.project_id and s.id = previous.id returning previous.had_second_factor`,
    );
    await deleteRecoveryCodes(inner, id);
    if (!previous?.had_second_factor) return;
    await recordEvent(inner, { kind: "staff.second_factor_removed" });
    await queueStaffEmail(inner, { kind: "second_factor_changed", staffId: id });
  });
  return {};
}

/** The column assignments that remove a second factor. */
export const clearSecondFactor: SQL = sql`totp_secret = null, totp_pending = null, totp_confirmed_at = null, totp_last_step = null`;

export const deleteRecoveryCodes = ({ db, projectId }: Context, staffId: string) =>
  db.execute(sql`delete from recovery_codes where project_id = ${projectId} and staff_id = ${staffId}::uuid`);

/** Requires the lock of the staff member's row. */
async function replaceRecoveryCodes(ctx: Context, staffId: string): Promise<string[]> {
  await deleteRecoveryCodes(ctx, staffId);
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode);
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ projectId: ctx.projectId, staffId, hash: sha256Hex(code.replaceAll("-", "")) })));
  return codes;
}
