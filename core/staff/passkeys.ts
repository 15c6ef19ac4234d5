import type { AuthenticatorTransport, WebAuthnCredential } from "@simplewebauthn/server";
import { and, asc, eq, gt, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type addPasskeyEndpoint,
  maxPasskeys,
  type PasskeyRecord,
  type PasskeyRegistration,
  passkeyChallengeSeconds,
  type renamePasskeyEndpoint,
} from "@/contract/passkeys";
import type { PasskeyAssertion } from "@/contract/staff-fields";
import { passkeyChallenges, passkeys, staff } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { env } from "@/lib/env";
import { newId, randomHex, sha256Hex } from "@/lib/ids";
import { log } from "@/lib/log";
import { ApiError } from "../api-error";
import { asVisitor, type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { recordSecurityEvent } from "../events/record-security-event";
import { isOutdated } from "../expected-values";
import { getProject } from "../projects/record";
import { confirmIdentity, isMember, listSecondFactors, queueAccountEmail, type StaffRow } from "./record";
import { deleteRecoveryCodes, replaceRecoveryCodes } from "./second-factor";
import { type Client, revokeOtherSessions } from "./sessions";
import { countSignInAttempt } from "./sign-in-rate-limits";

type PasskeyRow = typeof passkeys.$inferSelect;

/** The options of a browser call, as JSON. */
type BrowserOptions = { options: Record<string, unknown> };

// Large, and few requests need it.
const loadWebAuthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256, which every authenticator supports one of. The library's default adds one that Node.js calls experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The site that passkeys belong to. It comes from the configuration, because a request can name any host. */
function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(env().APP_URL);
  return { id: hostname, origin };
}

// What a challenge is for is part of the hash, so that a challenge can't be used for something else.
const setupHash = (ctx: Context) => sha256Hex(`passkey setup ${requireStaffActor(ctx).sessionId}`);
const signInHash = (browserToken: string) => sha256Hex(`passkey sign-in ${browserToken}`);

async function storeChallenge({ db, projectId }: Context, hash: string, challenge: string): Promise<void> {
  const expiresAt = sql`now() + make_interval(secs => ${sql.raw(String(passkeyChallengeSeconds))})`;
  await db
    .insert(passkeyChallenges)
    .values({ projectId, hash, challenge, expiresAt })
    .onConflictDoUpdate({ target: [passkeyChallenges.projectId, passkeyChallenges.hash], set: { challenge, expiresAt } });
}

/** Deletes a challenge and returns it, or null if there is none. One statement, so that of two simultaneous answers only one gets it. */
async function consumeChallenge({ db, projectId }: Context, hash: string): Promise<string | null> {
  const [row] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.projectId, projectId), eq(passkeyChallenges.hash, hash)))
    .returning({ challenge: passkeyChallenges.challenge, isCurrent: gt(passkeyChallenges.expiresAt, sql`now()`).mapWith(Boolean) });
  return row?.isCurrent ? row.challenge : null;
}

/** Creates a challenge to sign in. Only the browser that has the returned token can answer it. Throws `too_many_requests`. */
export async function startPasskeySignIn(ctx: Context, client: Client): Promise<{ browserToken: string; reply: BrowserOptions }> {
  await countSignInAttempt(ctx, { client });
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({ rpID: relyingParty().id, userVerification: "required" });
  const browserToken = randomHex(16);
  await storeChallenge(ctx, signInHash(browserToken), options.challenge);
  return { browserToken, reply: { options: { ...options } } };
}

/**
 * Verifies a passkey's answer to the browser's challenge and returns the ID of its staff member, who can be disabled. Call it outside of a
 * transaction, so that a wrong answer uses up the challenge too. Throws `passkey_invalid`, and records that.
 */
export async function verifyPasskey(ctx: Context, assertion: PasskeyAssertion, browserToken: string | null): Promise<string> {
  const challenge = browserToken === null ? null : await consumeChallenge(ctx, signInHash(browserToken));
  const [passkey] = await ctx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.projectId, ctx.projectId), eq(passkeys.credentialId, assertion.id)));
  if (challenge !== null && passkey && (await acceptAssertion(ctx, passkey, assertion, challenge))) return passkey.staffId;
  await recordPasskeyFailure(ctx, assertion.id, passkey?.staffId);
  throw new ApiError("passkey_invalid");
}

