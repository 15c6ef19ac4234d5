import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ErrorName } from "@/contract/errors";
import type { EventKind } from "@/contract/events";
import { normalizeEmail } from "@/contract/normalize";
import type { signInWithPasskeyEndpoint } from "@/contract/passkeys";
import type { CurrentSession, signInEndpoint } from "@/contract/session";
import { PersonName } from "@/contract/staff-fields";
import { invitations, staff } from "@/db/schema";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { recordSecurityEvent } from "../events/record-security-event";
import { getClientSalt, getProject } from "../projects/record";
import { countAttempts, type RateLimit } from "../rate-limits";
import { recordPasskeyFailure, verifyPasskey } from "./passkeys";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password";
import { addStaff, isMember, listSecondFactors, queueStaffEmail, type StaffRow, staffRecord } from "./record";
import { consumeCode, type SecondFactorMethod } from "./second-factor";
import { type Client, createSession, type SignInResult } from "./sessions";
import { countSignInAttempt, refundSignInAttempt } from "./sign-in-rate-limits";

type SignInInput = z.output<NonNullable<typeof signInEndpoint.body>>;

/** Returns a staff member and their project. Throws `not_signed_in` if they were removed. */
export async function getSessionDetails(ctx: Context, staffId: string): Promise<CurrentSession> {
  const [row] = await ctx.db.select().from(staff).where(isMember(ctx, staffId));
  if (!row) throw new ApiError("not_signed_in");
  return { staff: staffRecord(row), project: await getProject(ctx) };
}

/** Returns the current staff member and their project. */
export const getSession = (ctx: Context): Promise<CurrentSession> => getSessionDetails(ctx, requireStaffActor(ctx).id);

/** How a staff member signs in, and the event to record. */
type SignInDetails = { method: string; client: Client; event: EventKind; data?: Record<string, unknown> };

/** Creates a session for a staff member and records the event with them as the actor, in the caller's transaction. */
export async function startSession(
  ctx: Context,
  { id }: Pick<StaffRow, "id">,
  { method, client, event, data }: SignInDetails,
): Promise<SignInResult<CurrentSession>> {
  const session = await createSession(ctx, id, method, client);
  const staffContext: Context = { ...ctx, actor: { kind: "staff", id, sessionId: session.sessionId } };
  await recordEvent(staffContext, { kind: event, data });
  return { session, reply: await getSessionDetails(staffContext, id) };
}

/**
 * Signs in with a password, and with a second factor if the account has one. Throws `invalid_credentials` after the same work whether the
 * email is unknown, the account is disabled or has no password, or the password is wrong. Also throws `second_factor_required`,
 * `second_factor_invalid`, `passkey_invalid` and `too_many_requests`. `passkeyToken` is the token of the browser's passkey challenge.
 */
export async function signIn(
  ctx: Context,
  { passkey, ...input }: SignInInput,
  client: Client,
  passkeyToken: string | null = null,
): Promise<SignInResult<CurrentSession>> {
  await countSignInAttempt(ctx, { email: input.email, client });
  try {
    const passkeyOwner = passkey && (await verifyPasskey(ctx, passkey, passkeyToken));
    const credentials = { ...input, passkeyOwner };
    // A simultaneous sign-in can upgrade the hash while this one verifies it. In that case, try once more.
    const result = (await signInWithPassword(ctx, credentials, client)) ?? (await signInWithPassword(ctx, credentials, client));
    if (result === null) throw new ApiError("invalid_credentials");
    await refundSignInAttempt(ctx, { email: input.email, client });
    return result;
  } catch (error) {
    if (error instanceof ApiError) await recordFailedSignIn(ctx, input.email, error.errorName);
    throw error;
  }
}

/** Signs in with a passkey alone, which is two factors: the device, and the PIN, fingerprint or face that it requires. Throws `passkey_invalid`. */
export async function signInWithPasskey(
  ctx: Context,
  { passkey }: z.output<NonNullable<typeof signInWithPasskeyEndpoint.body>>,
  passkeyToken: string | null,
  client: Client,
): Promise<SignInResult<CurrentSession>> {
  // Counted when the challenge was created, because each challenge works once.
  const staffId = await verifyPasskey(ctx, passkey, passkeyToken);
  const result = await inTransaction(ctx, async (inner) => {
    const member = await updateLastSeen(inner, eq(staff.id, staffId));
    return member && startSession(inner, member, { method: "passkey", client, event: "staff.signed_in", data: { method: "passkey" } });
  });
  if (result === undefined) {
    await recordPasskeyFailure(ctx, passkey.id, staffId);
    throw new ApiError("passkey_invalid");
  }
  await refundSignInAttempt(ctx, { client });
  return result;
}

/** With this many wrong authentication codes within an hour, the staff member is emailed, because the person who enters them knows the password. */
const wrongCodeLimit: RateLimit = { name: "second_factor.wrong", limit: 3, windowSeconds: 3600 };

/** Records a wrong password or authentication code. Does the same work whether the email is known or not. */
async function recordFailedSignIn(ctx: Context, email: string, errorName: ErrorName): Promise<void> {
  const reason = { invalid_credentials: "password", second_factor_invalid: "second_factor" }[errorName as string];
  if (reason === undefined) return;
  const [member] = await ctx.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.projectId, ctx.projectId), eq(staff.email, email), isNull(staff.removedAt)));
  const emailHash = sha256Hex(`${await getClientSalt(ctx.db, ctx.projectId)} ${email}`).slice(0, 32);
  const visitorContext: Context = { ...ctx, actor: { kind: "visitor", id: null } };
  await recordSecurityEvent(visitorContext, {
    kind: "staff.sign_in_failed",
    subject: emailHash,
    data: { reason, ...(member ? { staff: member.id } : { emailHash }) },
  });
  if (reason === "password" || !member) return;
  const [wrongCodes] = await countAttempts(ctx, [{ rateLimit: wrongCodeLimit, subject: member.id }]);
  if (wrongCodes?.attempts === wrongCodeLimit.limit) await queueStaffEmail(ctx, { kind: "second_factor_attempts", staffId: member.id });
}

