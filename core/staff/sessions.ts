import { type SQL, sql } from "drizzle-orm";
import type { Role } from "@/contract/roles";
import { type SessionRecord, sessionLife } from "@/contract/session";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { sessions } from "@/db/schema";
import { newId } from "@/lib/ids";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { type Context, inTransaction, staffActor } from "../context";
import { recordEvent } from "../events/record";
import { deviceOf } from "./device";

/** The browser that asks, as it told of itself and as we see it. */
export type Client = { userAgent: string; address: string };

/** What a cookie names. */
export type SessionKey = { projectId: number; sessionId: string };

/** What signing in comes to: the session, and what is answered. */
export type Entered<Reply> = { session: SessionKey; reply: Reply };

/** Somebody whose session is alive, as they are at this moment. */
export type Alive = { projectId: number; sessionId: string; staffId: string; role: Role };

const alive = sql`s.last_seen_at > now() - make_interval(hours => ${sql.raw(String(sessionLife.idleHours))})
  and s.created_at > now() - make_interval(days => ${sql.raw(String(sessionLife.mostDays))})`;

/** Begins a session of somebody, in the caller's transaction. */
export async function openSession(ctx: Context, staffId: string, way: string, { userAgent, address }: Client): Promise<SessionKey> {
  const id = newId();
  await ctx.db
    .insert(sessions)
    .values({ projectId: ctx.projectId, id, staffId, way, userAgent: userAgent.slice(0, 500), address: address.slice(0, 100) });
  return { projectId: ctx.projectId, sessionId: id };
}

/**
 * Who a session belongs to, or null where it has ended or its owner may not sign in any more. Asked anew for every request, so that
 * a change bites at once on every process. Notes the use, to the minute.
 */
export async function recogniseSession(db: Database, { projectId, sessionId }: SessionKey): Promise<Alive | null> {
  const [found] = await rows<{ staff_id: string; role: Role; stale: boolean }>(
    db,
    sql`select m.id as staff_id, m.role, s.last_seen_at < now() - interval '1 minute' or m.last_seen_at is null as stale
      from sessions s join staff m on m.project_id = s.project_id and m.id = s.staff_id
      where s.project_id = ${projectId} and s.id = ${sessionId}::uuid and ${alive} and m.disabled_at is null and m.removed_at is null`,
  );
  if (!found) return null;
  if (found.stale) {
    await db.execute(sql`with used as (update sessions set last_seen_at = now() where project_id = ${projectId} and id = ${sessionId}::uuid)
      update staff set last_seen_at = now() where project_id = ${projectId} and id = ${found.staff_id}::uuid`);
  }
  return { projectId, sessionId, staffId: found.staff_id, role: found.role };
}

type SessionRow = { id: string; way: string; user_agent: string; address: string; created_at: string; last_seen_at: string };

/** Ends sessions of one's own, those that `which` selects; answers them. */
async function end(ctx: Context, which: SQL): Promise<SessionRow[]> {
  return rows<SessionRow>(
    ctx.db,
    sql`delete from sessions s where s.project_id = ${ctx.projectId} and s.staff_id = ${staffActor(ctx).id}::uuid and ${which} returning s.*`,
  );
}

const record = (ctx: Context) => {
  const { sessionId } = staffActor(ctx);
  return (row: SessionRow): SessionRecord => ({
    id: row.id,
    current: row.id === sessionId,
    device: deviceOf(row.user_agent),
    address: row.address,
    way: row.way,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
  });
};

/** Lists one's own sessions, the last used first. */
export async function listSessions(ctx: Context): Promise<SessionRecord[]> {
  const found = await rows<SessionRow>(
    ctx.db,
    sql`select s.* from sessions s where s.project_id = ${ctx.projectId} and s.staff_id = ${staffActor(ctx).id}::uuid and ${alive}
      order by s.last_seen_at desc, s.id desc`,
  );
  return found.map(record(ctx));
}

/** Signs out: ends those of one's own sessions that `which` selects, and records it. */
function signOutOf(ctx: Context, which: SQL): Promise<SessionRow[]> {
  return inTransaction(ctx, async (inner) => {
    const ended = await end(inner, which);
    if (ended.length > 0) await recordEvent(inner, { kind: "staff.signed_out", data: { sessions: ended.length } });
    return ended;
  });
}

/** Ends the session that asks. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  await signOutOf(ctx, sql`s.id = ${staffActor(ctx).sessionId}::uuid`);
  return {};
}

/** Ends one of one's own sessions. Refuses with `session_not_found`. */
export async function endSession(ctx: Context, id: string): Promise<SessionRecord> {
  const [ended] = await signOutOf(ctx, sql`s.id = ${id}::uuid`);
  if (!ended) throw new ApiError("session_not_found");
  return record(ctx)(ended);
}

/** Ends all of one's own sessions; answers how many. */
export async function endSessions(ctx: Context): Promise<{ ended: number }> {
  return { ended: (await signOutOf(ctx, sql`true`)).length };
}

/** Ends one's own sessions but the one that asks: what knew an older secret is signed out. */
export async function endOtherSessions(ctx: Context): Promise<void> {
  await end(ctx, sql`s.id <> ${staffActor(ctx).sessionId}::uuid`);
}

/** Ends every session of somebody, in the caller's transaction. */
export async function endSessionsOf(ctx: Context, staffId: string): Promise<void> {
  await ctx.db.execute(sql`delete from sessions where project_id = ${ctx.projectId} and staff_id = ${staffId}::uuid`);
}
