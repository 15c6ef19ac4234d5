import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { invitationLifetimeDays } from "@/contract/limits";
import { assignableRoles, type Role } from "@/contract/roles";
import type { CurrentSession } from "@/contract/session";
import { readAccountToken } from "@/contract/staff-fields";
import type { acceptInvitationEndpoint, InvitationRecord, inviteStaffEndpoint } from "@/contract/team";
import { queryRows, type RowOf } from "@/db/query";
import { type invitations, staff } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { newId, randomHex, sha256Hex } from "@/lib/ids";
import { routes, withQuery } from "@/lib/routes";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent, recordEvents } from "../events/record-event";
import { hashPassword } from "./password";
import { rejectWeakPassword } from "./password-strength";
import { isAcceptableInvitation, lockTeam, requireRoleAssignment, roleList } from "./permissions";
import { addStaff, queueAccountEmail } from "./record";
import type { Client, SignInResult } from "./sessions";
import { startSession } from "./sign-in";
import { countLinkAttempt, refundSignInAttempt } from "./sign-in-rate-limits";

type InvitationRow = RowOf<typeof invitations, "id" | "email" | "role" | "created_at" | "expires_at"> & { inviter: string | null };

const inviter: SQL = sql`(select s.name from staff s where s.project_id = i.project_id and s.id = i.invited_by) as inviter`;
const expiry: SQL = sql`now() + make_interval(days => ${sql.raw(String(invitationLifetimeDays))})`;

/** A placeholder until the email is sent: the hash of an unknown token. */
const unusableHash = (): string => sha256Hex(randomHex(32));

const invitationRecord = (row: InvitationRow): InvitationRecord => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.inviter,
  createdAt: isoTimestamp(row.created_at),
  expiresAt: isoTimestamp(row.expires_at),
});

/** Lists pending invitations, newest first, including expired ones, which can be resent. */
export async function listInvitations(ctx: Context): Promise<InvitationRecord[]> {
  const invitations = await queryRows<InvitationRow>(
    ctx.db,
    sql`select i.*, ${inviter} from invitations i where i.project_id = ${ctx.projectId} order by i.created_at desc, i.id desc`,
  );
  return invitations.map(invitationRecord);
}

/**
 * Invites an email to the team and queues the invitation email. Replaces an existing invitation. Throws `staff_exists`, and `role_required`
 * if the current staff member can't manage owners.
 */
export async function inviteStaff(
  ctx: Context,
  { email, role }: z.output<NonNullable<typeof inviteStaffEndpoint.body>>,
): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const { id: actor } = requireStaffActor(inner);
    const ownRole = await lockTeam(inner);
    requireRoleAssignment(ownRole, [role]);
    const [row] = await queryRows<InvitationRow>(
      db,
      sql`insert into invitations as i (project_id, id, email, role, hash, invited_by, expires_at)
        values (${projectId}, ${newId()}::uuid, ${email}, ${role}, ${unusableHash()}, ${actor}::uuid, ${expiry})
        on conflict on constraint invitations_project_id_email_key do update
          set id = excluded.id, role = excluded.role, hash = excluded.hash, copied_hash = null, invited_by = excluded.invited_by,
            created_at = now(), expires_at = excluded.expires_at
          where i.role <> 'owner' or ${ownRole} = 'owner'
        returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("role_required", { message: "Only owners can replace an owner's invitation." });
    // Checked after the insert, which waits for an invitation of the same email that is being accepted.
    const [existing] = await db
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff.projectId, projectId), eq(staff.email, email), isNull(staff.removedAt)));
    if (existing) throw new ApiError("staff_exists");
    await recordEvent(inner, { kind: "staff.invited", data: { invitation: row.id, email, role } });
    await queueAccountEmail(inner, { kind: "invitation", id: row.id });
    return invitationRecord(row);
  });
}

/**
 * Resends an invitation with a new link and expiry. It becomes an invitation of the current staff member. Throws `invitation_not_found`, and
 * `role_required` for an owner's invitation.
 */
export function resendInvitation(ctx: Context, id: string): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const { id: actor } = requireStaffActor(inner);
    const [row] = await queryRows<InvitationRow>(
      inner.db,
      sql`update invitations i set hash = ${unusableHash()}, copied_hash = null, invited_by = ${actor}::uuid, expires_at = ${expiry}
        where i.project_id = ${inner.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("invitation_not_found");
    requireRoleAssignment(ownRole, [row.role]);
    await recordEvent(inner, { kind: "staff.invited", data: { invitation: id, email: row.email, role: row.role, resent: true } });
    await queueAccountEmail(inner, { kind: "invitation", id });
    return invitationRecord(row);
  });
}

