import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { queryRows } from "@/db/query";
import { sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueEmail } from "@/tests/harness/factories";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import {
  acceptInvitation,
  createInvitationLink,
  getInvitationByToken,
  inviteStaff,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "./invitations";
import { authenticateSession } from "./sessions";
import { signIn } from "./sign-in";
import { listStaff, removeStaff } from "./team";

const world = await createTestApp();

/** A project of its own with an owner and an admin, and the context of whoever holds a link. */
async function aTeam() {
  const { ctx } = await insertProject(world.ctx, { name: "Launch" });
  const anybody: Context = { ...ctx, actor: { kind: "system", id: null } };
  const owner = await staffContext(ctx, { name: "Grace", role: "owner" });
  return { anybody, owner, admin: await staffContext(ctx, { name: "Ada", role: "admin" }) };
}

const client = () => ({ userAgent: "", ipAddress: `192.0.2.${Math.ceil(Math.random() * 250)}` });
const joining = (token: string) => ({ token, name: "Alan Turing", password: testPassword });

async function aLink(ctx: Context, email = uniqueEmail()): Promise<{ id: string; email: string; token: string }> {
  const { id } = await inviteStaff(ctx, { email, role: "member" });
  const issued = await createInvitationLink(ctx, id);
  return { id, email, token: issued?.token ?? "" };
}

const mailsOf = async ({ db, projectId }: Context) =>
  (
    await queryRows<{ mail: object }>(
      db,
      sql`select data -> 'email' as mail from pgboss.job where name = 'staff_emails' and (data ->> 'projectId')::int = ${projectId} order by created_on, id`,
    )
  ).map(({ mail }) => mail);
const eventsOf = ({ db, projectId }: Context) =>
  queryRows(db, sql`select kind, actor_kind, actor_id, data from events where project_id = ${projectId} order by id`);

describe("inviting", () => {
  test("lists the invitation with who invited, queues its mail, and records it without the address", async () => {
    const { admin } = await aTeam();
    const email = uniqueEmail();
    const made = await inviteStaff(admin, { email, role: "member" });
    expect(made).toMatchObject({ email, role: "member", invitedBy: "Ada" });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * 24 * 3600 * 1000);
    expect(await listInvitations(admin)).toEqual([made]);
    expect(await mailsOf(admin)).toEqual([{ kind: "invitation", id: made.id }]);
    expect(await eventsOf(admin)).toEqual([
      { kind: "staff.invited", actor_kind: "staff", actor_id: admin.actor.id, data: { invitation: made.id, role: "member" } },
    ]);
  });

  test("an address again replaces its invitation, link and all", async () => {
    const { owner, admin } = await aTeam();
    const { email, token, id } = await aLink(admin);
    const again = await inviteStaff(owner, { email, role: "viewer" });
    expect(again.id).not.toBe(id);
    expect(await listInvitations(owner)).toMatchObject([{ id: again.id, role: "viewer", invitedBy: "Grace" }]);
    expect(await getInvitationByToken(owner, token)).toBeNull();
    expect(await createInvitationLink(owner, id)).toBeNull();
  });

  test("the newest stands first, and other projects' are elsewhere", async () => {
    const { admin } = await aTeam();
    const { admin: stranger } = await aTeam();
    const first = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
    const second = await inviteStaff(admin, { email: first.email.replace("lead", "staff"), role: "viewer" });
    await inviteStaff(stranger, { email: first.email, role: "viewer" });
    expect((await listInvitations(admin)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await getErrorName(revokeInvitation(stranger, first.id))).toBe("invitation_not_found");
    expect(await getErrorName(resendInvitation(stranger, first.id))).toBe("invitation_not_found");
    expect(await createInvitationLink(stranger, first.id)).toBeNull();
  });

  test("is refused for whoever is of the team, and not for whoever was", async () => {
    const { owner } = await aTeam();
    const email = uniqueEmail();
    const { id } = await insertStaff(owner, { email, disabled: true });
    expect(await getErrorName(inviteStaff(owner, { email, role: "member" }))).toBe("staff_exists");
    expect(await mailsOf(owner)).toEqual([]);
    await removeStaff(owner, id);
    expect(await getOutcome(inviteStaff(owner, { email, role: "member" }))).toBe("done");
  });

  test("of owners is for owners: to invite, to replace, to mail again and to revoke", async () => {
    const { owner, admin } = await aTeam();
    const email = uniqueEmail();
    expect(await getErrorName(inviteStaff(admin, { email, role: "owner" }))).toBe("role_required");
    const { id } = await inviteStaff(owner, { email, role: "owner" });
    expect(await getErrorName(inviteStaff(admin, { email, role: "viewer" }))).toBe("role_required");
    expect(await getErrorName(resendInvitation(admin, id))).toBe("role_required");
    expect(await getErrorName(revokeInvitation(admin, id))).toBe("role_required");
    expect(await listInvitations(owner)).toMatchObject([{ id, role: "owner" }]);
    expect(await getOutcome(revokeInvitation(owner, id))).toBe("done");
  });
});

describe("an invitation's link", () => {
  test("is made as it is mailed, and only its hash is stored", async () => {
    const { admin, anybody } = await aTeam();
    const { id, email } = await inviteStaff(admin, { email: uniqueEmail(), role: "member" });
    const issued = await createInvitationLink(anybody, id);
    expect(issued).toEqual({ email, role: "member", invitedBy: "Ada", token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await queryRows(admin.db, sql`select hash from invitations where id = ${id}`)).toEqual([
      { hash: sha256Hex(issued?.token ?? "") },
    ]);
    expect(await getInvitationByToken(anybody, issued?.token ?? "")).toEqual({
      email,
      role: "member",
      invitedBy: "Ada",
      project: "Launch",
    });
  });

  test("stops working when a newer one is made, as soon as the mail is asked for", async () => {
    const { admin } = await aTeam();
    const { id, token } = await aLink(admin);
    const { expiresAt } = await resendInvitation(admin, id);
    expect(await getInvitationByToken(admin, token)).toBeNull();
    const newer = await createInvitationLink(admin, id);
    const newest = await createInvitationLink(admin, id);
    expect(await getInvitationByToken(admin, newer?.token ?? "")).toBeNull();
    expect(await getInvitationByToken(admin, newest?.token ?? "")).toMatchObject({ role: "member" });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await mailsOf(admin)).toHaveLength(2);
    expect((await eventsOf(admin)).at(-1)).toMatchObject({ kind: "staff.invited", data: { invitation: id, again: true } });
  });

  test("stops working when it is revoked and when its time is over; mailed again it has all its time", async () => {
    const { admin, anybody } = await aTeam();
    const one = await aLink(admin);
    await revokeInvitation(admin, one.id);
    expect((await eventsOf(admin)).at(-1)).toMatchObject({ kind: "staff.invitation_revoked", data: { invitation: one.id } });
    const other = await aLink(admin);
    await admin.db.execute(sql`update invitations set expires_at = now() where id = ${other.id}`);
    for (const { token } of [one, other, { token: "x" }]) {
      expect(await getInvitationByToken(anybody, token)).toBeNull();
      expect(await getErrorName(acceptInvitation(anybody, joining(token), client()))).toBe("link_not_valid");
    }
    expect(await getErrorName(revokeInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await getErrorName(resendInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await listInvitations(admin)).toMatchObject([{ id: other.id }]);
    expect(Date.parse((await resendInvitation(admin, other.id)).expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000);
  });
});

describe("accepting", () => {
  test("makes them one of the team, signed in, with the password they chose; and is recorded as theirs", async () => {
    const { admin, anybody } = await aTeam();
    const { token, email } = await aLink(admin);
    const { session, reply } = await acceptInvitation(anybody, joining(token), { userAgent: "Firefox/140", ipAddress: "192.0.2.7" });
    expect(reply).toMatchObject({ staff: { email, name: "Alan Turing", role: "member" }, project: { name: "Launch" } });
    expect(await authenticateSession(admin.db, session)).toMatchObject({ staffId: reply.staff.id, role: "member" });
    expect(await listStaff(admin)).toContainEqual(expect.objectContaining({ id: reply.staff.id, email }));
    expect(await listInvitations(admin)).toEqual([]);
    expect((await eventsOf(admin)).at(-1)).toEqual({
      kind: "staff.joined",
      actor_kind: "staff",
      actor_id: reply.staff.id,
      data: { staff: reply.staff.id, role: "member" },
    });
    expect(await signIn(anybody, { email, password: testPassword }, client())).toMatchObject({ reply: { staff: { id: reply.staff.id } } });
  });

  test("works once, however many come with the link at once", async () => {
    const { admin, anybody } = await aTeam();
    const { token, email } = await aLink(admin);
    const { connection, queue } = world.openSecondPool();
    const there: Context = { ...anybody, db: connection.db, queue };
    const outcomes = await Promise.all(
      [anybody, there, anybody, there].map((ctx) => getOutcome(acceptInvitation(ctx, joining(token), client()))),
    );
    expect(outcomes.sort()).toEqual(["done", "link_not_valid", "link_not_valid", "link_not_valid"]);
    expect((await listStaff(admin)).filter((one) => one.email === email)).toHaveLength(1);
    expect(await getErrorName(acceptInvitation(anybody, joining(token), client()))).toBe("link_not_valid");
  });

  test("is refused where they are of the team by now, and the link is not used up by that", async () => {
    const { owner, anybody } = await aTeam();
    const { token, email } = await aLink(owner);
    const { id } = await insertStaff(owner, { email });
    expect(await getErrorName(acceptInvitation(anybody, joining(token), client()))).toBe("staff_exists");
    await removeStaff(owner, id);
    expect(await getOutcome(acceptInvitation(anybody, joining(token), client()))).toBe("done");
  });

  test("of another project's link is refused", async () => {
    const { admin } = await aTeam();
    const { anybody } = await aTeam();
    const { token } = await aLink(admin);
    expect(await getInvitationByToken(anybody, token)).toBeNull();
    expect(await getErrorName(acceptInvitation(anybody, joining(token), client()))).toBe("link_not_valid");
  });

  test("cannot be guessed at for long, and what worked is not counted", async () => {
    const { admin, anybody } = await aTeam();
    const from = { userAgent: "", ipAddress: "198.51.100.9" };
    const { limit: most } = signInLimits.client;
    for (let i = 0; i < most - 1; i++)
      expect(await getErrorName(acceptInvitation(anybody, joining(`guess ${i}`), from))).toBe("link_not_valid");
    expect(await getOutcome(acceptInvitation(anybody, joining((await aLink(admin)).token), from))).toBe("done");
    expect(await getOutcome(acceptInvitation(anybody, joining((await aLink(admin)).token), from))).toBe("done");
    expect(await getErrorName(acceptInvitation(anybody, joining("guess"), from))).toBe("link_not_valid");
    const { token } = await aLink(admin);
    expect(await getErrorName(acceptInvitation(anybody, joining(token), from))).toBe("too_many_requests");
    expect(await getOutcome(acceptInvitation(anybody, joining(token), client()))).toBe("done");
  });
});
