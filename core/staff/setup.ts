import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SetupState, setUpEndpoint } from "@/contract/setup";
import { leastPassword, mostPassword, NewPassword } from "@/contract/staff";
import { normaliseEmail } from "@/contract/text";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { authSecret } from "@/lib/env";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { isAlive } from "../keys/alive";
import { newKey, storeKey } from "../keys/key";
import { lockProject } from "../projects/lock";
import { firstProject } from "../projects/only";
import { saltOf } from "../projects/salt";
import { addStaff } from "./add";
import { hashPassword } from "./password";
import type { Client, Entered } from "./sessions";
import { enter } from "./sign-in";
import { countToken, giveBack } from "./tries";

/** The token of the link that makes the first owner: of the project, and the same on every node that has the secret. */
export const setupToken = (secret: string, salt: string): string =>
  createHmac("sha256", secret).update(`gatehouse set-up ${salt}`).digest("hex");

async function ownerIsMissing(db: Database, projectId: number): Promise<boolean> {
  const [owner] = await rows(
    db,
    sql`select true from staff where project_id = ${projectId} and role = 'owner' and removed_at is null limit 1`,
  );
  return owner === undefined;
}

/** Whether the first project waits for its owner. */
export const needsOwner = async (db: Database): Promise<boolean> => ownerIsMissing(db, await firstProject(db));

/** The set-up token while the first project waits for its owner, null from then on. */
export async function setupTokenWanted(db: Database, secret: string): Promise<string | null> {
  const projectId = await firstProject(db);
  return (await ownerIsMissing(db, projectId)) ? setupToken(secret, await saltOf(db, projectId)) : null;
}

/** What a set-up link comes to: `token` is what it carries, if anything. */
export async function setupState(db: Database, token: string | null, secret: string): Promise<SetupState> {
  const wanted = await setupTokenWanted(db, secret);
  if (wanted === null) return { kind: "set_up" };
  return token !== null && isSame(token, wanted) ? { kind: "asks", token } : { kind: "no_link" };
}

type Ask = z.output<NonNullable<typeof setUpEndpoint.body>>;
type Reply = z.input<typeof setUpEndpoint.reply>;

/**
 * Makes the owner, names the project and signs them in; answers the public key and a new secret key. Refuses with `link_not_valid` and,
 * once there is an owner, `already_set_up`.
 */
export async function setUp(ctx: Context, ask: Ask, client: Client): Promise<Entered<Reply>> {
  await countToken(ctx, client);
  const { db, projectId } = ctx;
  if (!isSame(ask.token, setupToken(authSecret(), await saltOf(db, projectId)))) throw new ApiError("link_not_valid");
  if (!(await ownerIsMissing(db, projectId))) throw new ApiError("already_set_up");
  const passwordHash = await hashPassword(ask.password);
  const entered = await inTransaction(ctx, (inner) => begin(inner, ask, passwordHash, client));
  await giveBack(ctx, { client });
  return entered;
}

async function begin(ctx: Context, ask: Ask, passwordHash: string, client: Client): Promise<Entered<Reply>> {
  const { db, projectId } = ctx;
  // The project's row is the lock, and the question comes after it: of two at once, one makes the owner.
  await db.execute(sql`update projects set name = ${ask.project}, time_zone = ${ask.timeZone} where id = ${projectId}`);
  if (!(await ownerIsMissing(db, projectId))) throw new ApiError("already_set_up");
  const { email, name } = ask;
  const id = await addStaff(db, { projectId, email, name, role: "owner", passwordHash });
  if (id === null) throw new ApiError("already_set_up");
  const keys = { publicKey: await publicKeyOf(db, projectId), secretKey: newKey("secret_key") };
  const key = await storeKey(db, { projectId, value: keys.secretKey, name: "Shown at set-up", createdBy: id });
  const entrance = { way: "password", client, event: "project.set_up", data: { staff: id, key } } as const;
  const { session, reply } = await enter(ctx, { id }, entrance);
  return { session, reply: { ...reply, ...keys } };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

async function publicKeyOf(db: Database, projectId: number): Promise<string> {
  const [key] = await rows<{ public_value: string }>(
    db,
    sql`select public_value from keys where project_id = ${projectId} and kind = 'public_key' and ${isAlive} order by created_at, id limit 1`,
  );
  if (!key) throw new Error("The project has no public key: it was not seeded");
  return key.public_value;
}

/**
 * Makes the owner of an install that nobody sets up by hand, where there is none; answers whether it did. Throws where the address or
 * the password is none.
 */
export async function makeOwner(
  db: Database,
  { email, password, name = "Owner" }: { email: string; password: string; name?: string },
): Promise<boolean> {
  const address = normaliseEmail(email);
  const checked = NewPassword.safeParse(password);
  if (address === null || !checked.success)
    throw new Error(`An owner needs an e-mail address and a password of ${leastPassword} to ${mostPassword} characters`);
  const projectId = await firstProject(db);
  if (!(await ownerIsMissing(db, projectId))) return false;
  const passwordHash = await hashPassword(checked.data);
  return db.transaction(async (tx) => {
    // Two nodes may start at once.
    await lockProject(tx, projectId);
    if (!(await ownerIsMissing(tx, projectId))) return false;
    const id = await addStaff(tx, { projectId, email: address, name, role: "owner", passwordHash });
    if (id === null) return false;
    const ctx = { db: tx, projectId, actor: { kind: "system", id: null }, requestId: null } as const;
    await recordEvent(ctx, { kind: "staff.joined", data: { staff: id, role: "owner" } });
    return true;
  });
}
