import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "@/contract/roles";
import type { Signed } from "@/contract/session";
import { type acceptInvitationEndpoint, type InvitationRecord, invitationLifeDays, type inviteStaffEndpoint } from "@/contract/team";
import { rows } from "@/db/rows";
import { hashOf, newId, randomHex } from "@/lib/ids";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { type Context, inTransaction, staffActor } from "../context";
import { recordEvent } from "../events/record";
import { addStaff } from "./add";
import { lockTeam, refuseUnlessMayGive } from "./authority";
import { queueStaffMail } from "./mail";
import { hashPassword } from "./password";
import type { Client, Entered } from "./sessions";
import { enter } from "./sign-in";
import { countToken, giveBack } from "./tries";

type InvitationRow = { id: string; email: string; role: Role; inviter: string | null; created_at: string; expires_at: string };

const inviter: SQL = sql`(select s.name from staff s where s.project_id = i.project_id and s.id = i.invited_by) as inviter`;
const expiry: SQL = sql`now() + make_interval(days => ${sql.raw(String(invitationLifeDays))})`;

/** What is stored until a link is mailed: the hash of a token that nobody has. */
const noLink = (): string => hashOf(randomHex(32));

const invitationRecord = (row: InvitationRow): InvitationRecord => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.inviter,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
});

/** Lists the invitations that nobody has accepted, newest first; those whose link has expired too, since they can be mailed again. */
export async function listInvitations(ctx: Context): Promise<InvitationRecord[]> {
  const found = await rows<InvitationRow>(
    ctx.db,
    sql`select i.*, ${inviter} from invitations i where i.project_id = ${ctx.projectId} order by i.created_at desc, i.id desc`,
  );
  return found.map(invitationRecord);
}

/**
 * Invites an address to the team and mails it a link; an invitation it has is replaced. Refuses with `staff_exists`,
 * and with `role_required` where an owner is invited, or was, and none acts.
 */
export async function invite(
  ctx: Context,
  { email, role }: z.output<NonNullable<typeof inviteStaffEndpoint.body>>,
): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const { id: actor } = staffActor(inner);
    const own = await lockTeam(inner);
    refuseUnlessMayGive(own, [role]);
    const [row] = await rows<InvitationRow>(
      db,
      sql`insert into invitations as i (project_id, id, email, role, hash, invited_by, expires_at)
        values (${projectId}, ${newId()}::uuid, ${email}, ${role}, ${noLink()}, ${actor}::uuid, ${expiry})
        on conflict on constraint one_invitation_per_address do update
          set id = excluded.id, role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
            created_at = now(), expires_at = excluded.expires_at
          where i.role <> 'owner' or ${own} = 'owner'
        returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("role_required", { message: "Only owners replace an owner's invitation." });
    // Asked only now, since an invitation of theirs that was just being accepted was waited for above.
    const [known] = await rows(db, sql`select from staff where project_id = ${projectId} and email = ${email} and removed_at is null`);
    if (known) throw new ApiError("staff_exists");
    await recordEvent(inner, { kind: "staff.invited", data: { invitation: row.id, role } });
    await queueStaffMail(inner, { kind: "invitation", id: row.id });
    return invitationRecord(row);
  });
}

/** Mails an invitation again, with a new link and all its time. Refuses with `invitation_not_found`, and with `role_required` for an owner's. */
export function resendInvitation(ctx: Context, id: string): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const own = await lockTeam(inner);
    const [row] = await rows<InvitationRow>(
      inner.db,
      sql`update invitations i set hash = ${noLink()}, expires_at = ${expiry}
        where i.project_id = ${inner.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("invitation_not_found");
    refuseUnlessMayGive(own, [row.role]);
    await recordEvent(inner, { kind: "staff.invited", data: { invitation: id, role: row.role, again: true } });
    await queueStaffMail(inner, { kind: "invitation", id });
    return invitationRecord(row);
  });
}

/** Takes an invitation back: its link stops working. Refuses with `invitation_not_found`, and with `role_required` for an owner's. */
export function revokeInvitation(ctx: Context, id: string): Promise<InvitationRecord> {
  return inTransaction(ctx, async (inner) => {
    const own = await lockTeam(inner);
    const [row] = await rows<InvitationRow>(
      inner.db,
      sql`delete from invitations i where i.project_id = ${inner.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
    );
    if (!row) throw new ApiError("invitation_not_found");
    refuseUnlessMayGive(own, [row.role]);
    await recordEvent(inner, { kind: "staff.invitation_revoked", data: { invitation: id, role: row.role } });
    return invitationRecord(row);
  });
}

/** What the mail of an invitation needs. */
export type IssuedInvitation = { email: string; role: Role; invitedBy: string | null; token: string };

/** Makes the link of an invitation as it is mailed, so that no token is ever stored; an older link stops working. Null where the invitation is gone. */
export async function issueInvitation(ctx: Context, id: string): Promise<IssuedInvitation | null> {
  const token = randomHex(16);
  const [row] = await rows<InvitationRow>(
    ctx.db,
    sql`update invitations i set hash = ${hashOf(token)}, expires_at = ${expiry}
      where i.project_id = ${ctx.projectId} and i.id = ${id}::uuid returning i.*, ${inviter}`,
  );
  return row ? { email: row.email, role: row.role, invitedBy: row.inviter, token } : null;
}

/** What the page of an invitation shows. */
export type Invited = { email: string; role: Role; invitedBy: string | null; project: string };

/** The invitation that a link's token opens, or null where it opens none any more. */
export async function findInvitation(ctx: Context, token: string): Promise<Invited | null> {
  const [row] = await rows<InvitationRow & { project: string }>(
    ctx.db,
    sql`select i.*, ${inviter}, p.name as project from invitations i join projects p on p.id = i.project_id
      where i.project_id = ${ctx.projectId} and i.hash = ${hashOf(token)} and i.expires_at > now()`,
  );
  return row ? { email: row.email, role: row.role, invitedBy: row.inviter, project: row.project } : null;
}

type Acceptance = z.output<NonNullable<typeof acceptInvitationEndpoint.body>>;

/**
 * Uses an invitation's link up: makes whom it was for one of the team and signs them in. Refuses with `link_not_valid`, `staff_exists`
 * and `too_many_requests`.
 */
export async function accept(ctx: Context, { token, name, password }: Acceptance, client: Client): Promise<Entered<Signed>> {
  await countToken(ctx, client);
  // Hashing a password takes long on purpose: not for a token that opens nothing.
  if ((await findInvitation(ctx, token)) === null) throw new ApiError("link_not_valid");
  const passwordHash = await hashPassword(password);
  const entered = await inTransaction(ctx, async (inner) => {
    // The deletion is what makes the link work once: of two that come at once, the second finds nothing.
    const [used] = await rows<Pick<InvitationRow, "email" | "role">>(
      inner.db,
      sql`delete from invitations where project_id = ${inner.projectId} and hash = ${hashOf(token)} and expires_at > now() returning email, role`,
    );
    if (!used) throw new ApiError("link_not_valid");
    const id = await addStaff(inner.db, { projectId: inner.projectId, ...used, name, passwordHash });
    if (id === null) throw new ApiError("staff_exists");
    const { role } = used;
    return enter(inner, { id }, { way: "password", client, event: "staff.joined", data: { staff: id, role } });
  });
  await giveBack(ctx, { client });
  return entered;
}