/** Records that a passkey couldn't be used to sign in. */
export async function recordPasskeyFailure(ctx: Context, credentialId: string, staffId: string | undefined): Promise<void> {
  await recordSecurityEvent(asVisitor(ctx), {
    kind: "staff.sign_in_failed",
    subject: staffId ?? sha256Hex(credentialId).slice(0, 32),
    data: { reason: "passkey", ...(staffId !== undefined && { staff: staffId }) },
  });
}

async function acceptAssertion(ctx: Context, passkey: PasskeyRow, assertion: PasskeyAssertion, challenge: string): Promise<boolean> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== passkey.staffId) return false;
  const { id, origin } = relyingParty();
  const result = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: webAuthnCredential(passkey),
    requireUserVerification: true,
  }).catch((err: unknown) => logRefusal(ctx, err));
  if (!result?.verified) return false;
  const { newCounter } = result.authenticationInfo;
  // The library has compared the counter with the row as it was. A copy of the passkey can be used at the same time.
  const [accepted] = await ctx.db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: sql`now()` })
    .where(and(isOwnPasskey(ctx, passkey.staffId, passkey.id), or(lt(passkeys.counter, newCounter), eq(passkeys.counter, 0))))
    .returning({ id: passkeys.id });
  return accepted !== undefined;
}

const webAuthnCredential = ({ credentialId, publicKey, counter, transports }: PasskeyRow): WebAuthnCredential => ({
  id: credentialId,
  publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
  counter,
  transports: transports as AuthenticatorTransport[],
});

/** Logs why an answer was refused: the message of an Error of the library, which throws for everything that doesn't match. */
function logRefusal({ requestId }: Context, err: unknown): null {
  log.info({ reason: err instanceof Error ? err.message : "unknown", requestId }, "passkey refused");
  return null;
}

const isOwnPasskey = ({ projectId }: Context, staffId: string, id: string) =>
  and(eq(passkeys.projectId, projectId), eq(passkeys.staffId, staffId), eq(passkeys.id, id));

const selectPasskeys = ({ db, projectId }: Context, staffId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.projectId, projectId), eq(passkeys.staffId, staffId)))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

const passkeyRecord = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyRecord => ({
  id,
  name,
  createdAt: isoTimestamp(createdAt),
  lastUsedAt: isoTimestamp(lastUsedAt),
});

/** Lists the passkeys of the current staff member, oldest first. */
export const listPasskeys = async (ctx: Context): Promise<PasskeyRecord[]> =>
  (await selectPasskeys(ctx, requireStaffActor(ctx).id)).map(passkeyRecord);

/** Creates a challenge for a new passkey, which only this session can answer. Throws `invalid_password` and `confirmation_required`. */
export async function startPasskeySetup(ctx: Context, { password }: { password?: string }, client: Client): Promise<BrowserOptions> {
  const { id: staffId, email, name } = await confirmIdentity(ctx, password, client);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: (await getProject(ctx)).name,
    rpID: relyingParty().id,
    userID: new Uint8Array(Buffer.from(staffId)),
    userName: email,
    userDisplayName: name,
    excludeCredentials: (await selectPasskeys(ctx, staffId)).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(ctx, setupHash(ctx), options.challenge);
  return { options: { ...options } };
}

type AddPasskeyInput = z.output<NonNullable<typeof addPasskeyEndpoint.body>>;

/**
 * Adds a passkey that answers the challenge. If it is the first second factor, revokes other sessions and returns recovery codes. Throws
 * `passkey_invalid`, which it records, and `passkey_exists`.
 */
