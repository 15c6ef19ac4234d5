import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ErrorName } from "@/contract/errors";
import type { EventKind } from "@/contract/events";
import { normalizeEmail } from "@/contract/normalize";
import type { signInWithPasskeyEndpoint } from "@/contract/passkeys";
import type { CurrentSession, confirmSignInEndpoint, signInEndpoint } from "@/contract/session";
import { PersonName, type SecondFactorName } from "@/contract/staff-fields";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { type invitations, pendingSignIns, staff } from "@/db/schema";
import { newId, sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { asVisitor, type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { recordSecurityEvent } from "../events/record-security-event";
import { getClientSalt, getProject } from "../projects/record";
import { countAttempts, type RateLimit } from "../rate-limits";
import { connectAccount, findByAccount, type ProviderAccount } from "./identities";
import { recordPasskeyFailure, verifyPasskey } from "./passkeys";
import { hashPassword, isOutdatedHash, type Lane, verifyPassword } from "./password";
import { isAcceptableInvitation } from "./permissions";
import { addStaff, findMemberByEmail, isMember, listSecondFactors, queueAccountEmail, type StaffRow, staffRecord } from "./record";
import { consumeCode, type SecondFactorMethod } from "./second-factor";
import { type Client, createSession, type SessionKey, type SignInResult } from "./sessions";
import {
  countSecondFactorAttempt,
  countSignInAttempt,
  refundClientAttempt,
  refundSecondFactorAttempts,
  refundSignInAttempt,
} from "./sign-in-rate-limits";
import { getSignInSettings } from "./sign-in-settings";

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
 * `second_factor_invalid`, `passkey_invalid`, `too_many_requests` and `proof_required`. `passkeyToken` is the token of the browser's passkey
 * challenge.
 */
export async function signIn(
  ctx: Context,
  { passkey, proof, ...input }: SignInInput,
  client: Client,
  passkeyToken: string | null = null,
): Promise<SignInResult<CurrentSession>> {
  const lane = (await countSignInAttempt(ctx, { email: input.email, client, proof })) ? "known" : "stranger";
  try {
    const passkeyOwner = passkey && (await verifyPasskey(ctx, passkey, passkeyToken));
    const credentials = { ...input, passkeyOwner, lane } as const;
    // A simultaneous sign-in can upgrade the hash while this one verifies it. In that case, try once more.
    const result =
      (await signInWithPassword(ctx, credentials, client)) ?? (await signInWithPassword(ctx, credentials, client, { isRetry: true }));
    if (result === null) throw new ApiError("invalid_credentials");
    await refundSignInAttempt(ctx, { email: input.email, client });
    if (isSecondFactorGiven(credentials)) await refundSecondFactorAttempts(ctx, result.reply.staff.id);
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
  const member = await findMemberByEmail(ctx, email);
  const emailHash = sha256Hex(`${await getClientSalt(ctx.db, ctx.projectId)} ${email}`).slice(0, 32);
  await recordSecurityEvent(asVisitor(ctx), {
    kind: "staff.sign_in_failed",
    subject: emailHash,
    data: { reason, ...(member ? { staff: member.id } : { emailHash }) },
  });
  if (reason === "password" || !member) return;
  const [wrongCodes] = await countAttempts(ctx, [{ rateLimit: wrongCodeLimit, subject: member.id }]);
  if (wrongCodes?.attempts === wrongCodeLimit.limit) await queueAccountEmail(ctx, { kind: "second_factor_attempts", staffId: member.id });
}

/** What a staff member signs in with: their password, and a code or the owner of a verified passkey. */
type PasswordCredentials = Omit<SignInInput, "passkey" | "proof"> & { passkeyOwner: string | undefined; lane: Lane };

/** Returns null if the account was disabled or its hash changed during verification. A retry isn't counted as another attempt. */
async function signInWithPassword(
  ctx: Context,
  { email, password, lane, ...secondFactor }: PasswordCredentials,
  client: Client,
  { isRetry = false } = {},
): Promise<SignInResult<CurrentSession> | null> {
  const row = await findMemberByEmail(ctx, email);
  const storedHash = row && row.disabledAt === null ? row.passwordHash : null;
  const isCorrect = await verifyPassword(storedHash, password, lane);
  if (storedHash === null || !row || !isCorrect) throw new ApiError("invalid_credentials");
  const hasSecondFactor = listSecondFactors(row).length > 0;
  if (hasSecondFactor && !isSecondFactorGiven(secondFactor)) throw await requireSecondFactor(ctx, row, client);
  if (hasSecondFactor && !isRetry) await countSecondFactorAttempt(ctx, row.id);

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

/** Refunds the client's attempt, because the password was correct. The email's attempts stay counted. */
async function requireSecondFactor(ctx: Context, row: StaffRow, client: Client): Promise<ApiError> {
  await refundClientAttempt(ctx, { email: row.email, client });
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
type ProviderIdentity = ProviderAccount & { email: string; name: string };

/** Why a sign-in with an identity provider was refused, besides people who aren't on the team. */
export class ProviderRefusal extends Error {
  constructor(readonly reason: "provider_disabled" | "other_account") {
    super(reason);
  }
}

/**
 * Signs in with an identity provider. An invited person joins the team. The account at the provider is stored at the first sign-in and
 * identifies the person from then on. If the staff member has a second factor and the provider isn't trusted for it, the reply is null and
 * `confirmSignIn` finishes the sign-in. Returns null for people who are disabled, or neither on the team nor invited. Throws
 * `ProviderRefusal` for a disabled provider, and for another account than the stored one.
 */
export async function signInWithProvider(
  ctx: Context,
  identity: ProviderIdentity,
  client: Client,
): Promise<SignInResult<CurrentSession | null> | null> {
  const { disabledProviders, trustedProviders } = await getSignInSettings(ctx);
  if (disabledProviders.some((id) => id === identity.provider)) throw new ProviderRefusal("provider_disabled");
  const isTrusted = trustedProviders.some((id) => id === identity.provider);
  try {
    return await inTransaction(ctx, (inner) => signInWithAccount(inner, identity, isTrusted, client));
  } catch (error) {
    if (error instanceof ProviderRefusal) await recordRefusedAccount(ctx, identity);
    throw error;
  }
}

/** Records that someone used another account of an identity provider with a staff member's email. */
async function recordRefusedAccount(ctx: Context, { provider, email }: ProviderIdentity): Promise<void> {
  const member = await findMemberByEmail(ctx, normalizeEmail(email) ?? "");
  const data = { reason: "other_account", method: provider, staff: member?.id ?? "" };
  await recordSecurityEvent(asVisitor(ctx), { kind: "staff.sign_in_failed", subject: data.staff, data });
}

async function signInWithAccount(
  ctx: Context,
  identity: ProviderIdentity,
  isTrusted: boolean,
  client: Client,
): Promise<SignInResult<CurrentSession | null> | null> {
  const { provider: method, issuer, subject } = identity;
  const account = { provider: method, issuer, subject };
  const knownId = await findByAccount(ctx, account);
  if (knownId !== null) {
    const known = await updateLastSeen(ctx, eq(staff.id, knownId));
    return known ? startProviderSession(ctx, known, { method, isTrusted, client }) : null;
  }
  const email = normalizeEmail(identity.email);
  // A local part that only becomes ASCII through normalization can be someone else's mailbox at the provider.
  if (email === null || !/^[\x21-\x7e]+@/.test(identity.email.trim())) return null;
  const existing = await updateLastSeen(ctx, eq(staff.email, email));
  if (existing) {
    if (!(await connectAccount(ctx, existing.id, account))) throw new ProviderRefusal("other_account");
    return startProviderSession(ctx, existing, { method, isTrusted, client });
  }
  if (!(await joinByInvitation(ctx, email, identity.name))) return null;
  const joined = await updateLastSeen(ctx, eq(staff.email, email));
  if (!joined) return null;
  if (!(await connectAccount(ctx, joined.id, account))) throw new ProviderRefusal("other_account");
  return startSession(ctx, joined, { method, client, event: "staff.joined", data: { staff: joined.id, role: joined.role, method } });
}

/** Signs in a staff member whom an identity provider confirmed, or waits for their second factor, in the caller's transaction. */
async function startProviderSession(
  ctx: Context,
  row: StaffRow,
  { method, isTrusted, client }: { method: string; isTrusted: boolean; client: Client },
): Promise<SignInResult<CurrentSession | null>> {
  if (isTrusted || listSecondFactors(row).length === 0)
    return startSession(ctx, row, { method, client, event: "staff.signed_in", data: { method } });
  const { projectId } = ctx;
  const id = newId();
  await ctx.db.insert(pendingSignIns).values({ projectId, id, staffId: row.id, method, expiresAt: sql`now() + interval '10 minutes'` });
  return { session: { projectId, sessionId: id }, reply: null };
}

const isPending = ({ projectId, sessionId }: SessionKey) =>
  and(eq(pendingSignIns.projectId, projectId), eq(pendingSignIns.id, sessionId), gt(pendingSignIns.expiresAt, sql`now()`));

const isOwnerOfPending = and(eq(staff.projectId, pendingSignIns.projectId), eq(staff.id, pendingSignIns.staffId), isNull(staff.removedAt));

/** Returns how an unfinished sign-in with an identity provider can be confirmed, or null if there is none. */
export async function getPendingSecondFactors(db: Database, session: SessionKey): Promise<SecondFactorName[] | null> {
  const [pending] = await db.select({ row: staff }).from(pendingSignIns).innerJoin(staff, isOwnerOfPending).where(isPending(session));
  return pending ? listSecondFactors(pending.row) : null;
}

/** The browser that started a sign-in: its session cookie, and the token of its passkey challenge. */
type SignInBrowser = { session: SessionKey | null; passkeyToken: string | null };

/**
 * Finishes a sign-in with an identity provider by a second factor. Throws `sign_in_expired` if the browser has none to finish,
 * `second_factor_required`, `second_factor_invalid`, `passkey_invalid` and `too_many_requests`.
 */
export async function confirmSignIn(
  ctx: Context,
  { code, passkey }: z.output<NonNullable<typeof confirmSignInEndpoint.body>>,
  { session, passkeyToken }: SignInBrowser,
  client: Client,
): Promise<SignInResult<CurrentSession>> {
  const [pending] = session
    ? await ctx.db
        .select({ id: staff.id, email: staff.email })
        .from(pendingSignIns)
        .innerJoin(staff, isOwnerOfPending)
        .where(and(isPending(session), eq(staff.projectId, ctx.projectId)))
    : [];
  if (!session || !pending) throw new ApiError("sign_in_expired");
  await countSignInAttempt(ctx, { client });
  await countSecondFactorAttempt(ctx, pending.id);
  try {
    const passkeyOwner = passkey && (await verifyPasskey(ctx, passkey, passkeyToken));
    const result = await inTransaction(ctx, async (inner) => {
      // The delete makes it work only once, even with simultaneous requests.
      const [confirmed] = await inner.db.delete(pendingSignIns).where(isPending(session)).returning();
      const row = confirmed && (await updateLastSeen(inner, eq(staff.id, confirmed.staffId)));
      if (!row) throw new ApiError("sign_in_expired");
      const secondFactor = await checkSecondFactor(inner, row, { code, passkeyOwner });
      const { method } = confirmed;
      return startSession(inner, row, {
        method,
        client,
        event: "staff.signed_in",
        data: { method, ...(secondFactor && { secondFactor }) },
      });
    });
    await refundSignInAttempt(ctx, { client });
    await refundSecondFactorAttempts(ctx, pending.id);
    return result;
  } catch (error) {
    if (error instanceof ApiError) await recordFailedSignIn(ctx, pending.email, error.errorName);
    throw error;
  }
}

/** Accepts an email's invitation without a password. Returns whether a staff member was added. */
async function joinByInvitation(ctx: Context, email: string, name: string): Promise<boolean> {
  const { db, projectId } = ctx;
  const [invitation] = await queryRows<RowOf<typeof invitations, "role">>(
    db,
    sql`delete from invitations i where i.project_id = ${projectId} and i.email = ${email} and ${isAcceptableInvitation} returning i.role`,
  );
  if (!invitation) return false;
  const parsedName = PersonName.safeParse(name.slice(0, 100));
  const displayName = parsedName.success ? parsedName.data : email.slice(0, email.lastIndexOf("@"));
  return (await addStaff(db, { projectId, email, name: displayName, role: invitation.role, passwordHash: null })) !== null;
}