/** What a staff member signs in with: their password, and a code or the owner of a verified passkey. */
type PasswordCredentials = Omit<SignInInput, "passkey"> & { passkeyOwner: string | undefined };

/** Returns null if the account was disabled or its hash changed during verification. */
async function signInWithPassword(
  ctx: Context,
  { email, password, ...secondFactor }: PasswordCredentials,
  client: Client,
): Promise<SignInResult<CurrentSession> | null> {
  const [row] = await ctx.db
    .select()
    .from(staff)
    .where(and(eq(staff.projectId, ctx.projectId), eq(staff.email, email), isNull(staff.removedAt)));
  const storedHash = row && row.disabledAt === null ? row.passwordHash : null;
  const isCorrect = await verifyPassword(storedHash, password);
  if (storedHash === null || !row || !isCorrect) throw new ApiError("invalid_credentials");
  if (listSecondFactors(row).length > 0 && !isSecondFactorGiven(secondFactor)) throw await requireSecondFactor(ctx, row, client);

  const upgradedHash = isOutdatedHash(storedHash) ? await hashPassword(password) : storedHash;
  return inTransaction(ctx, async (inner) => {
    // Locks the row and requires the verified hash, so that a password change or a disabled account prevents the session.
    const current = await updateLastSeen(inner, and(eq(staff.id, row.id), eq(staff.passwordHash, storedHash)), {
      passwordHash: upgradedHash,
    });
    if (!current) return null;
    const usedFactor = await checkSecondFactor(inner, current, secondFactor);
    return startSession(inner, current, {
      method: "password",
      client,
      event: "staff.signed_in",
      data: { method: "password", ...(usedFactor && { secondFactor: usedFactor }) },
    });
  });
}

/** Refunds the client's attempt, because the password was correct. The email's attempts stay counted, so that codes can't be guessed either. */
async function requireSecondFactor(ctx: Context, row: StaffRow, client: Client): Promise<ApiError> {
  await refundSignInAttempt(ctx, { client });
  return new ApiError("second_factor_required", { secondFactors: listSecondFactors(row) });
}

type GivenSecondFactor = Pick<PasswordCredentials, "code" | "passkeyOwner">;

const isSecondFactorGiven = ({ code, passkeyOwner }: GivenSecondFactor): boolean => code !== undefined || passkeyOwner !== undefined;

async function checkSecondFactor(ctx: Context, row: StaffRow, given: GivenSecondFactor): Promise<SecondFactorMethod | null> {
  const secondFactors = listSecondFactors(row);
  if (secondFactors.length === 0) return null;
  if (!isSecondFactorGiven(given)) throw new ApiError("second_factor_required", { secondFactors });
  const { code, passkeyOwner } = given;
  if (passkeyOwner === row.id) return "passkey";
  const method = code === undefined ? null : await consumeCode(ctx, row, code);
  if (method === null) throw new ApiError("second_factor_invalid");
  return method;
}

/** Updates `last_seen_at` of an active staff member. Returns undefined if none matches. */
async function updateLastSeen(
  { db, projectId }: Context,
  condition: SQL | undefined,
  values: { passwordHash?: string } = {},
): Promise<StaffRow | undefined> {
  const [row] = await db
    .update(staff)
    .set({ lastSeenAt: sql`now()`, ...values })
    .where(and(eq(staff.projectId, projectId), condition, isNull(staff.disabledAt), isNull(staff.removedAt)))
    .returning();
  return row;
}

/** A person as an identity provider describes them. The provider has verified their email. */
type ProviderIdentity = { provider: string; email: string; name: string };

/**
 * Signs in with an identity provider. An invited person joins the team. The provider is responsible for a second factor. Returns null for
 * people who are disabled, or neither on the team nor invited.
 */
export async function signInWithProvider(
  ctx: Context,
  identity: ProviderIdentity,
  client: Client,
): Promise<SignInResult<CurrentSession> | null> {
  const { provider: method } = identity;
  const email = normalizeEmail(identity.email);
  // A local part that only becomes ASCII through normalization can be someone else's mailbox at the provider.
  if (email === null || !/^[\x21-\x7e]+@/.test(identity.email.trim())) return null;
  return inTransaction(ctx, async (inner) => {
    const existing = await updateLastSeen(inner, eq(staff.email, email));
    if (existing) return startSession(inner, existing, { method, client, event: "staff.signed_in", data: { method } });
    if (!(await joinByInvitation(inner, email, identity.name))) return null;
    const joined = await updateLastSeen(inner, eq(staff.email, email));
    return joined
      ? startSession(inner, joined, { method, client, event: "staff.joined", data: { staff: joined.id, role: joined.role, method } })
      : null;
  });
}

/** Accepts an email's invitation without a password. Returns whether a staff member was added. */
async function joinByInvitation(ctx: Context, email: string, name: string): Promise<boolean> {
  const { db, projectId } = ctx;
  const [invitation] = await db
    .delete(invitations)
    .where(and(eq(invitations.projectId, projectId), eq(invitations.email, email), gt(invitations.expiresAt, sql`now()`)))
    .returning({ role: invitations.role });
  if (!invitation) return false;
  const parsedName = PersonName.safeParse(name.slice(0, 100));
  const displayName = parsedName.success ? parsedName.data : email.slice(0, email.lastIndexOf("@"));
  return (await addStaff(db, { projectId, email, name: displayName, role: invitation.role, passwordHash: null })) !== null;
}
