import { and, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodeCount } from "@/contract/account";
import type { Database } from "@/db/client";
import { recoveryCodes, staff } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { decrypt, encrypt, reencrypt } from "@/lib/encryption";
import { alphanumericAlphabet, randomString, sha256Hex } from "@/lib/ids";
import { log } from "@/lib/log";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getProject } from "../projects/record";
import { confirmPassword, getCurrentStaff, isMember, queueAccountEmail, type StaffRow } from "./record";
import { type Client, revokeOtherSessions } from "./sessions";
import { countConfirmationAttempt, refundConfirmationAttempt } from "./sign-in-rate-limits";

/** The options that every authenticator app supports (RFC 6238). */
const totpOptions = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The allowed clock difference in either direction, in time steps. */
const allowedSteps = 1;

/** Creates a secret for an authenticator app and the URI for its QR code. */
function createAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...totpOptions, issuer, label, secret }).toString() };
}

/** Returns the time step that a code belongs to, or null if it isn't valid at `now` (epoch milliseconds). */
function matchTimeStep(secret: string, code: string, now = currentTime()): number | null {
  // `TOTP.validate` throws for six characters that are more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...totpOptions, secret: Secret.fromBase32(secret), token: code, window: allowedSteps, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / totpOptions.period) + delta;
}

/** Generates a recovery code. Hyphens are for readability. It has 77 bits, so an unsalted hash is safe. */
const generateRecoveryCode = (): string => [4, 4, 4, 4].map((length) => randomString(alphanumericAlphabet, length)).join("-");

/** Binds an encrypted secret to its staff member, so that it can't be copied to another row. */
const encryptionContext = ({ projectId }: Pick<Context, "projectId">, staffId: string): string => `second factor ${projectId} ${staffId}`;

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

export type SecondFactorMethod = "authenticator" | "recovery_code" | "passkey";

/** Consumes an authenticator or recovery code in the caller's transaction. Returns null if it's wrong or was already used. */
export async function consumeCode(ctx: Context, { id, totpSecret }: StaffRow, code: string): Promise<SecondFactorMethod | null> {
  const step = totpSecret === null ? null : matchEncryptedSecret(ctx, id, totpSecret, code);
  // Each is one statement, so that of two simultaneous uses only one succeeds.
  const [consumed] =
    step === null
      ? await ctx.db
          .delete(recoveryCodes)
          .where(and(ownRecoveryCodes(ctx, id), eq(recoveryCodes.hash, sha256Hex(code))))
          .returning({ staffId: recoveryCodes.staffId })
      : await ctx.db
          .update(staff)
          .set({ totpLastStep: step })
          .where(and(isMember(ctx, id), or(isNull(staff.totpLastStep), lt(staff.totpLastStep, step))))
          .returning({ staffId: staff.id });
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
  await ctx.db
    .update(staff)
    .set({ totpPending: encrypt(secret, encryptionContext(ctx, id)) })
    .where(isMember(ctx, id));
  return { secret, uri };
}

/** Activates the pending second factor, revokes other sessions and returns recovery codes. Throws `second_factor_invalid`. */
export async function confirmSecondFactor(ctx: Context, input: { code: string }, client: Client): Promise<{ recoveryCodes: string[] }> {
  const { id, totpPending: pending } = await getCurrentStaff(ctx);
  const attempt = { staffId: id, client };
  await countConfirmationAttempt(ctx, attempt);
  const step = pending === null ? null : matchEncryptedSecret(ctx, id, pending, input.code);
  if (step === null) throw new ApiError("second_factor_invalid");
  const codes = await inTransaction(ctx, async (inner) => {
    // Requires the pending secret, so that of two simultaneous confirmations only one returns recovery codes.
    const [updated] = await inner.db
      .update(staff)
      .set({ ...withoutSecondFactor, totpSecret: pending, totpConfirmedAt: sql`now()`, totpLastStep: step, updatedAt: sql`now()` })
      .where(and(isMember(inner, id), eq(staff.totpPending, pending ?? "")))
      .returning({ id: staff.id });
    if (!updated) throw new ApiError("second_factor_invalid");
    await revokeOtherSessions(inner);
    await recordEvent(inner, { kind: "staff.second_factor_added" });
    await queueAccountEmail(inner, { kind: "second_factor_changed", staffId: id });
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
    const [hasSecondFactor] = await inner.db
      .select({ id: staff.id })
      .from(staff)
      .where(and(isMember(inner, id), or(isNotNull(staff.totpSecret), gt(staff.passkeyCount, 0))))
      .for("no key update");
    if (!hasSecondFactor) return { recoveryCodes: [] };
    await recordEvent(inner, { kind: "staff.recovery_codes_regenerated" });
    return { recoveryCodes: await replaceRecoveryCodes(inner, id) };
  });
}

/** Removes the current staff member's authenticator, including a pending one, and recovery codes unless they have passkeys. Throws `invalid_password`. */
export async function removeSecondFactor(ctx: Context, input: { password: string }, client: Client): Promise<Record<string, never>> {
  const { id } = await confirmPassword(ctx, input.password, client);
  await inTransaction(ctx, async (inner) => {
    const [previous] = await inner.db
      .select({ secret: staff.totpSecret, passkeyCount: staff.passkeyCount })
      .from(staff)
      .where(isMember(inner, id))
      .for("no key update");
    await inner.db
      .update(staff)
      .set({ ...withoutSecondFactor, updatedAt: sql`now()` })
      .where(isMember(inner, id));
    if (previous?.passkeyCount === 0) await deleteRecoveryCodes(inner, id);
    if (!previous?.secret) return;
    await recordEvent(inner, { kind: "staff.second_factor_removed" });
    await queueAccountEmail(inner, { kind: "second_factor_changed", staffId: id });
  });
  return {};
}

/** The values of the columns without an authenticator. */
export const withoutSecondFactor = {
  totpSecret: null,
  totpPending: null,
  totpConfirmedAt: null,
  totpLastStep: null,
} satisfies Partial<StaffRow>;

const ownRecoveryCodes = ({ projectId }: Context, staffId: string) =>
  and(eq(recoveryCodes.projectId, projectId), eq(recoveryCodes.staffId, staffId));

export async function deleteRecoveryCodes(ctx: Context, staffId: string): Promise<void> {
  await ctx.db.delete(recoveryCodes).where(ownRecoveryCodes(ctx, staffId));
}

/** Replaces the recovery codes of a staff member, whose row must be locked, and returns the new ones. */
export async function replaceRecoveryCodes(ctx: Context, staffId: string): Promise<string[]> {
  await deleteRecoveryCodes(ctx, staffId);
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode);
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ projectId: ctx.projectId, staffId, hash: sha256Hex(code.replaceAll("-", "")) })));
  return codes;
}

/** Encrypts authenticator secrets that were encrypted with an earlier AUTH_SECRET with the current one, in all projects. */
export async function reencryptSecondFactors(db: Database, secrets?: string[]): Promise<void> {
  const rows = await db
    .select()
    .from(staff)
    .where(or(isNotNull(staff.totpSecret), isNotNull(staff.totpPending)));
  for (const row of rows)
    for (const column of ["totpSecret", "totpPending"] as const) {
      const stored = row[column];
      const next = stored === null ? null : reencrypt(stored, encryptionContext(row, row.id), secrets);
      // Unless it was changed after it was read.
      if (stored !== null && next !== null)
        await db
          .update(staff)
          .set({ [column]: next })
          .where(and(eq(staff.projectId, row.projectId), eq(staff.id, row.id), eq(staff[column], stored)));
    }
}