/** Revokes an invitation and its link. Throws `invitation_not_found`, and `role_required` for an owner's invitation. */
export function revokeInvitation(ctx: Context, id: string): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const [row] = await queryRows<InvitationRow>(
      inner.db,
      sql`delete from invitations i where i.project_id = ${inner.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("invitation_not_found");
    requireRoleAssignment(ownRole, [row.role]);
    await recordEvent(inner, { kind: "staff.invitation_revoked", data: { invitation: id, email: row.email, role: row.role } });
    return invitationRecord(row);
  });
}

/**
 * Creates a link of an invitation to hand over in person or in a chat. It replaces the last copied link, and the emailed link keeps working.
 * It becomes an invitation of the current staff member, who now knows a link that works. Throws `invitation_not_found`, and `role_required`
 * for an owner's invitation.
 */
export function copyInvitationLink(ctx: Context, id: string): Promise<{ url: string; expiresAt: string }> {
  return inTransaction(ctx, async (inner) => {
    const ownRole = await lockTeam(inner);
    const { id: actor } = requireStaffActor(inner);
    const token = randomHex(16);
    const [row] = await queryRows<InvitationRow>(
      inner.db,
      sql`update invitations i set copied_hash = ${sha256Hex(token)}, invited_by = ${actor}::uuid, expires_at = ${expiry}
        where i.project_id = ${inner.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("invitation_not_found");
    requireRoleAssignment(ownRole, [row.role]);
    const { email, role } = row;
    await recordEvent(inner, { kind: "staff.invitation_link_copied", data: { invitation: id, email, role } });
    return { url: withQuery(pageUrl(routes.invitation), { token }), expiresAt: isoTimestamp(row.expires_at) };
  });
}

/** Whether an invitation `i` has a link with this token, and can be accepted. */
const hasToken = (token: string): SQL =>
  sql`(i.hash = ${sha256Hex(token)} or i.copied_hash = ${sha256Hex(token)}) and ${isAcceptableInvitation}`;

/**
 * Revokes the pending invitations that a staff member sent and couldn't send with the role they have now: none if it is null. Call it in the
 * transaction that changes the role. Returns the emails.
 */
export async function revokeInvitationsOf(ctx: Context, staffId: string, role: Role | null): Promise<string[]> {
  const revoked = await queryRows<Pick<InvitationRow, "id" | "email" | "role">>(
    ctx.db,
    sql`delete from invitations i where i.project_id = ${ctx.projectId} and i.invited_by = ${staffId}::uuid
      and (i.role in (${roleList(role === null ? [] : assignableRoles(role))})) is not true returning i.id, i.email, i.role`,
  );
  await recordEvents(
    ctx,
    revoked.map(({ id, email, role: invitedRole }) => ({
      kind: "staff.invitation_revoked",
      data: { invitation: id, email, role: invitedRole },
    })),
  );
  return revoked.map(({ email }) => email).sort();
}

type InvitationEmailData = { email: string; role: Role; invitedBy: string | null; token: string };

/** Creates the link token when the email is sent, so that no token is stored. The previous emailed link stops working. Returns null if the invitation doesn't exist anymore. */
export async function createInvitationLink(ctx: Context, id: string): Promise<InvitationEmailData | null> {
  const token = randomHex(16);
  const [row] = await queryRows<InvitationRow>(
    ctx.db,
    sql`update invitations i set hash = ${sha256Hex(token)}, expires_at = ${expiry}
      where i.project_id = ${ctx.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
  );
  return row ? { email: row.email, role: row.role, invitedBy: row.inviter, token } : null;
}

type InvitationPreview = { email: string; role: Role; invitedBy: string | null; project: string };

/** Returns the invitation for a link token, or null if it isn't valid. */
export async function getInvitationByToken(ctx: Context, token: string): Promise<InvitationPreview | null> {
  const [row] = await queryRows<InvitationRow & { project: string }>(
    ctx.db,
    sql`select i.*, ${inviter}, p.name as project from invitations i join projects p on p.id = i.project_id
      where i.project_id = ${ctx.projectId} and ${hasToken(token)}`,
  );
  return row ? { email: row.email, role: row.role, invitedBy: row.inviter, project: row.project } : null;
}

type AcceptInvitationInput = z.output<NonNullable<typeof acceptInvitationEndpoint.body>>;

/** Accepts an invitation: adds the staff member and signs them in. Throws `link_not_valid`, `staff_exists` and `too_many_requests`. */
export async function acceptInvitation(
  ctx: Context,
  { name, password, ...link }: AcceptInvitationInput,
  client: Client,
): Promise<SignInResult<CurrentSession>> {
  await countLinkAttempt(ctx, client);
  // Hashing is slow on purpose, so skip it for invalid tokens.
  const token = readAccountToken(link);
  const preview = await getInvitationByToken(ctx, token);
  if (preview === null) throw new ApiError("link_not_valid");
  await rejectWeakPassword(ctx, "password", password, preview);
  const passwordHash = await hashPassword(password);
  const result = await inTransaction(ctx, async (inner) => {
    // The delete makes the link work only once, even with simultaneous requests.
    const [invitation] = await queryRows<Pick<InvitationRow, "email" | "role">>(
      inner.db,
      sql`delete from invitations i where i.project_id = ${inner.projectId} and ${hasToken(token)} returning i.email, i.role`,
    );
    if (!invitation) throw new ApiError("link_not_valid");
    const id = await addStaff(inner.db, { projectId: inner.projectId, ...invitation, name, passwordHash });
    if (id === null) throw new ApiError("staff_exists");
    const { role } = invitation;
    return startSession(inner, { id }, { method: "password", client, event: "staff.joined", data: { staff: id, role } });
  });
  await refundSignInAttempt(ctx, { client });
  return result;
}
