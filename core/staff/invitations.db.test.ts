import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueEmail } from "@/tests/harness/factories";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import {
  acceptInvitation,
  copyInvitationLink,
  createInvitationLink,
  getInvitationByToken,
  inviteStaff,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "./invitations";
import { authenticateSession } from "./sessions";
import { signIn } from "./sign-in";
import { listStaff, removeStaff, updateStaff } from "./team";

const app = await createTestApp();

/** Creates a project with an owner and an admin, and the context of a person with a link. */
async function createTeam() {
  const { ctx } = await insertProject(app.ctx, { name: "Launch" });
  const publicCtx: Context = { ...ctx, actor: { kind: "system", id: null } };
  const owner = await staffContext(ctx, { name: "Grace", role: "owner" });
  return { publicCtx, owner, admin: await staffContext(ctx, { name: "Ada", role: "admin" }) };
}

const createClient = () => ({ userAgent: "", ipAddress: `192.0.2.${Math.ceil(Math.random() * 250)}` });
const acceptanceInput = (token: string) => ({ token, name: "Alan Turing", password: testPassword });

async function createLink(ctx: Context, email = uniqueEmail()): Promise<{ id: string; email: string; token: string }> {
  const { id } = await inviteStaff(ctx, { email, role: "member" });
  const emailData = await createInvitationLink(ctx, id);
  return { id, email, token: emailData?.token ?? "" };
}

const listQueuedEmails = async ({ db, projectId }: Context) =>
  (
    await queryRows<{ email: object }>(
      db,
      sql`select data -> 'email' as email from pgboss.job where name = 'staff_emails' and (data ->> 'projectId')::int = ${projectId} order by created_on, id`,
    )
  ).map(({ email }) => email);
const listStaffEvents = ({ db, projectId }: Context) =>
  queryRows(db, sql`select kind, actor_kind, actor_id, data from events where project_id = ${projectId} order by id`);

describe("inviting a team member", () => {
  test("lists the invitation with its sender, queues its email and records who was invited", async () => {
    const { admin } = await createTeam();
    const email = uniqueEmail();
    const created = await inviteStaff(admin, { email, role: "member" });
    expect(created).toMatchObject({ email, role: "member", invitedBy: "Ada" });
    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(7 * 24 * 3600 * 1000);
    expect(await listInvitations(admin)).toEqual([created]);
    expect(await listQueuedEmails(admin)).toEqual([{ kind: "invitation", id: created.id }]);
    expect(await listStaffEvents(admin)).toEqual([
      { kind: "staff.invited", actor_kind: "staff", actor_id: admin.actor.id, data: { invitation: created.id, email, role: "member" } },
    ]);
  });

  test("replaces an earlier invitation and its link", async () => {
    const { owner, admin } = await createTeam();
    const { email, token, id } = await createLink(admin);
    const resent = await inviteStaff(owner, { email, role: "viewer" });
    expect(resent.id).not.toBe(id);
    expect(await listInvitations(owner)).toMatchObject([{ id: resent.id, role: "viewer", invitedBy: "Grace" }]);
    expect(await getInvitationByToken(owner, token)).toBeNull();
    expect(await createInvitationLink(owner, id)).toBeNull();
  });

  test("lists the newest invitations of the project first", async () => {
    const { admin } = await createTeam();
    const { admin: otherTeam } = await createTeam();
    const first = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
    const second = await inviteStaff(admin, { email: first.email.replace("lead", "staff"), role: "viewer" });
    await inviteStaff(otherTeam, { email: first.email, role: "viewer" });
    expect((await listInvitations(admin)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await getErrorName(revokeInvitation(otherTeam, first.id))).toBe("invitation_not_found");
    expect(await getErrorName(resendInvitation(otherTeam, first.id))).toBe("invitation_not_found");
    expect(await createInvitationLink(otherTeam, first.id)).toBeNull();
  });

  test("rejects current team members but accepts former ones", async () => {
    const { owner } = await createTeam();
    const email = uniqueEmail();
    const { id } = await insertStaff(owner, { email, disabled: true });
    expect(await getErrorName(inviteStaff(owner, { email, role: "member" }))).toBe("staff_exists");
    expect(await listQueuedEmails(owner)).toEqual([]);
    await removeStaff(owner, id);
    expect(await getOutcome(inviteStaff(owner, { email, role: "member" }))).toBe("done");
  });

  test("lets only owners invite owners and replace, resend or revoke their invitations", async () => {
    const { owner, admin } = await createTeam();
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

describe("an invitation link", () => {
  test("is created when the email is sent, and only its hash is stored", async () => {
    const { admin, publicCtx } = await createTeam();
    const { id, email } = await inviteStaff(admin, { email: uniqueEmail(), role: "member" });
    const emailData = await createInvitationLink(publicCtx, id);
    expect(emailData).toEqual({ email, role: "member", invitedBy: "Ada", token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await queryRows(admin.db, sql`select hash from invitations where id = ${id}`)).toEqual([
      { hash: sha256Hex(emailData?.token ?? "") },
    ]);
    expect(await getInvitationByToken(publicCtx, emailData?.token ?? "")).toEqual({
      email,
      role: "member",
      invitedBy: "Ada",
      project: "Launch",
    });
  });

  test("stops working as soon as the invitation is resent", async () => {
    const { admin } = await createTeam();
    const { id, token } = await createLink(admin);
    const { expiresAt } = await resendInvitation(admin, id);
    expect(await getInvitationByToken(admin, token)).toBeNull();
    const newer = await createInvitationLink(admin, id);
    const newest = await createInvitationLink(admin, id);
    expect(await getInvitationByToken(admin, newer?.token ?? "")).toBeNull();
    expect(await getInvitationByToken(admin, newest?.token ?? "")).toMatchObject({ role: "member" });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await listQueuedEmails(admin)).toHaveLength(2);
    expect((await listStaffEvents(admin)).at(-1)).toMatchObject({ kind: "staff.invited", data: { invitation: id, resent: true } });
  });

  const copyLink = async (ctx: Context, id: string) => {
    const { url, expiresAt } = await copyInvitationLink(ctx, id);
    return { token: new URL(url).searchParams.get("token") ?? "", expiresAt };
  };

  test("can be copied, beside the emailed link, until the invitation is resent or revoked", async () => {
    const { admin, publicCtx } = await createTeam();
    const { id, token: emailed } = await createLink(admin);
    const { token: first } = await copyLink(admin, id);
    const { token: copied, expiresAt } = await copyLink(admin, id);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000);
    expect(await getInvitationByToken(publicCtx, first)).toBeNull();
    for (const token of [emailed, copied]) expect(await getInvitationByToken(publicCtx, token)).toMatchObject({ role: "member" });
    const [{ email } = { email: "" }] = await listInvitations(admin);
    expect((await listStaffEvents(admin)).at(-1)).toMatchObject({
      kind: "staff.invitation_link_copied",
      data: { invitation: id, email, role: "member" },
    });
    await resendInvitation(admin, id);
    expect(await getInvitationByToken(publicCtx, copied)).toBeNull();
    const { token } = await copyLink(admin, id);
    expect(await acceptInvitation(publicCtx, acceptanceInput(token), createClient())).toMatchObject({ session: expect.anything() });
    expect(await getErrorName(copyInvitationLink(admin, id))).toBe("invitation_not_found");
  });

  test("of an owner can only be copied by owners", async () => {
    const { admin, owner } = await createTeam();
    const { id } = await inviteStaff(owner, { email: uniqueEmail(), role: "owner" });
    expect(await getErrorName(copyInvitationLink(admin, id))).toBe("role_required");
    expect(await copyInvitationLink(owner, id)).toMatchObject({ url: expect.stringContaining("/invitation?token=") });
  });

  test("stops working when it is revoked or expires, and resending restarts its lifetime", async () => {
    const { admin, publicCtx } = await createTeam();
    const one = await createLink(admin);
    await revokeInvitation(admin, one.id);
    expect((await listStaffEvents(admin)).at(-1)).toMatchObject({ kind: "staff.invitation_revoked", data: { invitation: one.id } });
    const other = await createLink(admin);
    await admin.db.execute(sql`update invitations set expires_at = now() - interval '1 second' where id = ${other.id}`);
    for (const { token } of [one, other, { token: "x" }]) {
      expect(await getInvitationByToken(publicCtx, token)).toBeNull();
      expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("link_not_valid");
    }
    expect(await getErrorName(revokeInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await getErrorName(resendInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await listInvitations(admin)).toMatchObject([{ id: other.id }]);
    expect(Date.parse((await resendInvitation(admin, other.id)).expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000);
  });
});

describe("an invitation whose sender loses the right to send it", () => {
  type Loss = (owner: Context, id: string) => Promise<{ revokedInvitations: string[] }>;
  const losses: [string, Loss][] = [
    ["is removed", removeStaff],
    ["is disabled", (owner, id) => updateStaff(owner, id, { disabled: true })],
    ["becomes a member", (owner, id) => updateStaff(owner, id, { role: "member" })],
    ["becomes a viewer", (owner, id) => updateStaff(owner, id, { role: "viewer" })],
  ];

  test.each(losses)("is revoked and named when an admin %s, and no one else's", async (_, lose) => {
    const { publicCtx, owner, admin } = await createTeam();
    const [own, other] = [await createLink(admin), await createLink(owner)];
    const { revokedInvitations } = await lose(owner, admin.actor.id ?? "");
    expect(revokedInvitations).toEqual([own.email]);
    expect((await listInvitations(owner)).map(({ email }) => email)).toEqual([other.email]);
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(own.token), createClient()))).toBe("link_not_valid");
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput(other.token), createClient()))).toBe("done");
    expect(await listStaffEvents(owner)).toContainEqual(
      expect.objectContaining({ kind: "staff.invitation_revoked", data: expect.objectContaining({ email: own.email }) }),
    );
  });

  test("is revoked when an owner becomes an admin only if it invites an owner", async () => {
    const { owner } = await createTeam();
    const second = await staffContext(owner, { role: "owner" });
    const [asOwner, asMember] = [uniqueEmail(), uniqueEmail()];
    await inviteStaff(second, { email: asOwner, role: "owner" });
    await inviteStaff(second, { email: asMember, role: "member" });
    const { revokedInvitations } = await updateStaff(owner, second.actor.id ?? "", { role: "admin" });
    expect(revokedInvitations).toEqual([asOwner]);
    expect((await listInvitations(owner)).map(({ email }) => email)).toEqual([asMember]);
  });

  test("can't be accepted even if it wasn't revoked, as after an upgrade, until someone with the right resends it", async () => {
    const { publicCtx, owner, admin } = await createTeam();
    const { id, email, token } = await createLink(admin);
    await owner.db.execute(sql`update staff set removed_at = now() where id = ${admin.actor.id ?? ""}::uuid`);
    expect(await getInvitationByToken(publicCtx, token)).toBeNull();
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("link_not_valid");
    expect(await resendInvitation(owner, id)).toMatchObject({ email, invitedBy: "Grace" });
    const emailData = await createInvitationLink(owner, id);
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput(emailData?.token ?? ""), createClient()))).toBe("done");
  });

  test("is revoked with someone who copied its link, because they know a link that works", async () => {
    const { publicCtx, owner, admin } = await createTeam();
    const { id, email } = await createLink(owner);
    const { url } = await copyInvitationLink(admin, id);
    expect((await removeStaff(owner, admin.actor.id ?? "")).revokedInvitations).toEqual([email]);
    const token = new URL(url).searchParams.get("token") ?? "";
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("link_not_valid");
  });
});

