import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { hashOf } from "@/lib/ids";
import { anAddress, aProject } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { actingAs, aStaff, thePassword } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import type { Context } from "../context";
import { accept, findInvitation, invite, issueInvitation, listInvitations, resendInvitation, revokeInvitation } from "./invitations";
import { recogniseSession } from "./sessions";
import { signIn } from "./sign-in";
import { listStaff, removeStaff } from "./team";

const world = await aWorld();

/** A project of its own with an owner and an admin, and the context of whoever holds a link. */
async function aTeam() {
  const { ctx } = await aProject(world.ctx, { name: "Launch" });
  const anybody: Context = { ...ctx, actor: { kind: "system", id: null } };
  const owner = await actingAs(ctx, { name: "Grace", role: "owner" });
  return { anybody, owner, admin: await actingAs(ctx, { name: "Ada", role: "admin" }) };
}

const client = () => ({ userAgent: "", address: `192.0.2.${Math.ceil(Math.random() * 250)}` });
const joining = (token: string) => ({ token, name: "Alan Turing", password: thePassword });

async function aLink(ctx: Context, email = anAddress()): Promise<{ id: string; email: string; token: string }> {
  const { id } = await invite(ctx, { email, role: "member" });
  const issued = await issueInvitation(ctx, id);
  return { id, email, token: issued?.token ?? "" };
}

const mailsOf = async ({ db, projectId }: Context) =>
  (
    await rows<{ mail: object }>(
      db,
      sql`select data -> 'mail' as mail from pgboss.job where name = 'staff_mail' and (data ->> 'projectId')::int = ${projectId} order by created_on, id`,
    )
  ).map(({ mail }) => mail);
const eventsOf = ({ db, projectId }: Context) =>
  rows(db, sql`select kind, actor_kind, actor_id, data from events where project_id = ${projectId} order by id`);

