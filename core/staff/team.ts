import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { hasRole, type Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import { staff } from "@/db/schema";
import { log } from "@/lib/log";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { recordImportStop } from "../imports/record-stop";
import { stopJobsOfStaff } from "../jobs/store";
import { cancelNextPart, stopSendsOfStaff } from "../sends/cancel";
import { recordQueueingEnd } from "../sends/queueing-end";
import { cancelWavesOfStaff } from "../waves/waves";
import { deleteIdentities } from "./identities";
import { revokeInvitationsOf } from "./invitations";
import { deletePasskeys } from "./passkeys";
import { deletePasswordResets } from "./password-reset";
import { lockTeam, requireRoleAssignment } from "./permissions";
import { isMember, type StaffRow, staffRecord } from "./record";
import { deleteRecoveryCodes, withoutSecondFactor } from "./second-factor";
import { revokeStaffSessions } from "./sessions";

/** Lists the team, sorted by name. */
export async function listStaff(ctx: Context): Promise<StaffRecord[]> {
  const members = await ctx.db
    .select()
    .from(staff)
    .where(and(eq(staff.projectId, ctx.projectId), isNull(staff.removedAt)))
    .orderBy(sql`lower(${staff.name})`, staff.name, staff.id);
  return members.map(staffRecord);
}

/** A staff member after a change, and the emails whose invitations it revoked. */
type ChangedStaff = StaffRecord & { revokedInvitations: string[] };

/**
 * Changes a staff member's role, or disables or enables the account. Disabling revokes their sessions. What they started or sent and could no
 * longer do is stopped: see `endRights`. Throws `staff_not_found`,
 * `role_required` and `last_owner`.
 */
export function updateStaff(ctx: Context, id: string, input: { role?: Role; disabled?: boolean }): Promise<ChangedStaff> {
  return changeStaff(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const row = await lockStaffMember(inner, id);
    requireRoleAssignment(ownRole, [row.role, input.role ?? row.role]);
    const wasDisabled = row.disabledAt !== null;
    const { role = row.role, disabled = wasDisabled } = input;
    if (role === row.role && disabled === wasDisabled) return { ...staffRecord(row), revokedInvitations: [], stoppedSends: [] };
    if (role !== "owner" || disabled) await rejectLastOwner(inner, row);

    const [updated] = await inner.db
      .update(staff)
      .set({ role, disabledAt: disabled ? sql`coalesce(${staff.disabledAt}, now())` : null, updatedAt: sql`now()` })
      .where(isMember(inner, id))
      .returning();
    if (disabled) await revokeStaffSessions(inner, id);
    await recordEvent(inner, {
      kind: "staff.updated",
      data: { staff: id, ...(role === row.role ? {} : { from: row.role, to: role }), ...(disabled === wasDisabled ? {} : { disabled }) },
    });
    return { ...staffRecord(updated ?? row), ...(await endRights(inner, id, disabled ? null : role, "no longer has permission")) };
  });
}

/** Why what a staff member started ends, after "because the person who started it". */
type EndReason = "was removed from the team" | "no longer has permission";

/** What ended with a staff member's rights: the emails of their invitations, and the IDs of their sends. */
type EndedRights = { revokedInvitations: string[]; stoppedSends: string[] };

/**
 * Ends what a staff member began and couldn't do with their current role, null without access: revokes their invitations, and stops their
 * jobs, sends and waves.
 */
async function endRights(ctx: Context, id: string, role: Role | null, reason: EndReason): Promise<EndedRights> {
  const stoppedSends: string[] = [];
  if (role === null || !hasRole(role, "member")) {
    for (const { id: job } of await stopJobsOfStaff(ctx, id, reason)) {
      await recordQueueingEnd(ctx, job);
      await recordImportStop(ctx, job);
    }
    stoppedSends.push(...(await stopSendsOfStaff(ctx, id, reason)));
    await cancelWavesOfStaff(ctx, id);
  }
  return { revokedInvitations: await revokeInvitationsOf(ctx, id, role), stoppedSends };
}

/**
 * Runs `change` in a transaction. Once it is committed, cancels the first emails of the sends that it stopped. The worker cancels the others,
 * because there can be millions.
 */
async function changeStaff(ctx: Context, change: (ctx: Context) => Promise<ChangedStaff & EndedRights>): Promise<ChangedStaff> {
  const { stoppedSends, ...changed } = await inTransaction(ctx, change);
  try {
    for (const send of stoppedSends) await cancelNextPart(ctx, send);
  } catch (err) {
    log.warn({ err }, "the worker cancels the remaining emails of a staff member");
  }
  return changed;
}

/**
 * Removes a staff member: revokes their sessions and invitations, deletes their credentials, stops their background jobs and cancels their
 * sends, but keeps their name for the activity log. Their API keys keep working. Returns the removed staff member. Throws `staff_not_found`, `role_required` and `last_owner`.
 */
export function removeStaff(ctx: Context, id: string): Promise<ChangedStaff> {
  return changeStaff(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const row = await lockStaffMember(inner, id);
    requireRoleAssignment(ownRole, [row.role]);
    await rejectLastOwner(inner, row);

    await inner.db
      .update(staff)
      .set({ removedAt: sql`now()`, passwordHash: null, ...withoutSecondFactor, passkeyCount: 0, updatedAt: sql`now()` })
      .where(isMember(inner, id));
    await deletePasskeys(inner, id);
    await deleteIdentities(inner, id);
    await deleteRecoveryCodes(inner, id);
    await deletePasswordResets(inner, id);
    await revokeStaffSessions(inner, id);
    await recordEvent(inner, { kind: "staff.removed", data: { staff: id, role: row.role } });
    return { ...staffRecord(row), ...(await endRights(inner, id, null, "was removed from the team")) };
  });
}

/** Locks a staff member's row until the transaction ends. Throws `staff_not_found`. */
async function lockStaffMember(ctx: Context, id: string): Promise<StaffRow> {
  const [row] = await ctx.db.select().from(staff).where(isMember(ctx, id)).for("no key update");
  if (!row) throw new ApiError("staff_not_found");
  return row;
}

/** Throws `last_owner` if no other owner can sign in. Requires the team lock, so that two owners who demote each other can't both succeed. */
async function rejectLastOwner(ctx: Context, { id, role, disabledAt }: StaffRow): Promise<void> {
  if (role !== "owner" || disabledAt !== null) return;
  const isOtherOwner = [ne(staff.id, id), eq(staff.role, "owner"), isNull(staff.disabledAt), isNull(staff.removedAt)];
  const [other] = await ctx.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.projectId, ctx.projectId), ...isOtherOwner))
    .limit(1);
  if (!other) throw new ApiError("last_owner");
}
