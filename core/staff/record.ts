import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recentSignInMinutes } from "@/contract/passkeys";
import type { Role } from "@/contract/roles";
import type { SecondFactorName, StaffRecord } from "@/contract/staff-fields";
import type { Database } from "@/db/client";
import type { QueuedAccountEmail } from "@/db/queue";
import { sessions, staff } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, requireStaffActor } from "../context";
import { verifyPassword } from "./password";
import type { Client } from "./sessions";
import { countConfirmationAttempt, refundConfirmationAttempt } from "./sign-in-rate-limits";

export type StaffRow = typeof staff.$inferSelect;

/** The condition that a row of `staff` is the one of a current member. */
export const isMember = ({ projectId }: Context, id: string) =>
  and(eq(staff.projectId, projectId), eq(staff.id, id), isNull(staff.removedAt));

/** Returns the current member with this email, who can be disabled. */
export async function findMemberByEmail({ db, projectId }: Context, email: string): Promise<StaffRow | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.projectId, projectId), eq(staff.email, email), isNull(staff.removedAt)));
  return row;
}

/** Lists how a staff member can confirm a sign-in with a password. Empty without a second factor. */
export const listSecondFactors = ({ totpSecret, passkeyCount }: StaffRow): SecondFactorName[] => [
  ...(totpSecret === null ? [] : ["authenticator" as const]),
  ...(passkeyCount === 0 ? [] : ["passkey" as const]),
];

export function staffRecord(row: StaffRow): StaffRecord {
  const secondFactors = listSecondFactors(row);
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    secondFactor: secondFactors.length > 0,
    secondFactors,
    disabled: row.disabledAt !== null,
    lastSeenAt: isoTimestamp(row.lastSeenAt),
    createdAt: isoTimestamp(row.createdAt),
  };
}

type AddStaffInput = { projectId: number; email: string; name: string; role: Role; passwordHash: string | null };

/** Adds a staff member. Returns their ID, or null if the email is already used. */
export async function addStaff(db: Database, input: AddStaffInput): Promise<string | null> {
  const [inserted] = await db
    .insert(staff)
    .values({ ...input, id: newId() })
    .onConflictDoNothing()
    .returning({ id: staff.id });
  return inserted?.id ?? null;
}

/** Returns the current staff member's row. Throws `not_signed_in` if they were removed since the request began. */
export async function getCurrentStaff(ctx: Context): Promise<StaffRow> {
  const [row] = await ctx.db
    .select()
    .from(staff)
    .where(isMember(ctx, requireStaffActor(ctx).id));
  if (!row) throw new ApiError("not_signed_in");
  return row;
}

/** Returns the current staff member's row after verifying their password, for sensitive actions. Throws `invalid_password`. */
export async function confirmPassword(ctx: Context, password: string, client: Client): Promise<StaffRow> {
  const row = await getCurrentStaff(ctx);
  const attempt = { staffId: row.id, client };
  await countConfirmationAttempt(ctx, attempt);
  if (!(await verifyPassword(row.passwordHash, password))) throw new ApiError("invalid_password");
  await refundConfirmationAttempt(ctx, attempt);
  return row;
}

/**
 * Returns the current staff member's row if their password is correct or, without one, if they signed in a few minutes ago, which people
 * without a password can always do. Throws `invalid_password` and `confirmation_required`.
 */
export async function confirmIdentity(ctx: Context, password: string | undefined, client: Client): Promise<StaffRow> {
  if (password !== undefined) return confirmPassword(ctx, password, client);
  const { sessionId } = requireStaffActor(ctx);
  const startOfRecent = sql`now() - make_interval(mins => ${sql.raw(String(recentSignInMinutes))})`;
  const [recent] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.projectId, ctx.projectId), eq(sessions.id, sessionId), gt(sessions.createdAt, startOfRecent)));
  if (!recent) throw new ApiError("confirmation_required");
  return getCurrentStaff(ctx);
}

/** Queues an account email in the caller's transaction. The worker creates links right before it sends the email. */
export async function queueAccountEmail(ctx: Context, email: QueuedAccountEmail): Promise<void> {
  await ctx.queue.addAccountEmail(ctx.db, { projectId: ctx.projectId, email });
}

/** Lists the IDs of the owners who can sign in. */
export async function listActiveOwners({ db, projectId }: Context): Promise<string[]> {
  const owners = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.projectId, projectId), eq(staff.role, "owner"), isNull(staff.disabledAt), isNull(staff.removedAt)));
  return owners.map(({ id }) => id);
}

/** Returns the email, name and role of a staff member, or null if they were removed. */
export async function getStaffRecipient(ctx: Context, staffId: string): Promise<{ email: string; name: string; role: Role } | null> {
  const [row] = await ctx.db.select({ email: staff.email, name: staff.name, role: staff.role }).from(staff).where(isMember(ctx, staffId));
  return row ?? null;
}