describe("inviting", () => {
  test("lists the invitation with who invited, queues its mail, and records it without the address", async () => {
    const { admin } = await aTeam();
    const email = anAddress();
    const made = await invite(admin, { email, role: "member" });
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
    const again = await invite(owner, { email, role: "viewer" });
    expect(again.id).not.toBe(id);
    expect(await listInvitations(owner)).toMatchObject([{ id: again.id, role: "viewer", invitedBy: "Grace" }]);
    expect(await findInvitation(owner, token)).toBeNull();
    expect(await issueInvitation(owner, id)).toBeNull();
  });

  test("the newest stands first, and other projects' are elsewhere", async () => {
    const { admin } = await aTeam();
    const { admin: stranger } = await aTeam();
    const first = await invite(admin, { email: anAddress(), role: "viewer" });
    const second = await invite(admin, { email: first.email.replace("lead", "staff"), role: "viewer" });
    await invite(stranger, { email: first.email, role: "viewer" });
    expect((await listInvitations(admin)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await refused(revokeInvitation(stranger, first.id))).toBe("invitation_not_found");
    expect(await refused(resendInvitation(stranger, first.id))).toBe("invitation_not_found");
    expect(await issueInvitation(stranger, first.id)).toBeNull();
  });

  test("is refused for whoever is of the team, and not for whoever was", async () => {
    const { owner } = await aTeam();
    const email = anAddress();
    const { id } = await aStaff(owner, { email, disabled: true });
    expect(await refused(invite(owner, { email, role: "member" }))).toBe("staff_exists");
    expect(await mailsOf(owner)).toEqual([]);
    await removeStaff(owner, id);
    expect(await outcome(invite(owner, { email, role: "member" }))).toBe("done");
  });

  test("of owners is for owners: to invite, to replace, to mail again and to revoke", async () => {
    const { owner, admin } = await aTeam();
    const email = anAddress();
    expect(await refused(invite(admin, { email, role: "owner" }))).toBe("role_required");
    const { id } = await invite(owner, { email, role: "owner" });
    expect(await refused(invite(admin, { email, role: "viewer" }))).toBe("role_required");
    expect(await refused(resendInvitation(admin, id))).toBe("role_required");
    expect(await refused(revokeInvitation(admin, id))).toBe("role_required");
    expect(await listInvitations(owner)).toMatchObject([{ id, role: "owner" }]);
    expect(await outcome(revokeInvitation(owner, id))).toBe("done");
  });
});

describe("an invitation's link", () => {
  test("is made as it is mailed, and only its hash is stored", async () => {
    const { admin, anybody } = await aTeam();
    const { id, email } = await invite(admin, { email: anAddress(), role: "member" });
    const issued = await issueInvitation(anybody, id);
    expect(issued).toEqual({ email, role: "member", invitedBy: "Ada", token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await rows(admin.db, sql`select hash from invitations where id = ${id}`)).toEqual([{ hash: hashOf(issued?.token ?? "") }]);
    expect(await findInvitation(anybody, issued?.token ?? "")).toEqual({ email, role: "member", invitedBy: "Ada", project: "Launch" });
  });

  test("stops working when a newer one is made, as soon as the mail is asked for", async () => {
    const { admin } = await aTeam();
    const { id, token } = await aLink(admin);
    const { expiresAt } = await resendInvitation(admin, id);
    expect(await findInvitation(admin, token)).toBeNull();
    const newer = await issueInvitation(admin, id);
    const newest = await issueInvitation(admin, id);
    expect(await findInvitation(admin, newer?.token ?? "")).toBeNull();
    expect(await findInvitation(admin, newest?.token ?? "")).toMatchObject({ role: "member" });
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
      expect(await findInvitation(anybody, token)).toBeNull();
      expect(await refused(accept(anybody, joining(token), client()))).toBe("link_not_valid");
    }
    expect(await refused(revokeInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await refused(resendInvitation(admin, one.id))).toBe("invitation_not_found");
    expect(await listInvitations(admin)).toMatchObject([{ id: other.id }]);
    expect(Date.parse((await resendInvitation(admin, other.id)).expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000);
  });
});

describe("accepting", () => {
  test("makes them one of the team, signed in, with the password they chose; and is recorded as theirs", async () => {
    const { admin, anybody } = await aTeam();
    const { token, email } = await aLink(admin);
    const { session, reply } = await accept(anybody, joining(token), { userAgent: "Firefox/140", address: "192.0.2.7" });
    expect(reply).toMatchObject({ staff: { email, name: "Alan Turing", role: "member" }, project: { name: "Launch" } });
    expect(await recogniseSession(admin.db, session)).toMatchObject({ staffId: reply.staff.id, role: "member" });
    expect(await listStaff(admin)).toContainEqual(expect.objectContaining({ id: reply.staff.id, email }));
    expect(await listInvitations(admin)).toEqual([]);
    expect((await eventsOf(admin)).at(-1)).toEqual({
      kind: "staff.joined",
      actor_kind: "staff",
      actor_id: reply.staff.id,
      data: { staff: reply.staff.id, role: "member" },
    });
    expect(await signIn(anybody, { email, password: thePassword }, client())).toMatchObject({ reply: { staff: { id: reply.staff.id } } });
  });

  test("works once, however many come with the link at once", async () => {
    const { admin, anybody } = await aTeam();
    const { token, email } = await aLink(admin);
    const { connection, jobs } = world.anotherPool();
    const there: Context = { ...anybody, db: connection.db, jobs };
    const outcomes = await Promise.all([anybody, there, anybody, there].map((ctx) => outcome(accept(ctx, joining(token), client()))));
    expect(outcomes.sort()).toEqual(["done", "link_not_valid", "link_not_valid", "link_not_valid"]);
    expect((await listStaff(admin)).filter((one) => one.email === email)).toHaveLength(1);
    expect(await refused(accept(anybody, joining(token), client()))).toBe("link_not_valid");
  });

  test("is refused where they are of the team by now, and the link is not used up by that", async () => {
    const { owner, anybody } = await aTeam();
    const { token, email } = await aLink(owner);
    const { id } = await aStaff(owner, { email });
    expect(await refused(accept(anybody, joining(token), client()))).toBe("staff_exists");
    await removeStaff(owner, id);
    expect(await outcome(accept(anybody, joining(token), client()))).toBe("done");
  });

  test("of another project's link is refused", async () => {
    const { admin } = await aTeam();
    const { anybody } = await aTeam();
    const { token } = await aLink(admin);
    expect(await findInvitation(anybody, token)).toBeNull();
    expect(await refused(accept(anybody, joining(token), client()))).toBe("link_not_valid");
  });

  test("cannot be guessed at for long, and what worked is not counted", async () => {
    const { admin, anybody } = await aTeam();
    const from = { userAgent: "", address: "198.51.100.9" };
    const { most } = signInLimits.client;
    for (let i = 0; i < most - 1; i++) expect(await refused(accept(anybody, joining(`guess ${i}`), from))).toBe("link_not_valid");
    expect(await outcome(accept(anybody, joining((await aLink(admin)).token), from))).toBe("done");
    expect(await outcome(accept(anybody, joining((await aLink(admin)).token), from))).toBe("done");
    expect(await refused(accept(anybody, joining("guess"), from))).toBe("link_not_valid");
    const { token } = await aLink(admin);
    expect(await refused(accept(anybody, joining(token), from))).toBe("too_many_requests");
    expect(await outcome(accept(anybody, joining(token), client()))).toBe("done");
  });
});
