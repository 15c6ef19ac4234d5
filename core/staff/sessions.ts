import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { sessionLifetime } from "@/contract/limits";
import type { Role } from "@/contract/roles";
import type { SessionRecord } from "@/contract/session";
import type { Database } from "@/db/client";
import { prepareStatement, type RowOf } from "@/db/query";
import { projects, sessions, staff } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { forgetKnownBrowsers } from "./known-browser";

/** The browser that made the request. `knownBrowser` is the cookie of a browser that has signed in before (known-browser.ts). */
export type Client = { userAgent: string; ipAddress: string; knownBrowser?: string | undefined };

/** The content of a session cookie. */
export type SessionKey = { projectId: number; sessionId: string };

/** A new session, and the reply of the endpoint that created it. */
export type SignInResult<Reply> = { session: SessionKey; reply: Reply };

type ActiveSession = { projectId: number; sessionId: string; staffId: string; role: Role; needsSecondFactor: boolean };

const isActive = sql`${sessions.lastSeenAt} > now() - make_interval(hours => ${sql.raw(String(sessionLifetime.idleHours))})
  and ${sessions.createdAt} > now() - make_interval(days => ${sql.raw(String(sessionLifetime.maxDays))})`;

/** Creates a session for a staff member in the caller's transaction. */
export async function createSession(ctx: Context, staffId: string, method: string, { userAgent, ipAddress }: Client): Promise<SessionKey> {
  const id = newId();
  await ctx.db
    .insert(sessions)
    .values({ projectId: ctx.projectId, id, staffId, method, userAgent: userAgent.slice(0, 500), ipAddress: ipAddress.slice(0, 100) });
  return { projectId: ctx.projectId, sessionId: id };
}

const sessionStatement = prepareStatement<
  SessionKey,
  RowOf<typeof sessions, "staff_id"> & RowOf<typeof staff, "role"> & { stale: boolean; needs_second_factor: boolean }
>(
  (value) => sql`select ${sessions.staffId}, ${staff.role},
      (${sessions.lastSeenAt} < now() - interval '1 minute' or ${staff.lastSeenAt} is null) as stale,
      (${projects.requireSecondFactor} and ${staff.totpSecret} is null and ${staff.passkeyCount} = 0
        and ${sessions.method} <> all(${projects.trustedProviders})) as needs_second_factor
    from ${sessions} join ${staff} on ${staff.projectId} = ${sessions.projectId} and ${staff.id} = ${sessions.staffId}
      join ${projects} on ${projects.id} = ${sessions.projectId}
    where ${sessions.projectId} = ${value("projectId")} and ${sessions.id} = ${value("sessionId")} and ${isActive}
      and ${staff.disabledAt} is null and ${staff.removedAt} is null`,
);

/**
 * Returns an active session with its staff member's role, or null if it expired or was revoked, or if the account was disabled or removed.
 * `needsSecondFactor` says that they must set up the second factor that their team requires. It queries the database for every request, so that changes apply immediately in all processes. Updates `last_seen_at` once a minute.
 */
export async function authenticateSession(db: Database, { projectId, sessionId }: SessionKey): Promise<ActiveSession | null> {
  const [session] = await sessionStatement(db, { projectId, sessionId });
  if (!session) return null;
  if (session.stale) {
    await db.execute(sql`with seen as (update sessions set last_seen_at = now() where project_id = ${projectId} and id = ${sessionId}::uuid)
      update staff set last_seen_at = now() where project_id = ${projectId} and id = ${session.staff_id}::uuid`);
  }
  return { projectId, sessionId, staffId: session.staff_id, role: session.role, needsSecondFactor: session.needs_second_factor };
}

type SessionRow = typeof sessions.$inferSelect;

const isOwn = (ctx: Context) => and(eq(sessions.projectId, ctx.projectId), eq(sessions.staffId, requireStaffActor(ctx).id));

const deleteOwnSessions = (ctx: Context, condition?: SQL): Promise<SessionRow[]> =>
  ctx.db
    .delete(sessions)
    .where(and(isOwn(ctx), condition))
    .returning();

const sessionRecord = (ctx: Context) => {
  const { sessionId } = requireStaffActor(ctx);
  return (row: SessionRow): SessionRecord => ({
    id: row.id,
    current: row.id === sessionId,
    device: deviceName(row.userAgent),
    ipAddress: row.ipAddress,
    method: row.method,
    createdAt: isoTimestamp(row.createdAt),
    lastSeenAt: isoTimestamp(row.lastSeenAt),
  });
};

/** Lists the sessions of the current staff member, most recently used first. */
export async function listSessions(ctx: Context): Promise<SessionRecord[]> {
  const sessionRows = await ctx.db
    .select()
    .from(sessions)
    .where(and(isOwn(ctx), isActive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return sessionRows.map(sessionRecord(ctx));
}

function revokeOwnSessions(ctx: Context, condition?: SQL): Promise<SessionRow[]> {
  return inTransaction(ctx, async (inner) => {
    const revoked = await deleteOwnSessions(inner, condition);
    if (revoked.length > 0) await recordEvent(inner, { kind: "staff.signed_out", data: { sessions: revoked.length } });
    return revoked;
  });
}

/** Revokes the current session. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  await revokeOwnSessions(ctx, eq(sessions.id, requireStaffActor(ctx).sessionId));
  return {};
}

/** Revokes a session of the current staff member. Throws `session_not_found`. */
export async function revokeSession(ctx: Context, id: string): Promise<SessionRecord> {
  const [revoked] = await revokeOwnSessions(ctx, eq(sessions.id, id));
  if (!revoked) throw new ApiError("session_not_found");
  return sessionRecord(ctx)(revoked);
}

/** Revokes all sessions of the current staff member, whose browsers are no longer known, and returns their number. */
export function revokeAllSessions(ctx: Context): Promise<{ count: number }> {
  return inTransaction(ctx, async (inner) => {
    await forgetKnownBrowsers(inner, requireStaffActor(inner).id);
    return { count: (await revokeOwnSessions(inner)).length };
  });
}

/** Revokes a session that the same browser replaced by signing in again. */
export async function revokeReplacedSession(db: Database, replaced: SessionKey | null, { sessionId }: SessionKey): Promise<void> {
  if (replaced === null || replaced.sessionId === sessionId) return;
  await db.delete(sessions).where(and(eq(sessions.projectId, replaced.projectId), eq(sessions.id, replaced.sessionId)));
}

/** Gives the current session another ID, after a change of the password or of a second factor, so that a stolen cookie stops working. */
export async function renewSession(ctx: Context): Promise<SessionKey> {
  const id = newId();
  await ctx.db
    .update(sessions)
    .set({ id })
    .where(and(isOwn(ctx), eq(sessions.id, requireStaffActor(ctx).sessionId)));
  return { projectId: ctx.projectId, sessionId: id };
}

/** Revokes the other sessions of the current staff member, such as after a password change. */
export async function revokeOtherSessions(ctx: Context): Promise<void> {
  await deleteOwnSessions(ctx, ne(sessions.id, requireStaffActor(ctx).sessionId));
}

/** Revokes all sessions of a staff member in the caller's transaction. */
export async function revokeStaffSessions(ctx: Context, staffId: string): Promise<void> {
  await ctx.db.delete(sessions).where(and(eq(sessions.projectId, ctx.projectId), eq(sessions.staffId, staffId)));
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
function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(operatingSystems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
