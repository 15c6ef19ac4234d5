import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventKind } from "@/contract/events";
import type { Signed, signInEndpoint } from "@/contract/session";
import { PersonName } from "@/contract/staff";
import { normaliseEmail } from "@/contract/text";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction, staffActor } from "../context";
import { recordEvent } from "../events/record";
import { projectOf } from "../projects/wire";
import { addStaff } from "./add";
import { hashPassword, isOutdated, verifyPassword } from "./password";
import { consumeCode, type Factor } from "./second-factor";
import { type Client, type Entered, openSession } from "./sessions";
import { countTry, giveBack } from "./tries";
import { type StaffRow, staffRecord } from "./wire";

type Ask = z.output<NonNullable<typeof signInEndpoint.body>>;

/** Somebody and the project they work in, as answers show them. */
export async function signedOf(ctx: Context, staffId: string): Promise<Signed> {
  const [row] = await rows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.id = ${staffId}::uuid and s.removed_at is null`,
  );
  if (!row) throw new ApiError("not_signed_in");
  return { staff: staffRecord(row), project: await projectOf(ctx) };
}

/** Who is signed in. */
export const findSession = (ctx: Context): Promise<Signed> => signedOf(ctx, staffActor(ctx).id);

/** How somebody comes in: the session's `way`, and what the activity says of it. */
export type Entrance = { way: string; client: Client; event: EventKind; data?: Record<string, unknown> };

/** Begins a session of somebody and records that as theirs, in the caller's transaction. */
export async function enter(ctx: Context, { id }: Pick<StaffRow, "id">, { way, client, event, data }: Entrance): Promise<Entered<Signed>> {
  const session = await openSession(ctx, id, way, client);
  const theirs: Context = { ...ctx, actor: { kind: "staff", id, sessionId: session.sessionId } };
  await recordEvent(theirs, { kind: event, data });
  return { session, reply: await signedOf(theirs, id) };
}

/**
 * Signs somebody in by password, and by second factor where they have one. Refuses with `wrong_credentials`, alike and after the same
 * work whether the address is unknown, disabled or without a password, or the password is wrong; with `second_factor_required` and
 * `second_factor_wrong`; and with `too_many_requests`.
 */
export async function signIn(ctx: Context, ask: Ask, client: Client): Promise<Entered<Signed>> {
  await countTry(ctx, { email: ask.email, client });
  // Their hash may have been renewed while it was looked at, by another browser of theirs that signs in: then it is looked at once more.
  const entered = (await enterByPassword(ctx, ask, client)) ?? (await enterByPassword(ctx, ask, client));
  if (entered === null) throw new ApiError("wrong_credentials");
  await giveBack(ctx, { email: ask.email, client });
  return entered;
}

/** Null where they were disabled or given another hash while this one was looked at. */
async function enterByPassword(ctx: Context, { email, password, code }: Ask, client: Client): Promise<Entered<Signed> | null> {
  const [row] = await rows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.email = ${email} and s.removed_at is null`,
  );
  const stored = row && row.disabled_at === null ? row.password_hash : null;
  const isRight = await verifyPassword(stored, password);
  if (stored === null || !row || !isRight) throw new ApiError("wrong_credentials");
  if (row.totp_secret !== null && code === undefined) throw await withoutCode(ctx, client);

  const renewed = isOutdated(stored) ? await hashPassword(password) : stored;
  return inTransaction(ctx, async (inner) => {
    // It locks the row, and finds nothing where the answer above holds no more: no session outlives the end of what it was opened with.
    const now = await arrived(inner, sql`s.id = ${row.id}::uuid and s.password_hash = ${stored}`, sql`, password_hash = ${renewed}`);
    if (!now) return null;
    const factor = await secondFactorOf(inner, now, code);
    return enter(inner, now, { way: "password", client, event: "staff.signed_in", data: { way: "password", ...(factor && { factor }) } });
  });
}

/** The password was right and no code was tried: that is no guess of the client's. The address's stays counted, as codes can be guessed too. */
async function withoutCode(ctx: Context, client: Client): Promise<ApiError> {
  await giveBack(ctx, { client });
  return new ApiError("second_factor_required");
}

async function secondFactorOf(ctx: Context, row: StaffRow, code: string | undefined): Promise<Factor | null> {
  if (row.totp_secret === null) return null;
  if (code === undefined) throw new ApiError("second_factor_required");
  const factor = await consumeCode(ctx, row, code);
  if (factor === null) throw new ApiError("second_factor_wrong");
  return factor;
}

/** Notes that somebody comes in, and whatever else `more` sets; answers them, or undefined where nobody is meant who may. */
async function arrived(ctx: Context, who: SQL, more = sql``): Promise<StaffRow | undefined> {
  const [row] = await rows<StaffRow>(
    ctx.db,
    sql`update staff s set last_seen_at = now()${more} where s.project_id = ${ctx.projectId} and ${who}
      and s.disabled_at is null and s.removed_at is null returning s.*`,
  );
  return row;
}

/** Somebody as an identity provider vouches for them: their address there is verified. */
export type Vouched = { provider: string; email: string; name: string };

/**
 * Signs somebody in whom an identity provider vouches for: one of the team, or whoever is invited, who joins it by this. A second factor
 * is the provider's business. Answers null where they are neither, or disabled.
 */
export async function enterByProvider(ctx: Context, vouched: Vouched, client: Client): Promise<Entered<Signed> | null> {
  const { provider: way } = vouched;
  const email = normaliseEmail(vouched.email);
  // Letters that normalising turns into plain ones are another's mailbox where the provider verified it.
  if (email === null || !/^[\x21-\x7e]+@/.test(vouched.email.trim())) return null;
  return inTransaction(ctx, async (inner) => {
    const known = await arrived(inner, sql`s.email = ${email}`);
    if (known) return enter(inner, known, { way, client, event: "staff.signed_in", data: { way } });
    if (!(await joinByInvitation(inner, email, vouched.name))) return null;
    const joined = await arrived(inner, sql`s.email = ${email}`);
    return joined ? enter(inner, joined, { way, client, event: "staff.joined", data: { staff: joined.id, role: joined.role, way } }) : null;
  });
}

/** Uses an address's invitation up, without a password; answers whether they are new in the team. */
async function joinByInvitation(ctx: Context, email: string, name: string): Promise<boolean> {
  const { db, projectId } = ctx;
  const [invited] = await rows<Pick<StaffRow, "role">>(
    db,
    sql`delete from invitations where project_id = ${projectId} and email = ${email} and expires_at > now() returning role`,
  );
  if (!invited) return false;
  const given = PersonName.safeParse(name.slice(0, 100));
  const called = given.success ? given.data : email.slice(0, email.lastIndexOf("@"));
  return (await addStaff(db, { projectId, email, name: called, role: invited.role, passwordHash: null })) !== null;
}
