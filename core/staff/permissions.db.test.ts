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

const world = await createTestApp();
const { db } = world;
const theirPool = world.openSecondPool().ctx;

/** A project with two owners, Grace and Ada, who act; and somebody and an open invitation of an owner that Ada could touch. */
async function twoOwners() {
  const { ctx } = await insertProject(world.ctx);
  const grace = await staffContext(ctx, { name: "Grace", role: "owner" });
  const one = await insertStaff(ctx, { name: "Ada", role: "owner" });
  const ada: Context = { ...(await staffContext(ctx, one)), db: theirPool.db, queue: theirPool.queue };
  const member = await insertStaff(ctx);
  const { id: invitation } = await inviteStaff(grace, { email: uniqueEmail(), role: "owner" });
  return { grace, ada, adaId: one.id, member: member.id, invitation };
}

type Team = Awaited<ReturnType<typeof twoOwners>>;
const stateOf = async ({ grace }: Team) => ({ staff: await listStaff(grace), invitations: await listInvitations(grace) });

/** What Ada's `act` comes to that was asked while Grace's `change` of her was not over yet. */
async function meanwhile({ grace }: Team, change: (ctx: Context) => Promise<unknown>, act: () => Promise<unknown>) {
  const { waiting } = await inTransaction(grace, async (inner) => {
    await change(inner);
    const waiting = getOutcome(act());
    await waitUntil("Ada waits for Grace", async () => (await queryRows(db, sql`select from pg_locks where not granted`)).length > 0);
    return { waiting };
  });
  return waiting;
}

const acts: [string, (team: Team) => Promise<unknown>][] = [
  ["invites no owner", ({ ada }) => inviteStaff(ada, { email: uniqueEmail(), role: "owner" })],
  ["invites nobody as a member", ({ ada }) => inviteStaff(ada, { email: uniqueEmail(), role: "member" })],
  ["mails no owner's invitation again", ({ ada, invitation }) => resendInvitation(ada, invitation)],
  ["revokes no owner's invitation", ({ ada, invitation }) => revokeInvitation(ada, invitation)],
  ["makes nobody an owner", ({ ada, member }) => updateStaff(ada, member, { role: "owner" })],
  ["disables nobody", ({ ada, member }) => updateStaff(ada, member, { disabled: true })],
  ["removes nobody", ({ ada, member }) => removeStaff(ada, member)],
  ["does not make themselves an owner again", ({ ada, adaId }) => updateStaff(ada, adaId, { role: "owner" })],
];

describe("an owner who is demoted while their request waits", () => {
  test.each(acts)("%s", async (_, act) => {
    const team = await twoOwners();
    const before = await stateOf(team);
    const demote = (ctx: Context) => updateStaff(ctx, team.adaId, { role: "viewer" });
    expect(await meanwhile(team, demote, () => act(team))).toBe("role_required");
    const staff = before.staff.map((one) => (one.id === team.adaId ? { ...one, role: "viewer" } : one));
    expect(await stateOf(team)).toEqual({ ...before, staff });
  });

  test("does as an admin what admins may, and no more", async () => {
    const team = await twoOwners();
    const demote = (ctx: Context) => updateStaff(ctx, team.adaId, { role: "admin" });
    expect(await meanwhile(team, demote, () => removeStaff(team.ada, team.member))).toBe("done");
    expect(await getErrorName(inviteStaff(team.ada, { email: uniqueEmail(), role: "owner" }))).toBe("role_required");
  });
});

test.each<[string, (ctx: Context, id: string) => Promise<unknown>]>([
  ["disabled", (ctx, id) => updateStaff(ctx, id, { disabled: true })],
  ["removed", removeStaff],
])("an owner who is %s while their invitation waits invites nobody", async (_, change) => {
  const team = await twoOwners();
  const act = () => inviteStaff(team.ada, { email: uniqueEmail(), role: "member" });
  expect(await meanwhile(team, (ctx) => change(ctx, team.adaId), act)).toBe("not_signed_in");
  expect(await listInvitations(team.grace)).toHaveLength(1);
});
