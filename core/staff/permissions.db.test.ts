import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueEmail } from "@/tests/harness/factories";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { waitUntil } from "@/tests/harness/worker";
import { type Context, inTransaction } from "../context";
import { inviteStaff, listInvitations, resendInvitation, revokeInvitation } from "./invitations";
import { listStaff, removeStaff, updateStaff } from "./team";

const app = await createTestApp();
const { db } = app;
const otherPool = app.openSecondPool().ctx;

/** Creates a project with two owners, Grace and Ada, a member, and a pending owner invitation. */
async function createTeam() {
  const { ctx } = await insertProject(app.ctx);
  const grace = await staffContext(ctx, { name: "Grace", role: "owner" });
  const one = await insertStaff(ctx, { name: "Ada", role: "owner" });
  const ada: Context = { ...(await staffContext(ctx, one)), db: otherPool.db, queue: otherPool.queue };
  const member = await insertStaff(ctx);
  const { id: invitation } = await inviteStaff(grace, { email: uniqueEmail(), role: "owner" });
  return { grace, ada, adaId: one.id, member: member.id, invitation };
}

type Team = Awaited<ReturnType<typeof createTeam>>;
const getTeamState = async ({ grace }: Team) => ({ staff: await listStaff(grace), invitations: await listInvitations(grace) });

/** Runs Ada's `action` while Grace's `change` to Ada holds the lock, and returns its outcome. */
async function runWhileLocked({ grace }: Team, change: (ctx: Context) => Promise<unknown>, action: () => Promise<unknown>) {
  const { waiting } = await inTransaction(grace, async (inner) => {
    await change(inner);
    const waiting = getOutcome(action());
    await waitUntil("Ada waits for Grace", async () => (await queryRows(db, sql`select from pg_locks where not granted`)).length > 0);
    return { waiting };
  });
  return waiting;
}

const ownerActions: [string, (team: Team) => Promise<unknown>][] = [
  ["can't invite an owner", ({ ada }) => inviteStaff(ada, { email: uniqueEmail(), role: "owner" })],
  ["can't invite a member", ({ ada }) => inviteStaff(ada, { email: uniqueEmail(), role: "member" })],
  ["can't resend an owner's invitation", ({ ada, invitation }) => resendInvitation(ada, invitation)],
  ["can't revoke an owner's invitation", ({ ada, invitation }) => revokeInvitation(ada, invitation)],
  ["can't make someone an owner", ({ ada, member }) => updateStaff(ada, member, { role: "owner" })],
  ["can't disable someone", ({ ada, member }) => updateStaff(ada, member, { disabled: true })],
  ["can't remove someone", ({ ada, member }) => removeStaff(ada, member)],
  ["can't make themselves an owner again", ({ ada, adaId }) => updateStaff(ada, adaId, { role: "owner" })],
];

describe("an owner who is demoted while their request waits for the lock", () => {
  test.each(ownerActions)("%s", async (_, action) => {
    const team = await createTeam();
    const before = await getTeamState(team);
    const demote = (ctx: Context) => updateStaff(ctx, team.adaId, { role: "viewer" });
    expect(await runWhileLocked(team, demote, () => action(team))).toBe("role_required");
    const staff = before.staff.map((one) => (one.id === team.adaId ? { ...one, role: "viewer" } : one));
    expect(await getTeamState(team)).toEqual({ ...before, staff });
  });

  test("can still do what admins can do", async () => {
    const team = await createTeam();
    const demote = (ctx: Context) => updateStaff(ctx, team.adaId, { role: "admin" });
    expect(await runWhileLocked(team, demote, () => removeStaff(team.ada, team.member))).toBe("done");
    expect(await getErrorName(inviteStaff(team.ada, { email: uniqueEmail(), role: "owner" }))).toBe("role_required");
  });
});

test.each<[string, (ctx: Context, id: string) => Promise<unknown>]>([
  ["disabled", (ctx, id) => updateStaff(ctx, id, { disabled: true })],
  ["removed", removeStaff],
])("an owner who is %s while their invitation waits for the lock can't invite", async (_, change) => {
  const team = await createTeam();
  const action = () => inviteStaff(team.ada, { email: uniqueEmail(), role: "member" });
  expect(await runWhileLocked(team, (ctx) => change(ctx, team.adaId), action)).toBe("not_signed_in");
  expect(await listInvitations(team.grace)).toHaveLength(1);
});
