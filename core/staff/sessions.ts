import { type SQL, sql } from "drizzle-orm";
import type { Role } from "@/contract/roles";
import { type SessionRecord, sessionLifetime } from "@/contract/session";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { sessions, type staff } from "@/db/schema";
import { newId } from "@/lib/ids";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";

/** The browser that made the request. */
export type Client = { userAgent: string; ipAddress: string };

/** The content of a session cookie. */
export type SessionKey = { projectId: number; sessionId: string };

/** A new session, and the reply of the endpoint that created it. */
export type SignInResult<Reply> = { session: SessionKey; reply: Reply };

export type ActiveSession = { projectId: number; sessionId: string; staffId: string; role: Role };

const isActive = sql`s.last_seen_at > now() - make_interval(hours => ${sql.raw(String(sessionLifetime.idleHours))})
  and s.created_at > now() - make_interval(days => ${sql.raw(String(sessionLifetime.maxDays))})`;

/** Creates a session for a staff member in the caller's transaction. */
export async function createSession(ctx: Context, staffId: string, method: string, { userAgent, ipAddress }: Client): Promise<SessionKey> {
  const id = newId();
  await ctx.db
    .insert(sessions)
    .values({ projectId: ctx.projectId, id, staffId, method, userAgent: userAgent.slice(0, 500), ipAddress: ipAddress.slice(0, 100) });
  return { projectId: ctx.projectId, sessionId: id };
}

/**
 * Returns an active session with its staff member's role, or null if it expired or was revoked, or if the account was disabled or removed.
 * It queries the database for every request, so that changes apply immediately in all processes. Updates `last_seen_at` once a minute.
 */
export async function authenticateSession(db: Database, { projectId, sessionId }: SessionKey): Promise<ActiveSession | null> {
  const [session] = await queryRows<RowOf<typeof sessions, "staff_id"> & RowOf<typeof staff, "role"> & { stale: boolean }>(
    db,
    sql`select m.id as staff_id, m.role, s.last_seen_at < now() - interval '1 minute' or m.last_seen_at is null as stale
      from sessions s join staff m on m.project_id = s.project_id and m.id = s.staff_id
      where s.project_id = ${projectId} and s.id = ${sessionId}::uuid and ${isActive} and m.disabled_at is null and m.removed_at is null`,
  );
  if (!session) return null;
  if (session.stale) {
    await db.execute(sql`with seen as (update sessions set last_seen_at = now() where project_id = ${projectId} and id = ${sessionId}::uuid)
      update staff set last_seen_at = now() where project_id = ${projectId} and id = ${session.staff_id}::uuid`);
  }
  return { projectId, sessionId, staffId: session.staff_id, role: session.role };
}

type SessionRow = RowOf<typeof sessions, "id" | "method" | "user_agent" | "ip_address" | "created_at" | "last_seen_at">;

async function deleteOwnSessions(ctx: Context, condition: SQL): Promise<SessionRow[]> {
  return queryRows<SessionRow>(
    ctx.db,
    sql`delete from sessions s where s.project_id = ${ctx.projectId} and s.staff_id = ${requireStaffActor(ctx).id}::uuid and ${condition} returning s.*`,
  );
}

const sessionRecord = (ctx: Context) => {
  const { sessionId } = requireStaffActor(ctx);
  return (row: SessionRow): SessionRecord => ({
    id: row.id,
    current: row.id === sessionId,
    device: deviceName(row.user_agent),
    ipAddress: row.ip_address,
    method: row.method,
    createdAt: isoTimestamp(row.created_at),
    lastSeenAt: isoTimestamp(row.last_seen_at),
  });
};

/** Lists the sessions of the current staff member, most recently used first. */
export async function listSessions(ctx: Context): Promise<SessionRecord[]> {
  const sessionRows = await queryRows<SessionRow>(
    ctx.db,
    sql`select s.* from sessions s where s.project_id = ${ctx.projectId} and s.staff_id = ${requireStaffActor(ctx).id}::uuid and ${isActive}
      order by s.last_seen_at desc, s.id desc`,
  );
  return sessionRows.map(sessionRecord(ctx));
}

function revokeOwnSessions(ctx: Context, condition: SQL): Promise<SessionRow[]> {
  return inTransaction(ctx, async (inner) => {
    const revoked = await deleteOwnSessions(inner, condition);
    if (revoked.length > 0) await recordEvent(inner, { kind: "staff.signed_out", data: { sessions: revoked.length } });
    return revoked;
  });
}

/** Revokes the current session. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  await revokeOwnSessions(ctx, sql`s.id = ${requireStaffActor(ctx).sessionId}::uuid`);
  return {};
}

/** Revokes a session of the current staff member. Throws `session_not_found`. */
export async function revokeSession(ctx: Context, id: string): Promise<SessionRecord> {
  const [revoked] = await revokeOwnSessions(ctx, sql`s.id = ${id}::uuid`);
  if (!revoked) throw new ApiError("session_not_found");
  return sessionRecord(ctx)(revoked);
}

/** Revokes all sessions of the current staff member and returns their number. */
export async function revokeAllSessions(ctx: Context): Promise<{ count: number }> {
  return { count: (await revokeOwnSessions(ctx, sql`true`)).length };
}

/** Revokes the other sessions of the current staff member, such as after a password change. */
export async function revokeOtherSessions(ctx: Context): Promise<void> {
  await deleteOwnSessions(ctx, sql`s.id <> ${requireStaffActor(ctx).sessionId}::uuid`);
}

/** Revokes all sessions of a staff member in the caller's transaction. */
export async function revokeStaffSessions(ctx: Context, staffId: string): Promise<void> {
  await ctx.db.execute(sql`delete from sessions where project_id = ${ctx.projectId} and staff_id = ${staffId}::uuid`);
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];

const operatingSystems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (patterns: readonly [RegExp, string][], text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1];

/** Names the browser and operating system of a user agent, such as "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(operatingSystems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