export async function addPasskey(
  ctx: Context,
  { name, passkey }: AddPasskeyInput,
): Promise<{ passkey: PasskeyRecord; recoveryCodes: string[] }> {
  const { id: staffId } = requireStaffActor(ctx);
  const challenge = await consumeChallenge(ctx, setupHash(ctx));
  const credential = challenge === null ? null : await verifyRegistration(ctx, passkey, challenge);
  if (credential === null) {
    await recordSecurityEvent(ctx, { kind: "staff.passkey_refused", subject: staffId, data: {} });
    throw new ApiError("passkey_invalid");
  }
  return inTransaction(ctx, async (inner) => {
    const before = await lockStaffRow(inner, staffId);
    if (before.passkeyCount >= maxPasskeys)
      throw new ApiError("invalid_input", {
        fields: { passkey: [`can't be added: you have ${maxPasskeys} passkeys, the most you can have`] },
      });
    const [row] = await inner.db
      .insert(passkeys)
      .values({
        projectId: inner.projectId,
        id: newId(),
        staffId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: passkey.response.transports ?? [],
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new ApiError("passkey_exists");
    await changePasskeyCount(inner, staffId, 1);
    await recordEvent(inner, { kind: "staff.passkey_added", data: { passkey: row.id, name } });
    await queueAccountEmail(inner, { kind: "second_factor_changed", staffId });
    if (listSecondFactors(before).length > 0) return { passkey: passkeyRecord(row), recoveryCodes: [] };
    await revokeOtherSessions(inner);
    return { passkey: passkeyRecord(row), recoveryCodes: await replaceRecoveryCodes(inner, staffId) };
  });
}

async function verifyRegistration(ctx: Context, passkey: PasskeyRegistration, challenge: string): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { id, origin } = relyingParty();
  const { transports: _, ...response } = passkey.response;
  const result = await verifyRegistrationResponse({
    response: { ...passkey, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((err: unknown) => logRefusal(ctx, err));
  return result?.registrationInfo?.credential ?? null;
}

/** Renames a passkey of the current staff member. Throws `passkey_not_found` and `account_changed`. */
export function renamePasskey(
  ctx: Context,
  id: string,
  { name, expected = {} }: z.output<typeof renamePasskeyEndpoint.body>,
): Promise<PasskeyRecord> {
  const isOwn = isOwnPasskey(ctx, requireStaffActor(ctx).id, id);
  return inTransaction(ctx, async ({ db }) => {
    const [current] = await db.select().from(passkeys).where(isOwn).for("update");
    if (!current) throw new ApiError("passkey_not_found");
    if (isOutdated(current, { name }, expected)) throw new ApiError("account_changed");
    await db.update(passkeys).set({ name }).where(isOwn);
    return passkeyRecord({ ...current, name });
  });
}

/**
 * Removes a passkey of the current staff member, and the recovery codes if no second factor remains. Throws `passkey_not_found`,
 * `invalid_password` and `confirmation_required`.
 */
export async function removePasskey(
  ctx: Context,
  id: string,
  { password }: { password?: string },
  client: Client,
): Promise<Record<string, never>> {
  const { id: staffId } = await confirmIdentity(ctx, password, client);
  await inTransaction(ctx, async (inner) => {
    await lockStaffRow(inner, staffId);
    const [removed] = await inner.db
      .delete(passkeys)
      .where(isOwnPasskey(inner, staffId, id))
      .returning();
    if (!removed) throw new ApiError("passkey_not_found");
    const after = await changePasskeyCount(inner, staffId, -1);
    if (listSecondFactors(after).length === 0) await deleteRecoveryCodes(inner, staffId);
    await recordEvent(inner, { kind: "staff.passkey_removed", data: { passkey: id, name: removed.name } });
    await queueAccountEmail(inner, { kind: "second_factor_changed", staffId });
  });
  return {};
}

/** Deletes all passkeys of a staff member in the caller's transaction, which also resets their count. */
export async function deletePasskeys({ db, projectId }: Context, staffId: string): Promise<void> {
  await db.delete(passkeys).where(and(eq(passkeys.projectId, projectId), eq(passkeys.staffId, staffId)));
}

/** Locks the row, so that changes to second factors run one after another. */
async function lockStaffRow(ctx: Context, staffId: string): Promise<StaffRow> {
  const [row] = await ctx.db.select().from(staff).where(isMember(ctx, staffId)).for("no key update");
  if (!row) throw new ApiError("not_signed_in");
  return row;
}

async function changePasskeyCount(ctx: Context, staffId: string, change: 1 | -1): Promise<StaffRow> {
  const [row] = await ctx.db
    .update(staff)
    .set({ passkeyCount: sql`${staff.passkeyCount} + ${change}`, updatedAt: sql`now()` })
    .where(isMember(ctx, staffId))
    .returning();
  if (!row) throw new ApiError("not_signed_in");
  return row;
}