describe("accepting an invitation", () => {
  test("adds a signed-in team member with the chosen password and records them as the actor", async () => {
    const { admin, publicCtx } = await createTeam();
    const { token, email } = await createLink(admin);
    const { session, reply } = await acceptInvitation(publicCtx, acceptanceInput(token), {
      userAgent: "Firefox/140",
      ipAddress: "192.0.2.7",
    });
    expect(reply).toMatchObject({ staff: { email, name: "Alan Turing", role: "member" }, project: { name: "Launch" } });
    expect(await authenticateSession(admin.db, session)).toMatchObject({ staffId: reply.staff.id, role: "member" });
    expect(await listStaff(admin)).toContainEqual(expect.objectContaining({ id: reply.staff.id, email }));
    expect(await listInvitations(admin)).toEqual([]);
    expect((await listStaffEvents(admin)).at(-1)).toEqual({
      kind: "staff.joined",
      actor_kind: "staff",
      actor_id: reply.staff.id,
      data: { staff: reply.staff.id, role: "member" },
    });
    expect(await signIn(publicCtx, { email, password: testPassword }, createClient())).toMatchObject({
      reply: { staff: { id: reply.staff.id } },
    });
  });

  test("works once with simultaneous requests", async () => {
    const { admin, publicCtx } = await createTeam();
    const { token, email } = await createLink(admin);
    const { connection, queue } = app.openSecondPool();
    const otherPoolCtx: Context = { ...publicCtx, db: connection.db, queue };
    const outcomes = await Promise.all(
      [publicCtx, otherPoolCtx, publicCtx, otherPoolCtx].map((ctx) =>
        getOutcome(acceptInvitation(ctx, acceptanceInput(token), createClient())),
      ),
    );
    expect(outcomes.sort()).toEqual(["done", "link_not_valid", "link_not_valid", "link_not_valid"]);
    expect((await listStaff(admin)).filter((one) => one.email === email)).toHaveLength(1);
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("link_not_valid");
  });

  test("rejects people who are on the team by now, without using up the link", async () => {
    const { owner, publicCtx } = await createTeam();
    const { token, email } = await createLink(owner);
    const { id } = await insertStaff(owner, { email });
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("staff_exists");
    await removeStaff(owner, id);
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("done");
  });

  test("rejects a link of another project", async () => {
    const { admin } = await createTeam();
    const { publicCtx } = await createTeam();
    const { token } = await createLink(admin);
    expect(await getInvitationByToken(publicCtx, token)).toBeNull();
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("link_not_valid");
  });

  test("limits attempts to guess tokens and doesn't count successful ones", async () => {
    const { admin, publicCtx } = await createTeam();
    const client = { userAgent: "", ipAddress: "198.51.100.9" };
    const { limit: most } = signInLimits.client;
    for (let i = 0; i < most - 1; i++)
      expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(`guess ${i}`), client))).toBe("link_not_valid");
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput((await createLink(admin)).token), client))).toBe("done");
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput((await createLink(admin)).token), client))).toBe("done");
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput("guess"), client))).toBe("link_not_valid");
    const { token } = await createLink(admin);
    expect(await getErrorName(acceptInvitation(publicCtx, acceptanceInput(token), client))).toBe("too_many_requests");
    expect(await getOutcome(acceptInvitation(publicCtx, acceptanceInput(token), createClient()))).toBe("done");
  });
});
