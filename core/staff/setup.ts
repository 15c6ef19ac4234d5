import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { maxPasswordLength, minPasswordLength } from "@/contract/limits";
import { normalizeEmail } from "@/contract/normalize";
import { NewPassword, readAccountToken } from "@/contract/staff-fields";
import type { SetupLinkState, setUpEndpoint } from "@/contract/team";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { constantTimeEqual } from "@/lib/encryption";
import { authSecret } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { deriveFirstSecretKey, generateKey } from "../keys/key-format";
import { getPublicKey } from "../keys/keys";
import { findActiveKey, findActiveKeyNamed, storeKey } from "../keys/store";
import { environmentKeyName } from "../projects/create-first";
import { getClientSalt, getDefaultProjectId, lockProject } from "../projects/record";
import { hashPassword } from "./password";
import { isEasyToGuess, rejectWeakPassword } from "./password-strength";
import { addStaff } from "./record";
import type { Client, SignInResult } from "./sessions";
import { startSession } from "./sign-in";
import { countLinkAttempt, refundSignInAttempt } from "./sign-in-rate-limits";

/** Derives the token of a project's setup link. It's the same on every node that has the secret. */
export const deriveSetupToken = (secret: string, salt: string): string =>
  createHmac("sha256", secret).update(`gatehouse setup ${salt}`).digest("hex");

async function hasNoOwner(db: Database, projectId: number): Promise<boolean> {
  const [owner] = await queryRows(
    db,
    sql`select true from staff where project_id = ${projectId} and role = 'owner' and removed_at is null limit 1`,
  );
  return owner === undefined;
}

/** Returns whether the default project has no owner yet. */
export const needsOwner = async (db: Database): Promise<boolean> => hasNoOwner(db, await getDefaultProjectId(db));

/** Returns the setup token, or null once the default project has an owner. */
export async function getSetupToken(db: Database, secret: string): Promise<string | null> {
  const projectId = await getDefaultProjectId(db);
  return (await hasNoOwner(db, projectId)) ? deriveSetupToken(secret, await getClientSalt(db, projectId)) : null;
}

/** Returns the state of a setup link with this token. */
export async function getSetupState(db: Database, token: string | null, secret: string): Promise<SetupLinkState> {
  const expected = await getSetupToken(db, secret);
  if (expected === null) return { kind: "complete" };
  return token !== null && constantTimeEqual(token, expected) ? { kind: "ready", token } : { kind: "invalid_link" };
}

type SetUpInput = z.output<NonNullable<typeof setUpEndpoint.body>>;
type SetUpReply = z.input<typeof setUpEndpoint.reply>;

/**
 * Creates the owner, names the project and signs the owner in. Returns the public key and the secret key. Throws `link_not_valid` and
 * `already_set_up`.
 */
export async function setUp(ctx: Context, input: SetUpInput, client: Client): Promise<SignInResult<SetUpReply>> {
  await countLinkAttempt(ctx, client);
  const { db, projectId } = ctx;
  if (!constantTimeEqual(readAccountToken(input), deriveSetupToken(authSecret(), await getClientSalt(db, projectId))))
    throw new ApiError("link_not_valid");
  if (!(await hasNoOwner(db, projectId))) throw new ApiError("already_set_up");
  await rejectWeakPassword(ctx, "password", input.password, input);
  const passwordHash = await hashPassword(input.password);
  const result = await inTransaction(ctx, (inner) => completeSetup(inner, input, passwordHash, client));
  await refundSignInAttempt(ctx, { client });
  return result;
}

async function completeSetup(ctx: Context, input: SetUpInput, passwordHash: string, client: Client): Promise<SignInResult<SetUpReply>> {
  const { db, projectId } = ctx;
  // The update locks the project's row, so that of two simultaneous requests only one creates the owner.
  await db.execute(sql`update projects set name = ${input.project}, time_zone = ${input.timeZone} where id = ${projectId}`);
  if (!(await hasNoOwner(db, projectId))) throw new ApiError("already_set_up");
  const { email, name } = input;
  const id = await addStaff(db, { projectId, email, name, role: "owner", passwordHash });
  if (id === null) throw new ApiError("already_set_up");
  const { key, secretKey } = await findOrCreateSecretKey(ctx, id);
  const details = { method: "password", client, event: "project.set_up", data: { staff: id, key } } as const;
  const { session, reply } = await startSession(ctx, { id }, details);
  return { session, reply: { ...reply, publicKey: await getPublicKey(ctx), secretKey } };
}

/**
 * Returns the secret key of the first start, or a new one if that was revoked or AUTH_SECRET has changed since then. Null if the environment
 * set the key, which isn't shown again.
 */
async function findOrCreateSecretKey(ctx: Context, staffId: string): Promise<{ key: string | null; secretKey: string | null }> {
  const { db, projectId } = ctx;
  const firstKey = deriveFirstSecretKey(authSecret(), await getClientSalt(db, projectId));
  const existing = await findActiveKey(db, projectId, sha256Hex(firstKey));
  if (existing !== null) return { key: existing, secretKey: firstKey };
  const given = await findActiveKeyNamed(db, projectId, environmentKeyName);
  if (given !== null) return { key: given, secretKey: null };
  const secretKey = generateKey("secret_key");
  const name = "Secret key, created at setup";
  const key = await storeKey(db, { projectId, value: secretKey, name, createdBy: staffId });
  await recordEvent({ ...ctx, actor: { kind: "staff", id: staffId } }, { kind: "key.created", data: { key, name } });
  return { key, secretKey };
}

/**
 * Creates the owner of an installation without the setup page. Returns false if there is an owner already. Throws if the email or password is
 * invalid.
 */
export async function createOwner(
  db: Database,
  { email, password, name = "Owner" }: { email: string; password: string; name?: string },
): Promise<boolean> {
  const normalizedEmail = normalizeEmail(email);
  const parsed = NewPassword.safeParse(password);
  if (normalizedEmail === null || !parsed.success)
    throw new Error(`The owner needs a valid email and a password of ${minPasswordLength} to ${maxPasswordLength} characters`);
  const projectId = await getDefaultProjectId(db);
  if (!(await hasNoOwner(db, projectId))) return false;
  if (await isEasyToGuess(parsed.data)) throw new Error("The owner's password is too easy to guess. Use a few random words");
  const passwordHash = await hashPassword(parsed.data);
  return db.transaction(async (tx) => {
    // Two nodes can start at the same time.
    await lockProject(tx, projectId);
    if (!(await hasNoOwner(tx, projectId))) return false;
    const id = await addStaff(tx, { projectId, email: normalizedEmail, name, role: "owner", passwordHash });
    if (id === null) return false;
    const ctx = { db: tx, projectId, actor: { kind: "system", id: null }, requestId: null } as const;
    await recordEvent(ctx, { kind: "staff.joined", data: { staff: id, role: "owner" } });
    return true;
  });
}
