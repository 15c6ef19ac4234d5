import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Role } from "@/contract/roles";
import { queryRows } from "@/db/query";
import { passwordResets, recoveryCodes } from "@/db/schema";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { insertStaff, type StaffMember, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { authenticateSession, createSession } from "./sessions";
import { listStaff, removeStaff, updateStaff } from "./team";

const world = await createTestApp();

/** A project of its own with one owner, who acts. */
async function aTeam(): Promise<{ owner: Context; grace: StaffMember }> {
  const { ctx } = await insertProject(world.ctx);
  const grace = await insertStaff(ctx, { name: "Grace", role: "owner" });
  return { owner: await staffContext(ctx, grace), grace };
}

const roleOf = async (ctx: Context, id: string) => (await listStaff(ctx)).find((one) => one.id === id)?.role;
const lastEvents = (ctx: Context) =>
  queryRows<{ kind: string; actor_id: string; data: object }>(
    ctx.db,
    sql`select kind, actor_id, data from events where project_id = ${ctx.projectId} order by id desc`,
  );

describe("the team's list", () => {
  test("is by name, and without those who were removed or are of another project", async () => {
    const { owner, grace } = await aTeam();
    await insertStaff(owner, { name: "ada", disabled: true });
    await insertStaff(owner, { name: "Zoe", removed: true });
    await aTeam();
    expect(await listStaff(owner)).toMatchObject([
      { name: "ada", disabled: true, role: "member" },
      { name: "Grace", id: grace.id, disabled: false, role: "owner", secondFactor: false },
    ]);
  });
});

describe("changing somebody", () => {
  test("takes their new role at once, keeps their sessions, and says who did what", async () => {
    const { owner, grace } = await aTeam();
    const ada = await insertStaff(owner);
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    expect(await updateStaff(owner, ada.id, { role: "admin" })).toMatchObject({ id: ada.id, role: "admin" });
    expect(await authenticateSession(owner.db, session)).toMatchObject({ role: "admin" });
    expect(await lastEvents(owner)).toEqual([
      { kind: "staff.updated", actor_id: grace.id, data: { staff: ada.id, from: "member", to: "admin" } },
    ]);
  });

  test("to what they are already changes nothing and records nothing", async () => {
    const { owner } = await aTeam();
    const ada = await insertStaff(owner);
    for (const change of [{}, { role: "member" }, { disabled: false }] as const)
      expect(await updateStaff(owner, ada.id, change)).toMatchObject({ role: "member", disabled: false });
    expect(await lastEvents(owner)).toEqual([]);
  });

  test("disabling ends their sessions for good; enabling lets them in again", async () => {
    const { owner } = await aTeam();
    const ada = await insertStaff(owner);
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    expect(await updateStaff(owner, ada.id, { disabled: true })).toMatchObject({ disabled: true });
    expect(await updateStaff(owner, ada.id, { disabled: false })).toMatchObject({ disabled: false });
    expect(await authenticateSession(owner.db, session)).toBeNull();
    expect((await lastEvents(owner)).map(({ data }) => data)).toEqual([
      { staff: ada.id, disabled: false },
      { staff: ada.id, disabled: true },
    ]);
  });

  test("is refused for nobody, for the removed and for those of another project", async () => {
    const { owner } = await aTeam();
    const { grace: stranger } = await aTeam();
    const gone = await insertStaff(owner, { removed: true });
    for (const id of [stranger.id, gone.id, "019aa6c5-0000-7000-8000-00000000000a"]) {
      expect(await getErrorName(updateStaff(owner, id, { role: "viewer" }))).toBe("staff_not_found");
      expect(await getErrorName(removeStaff(owner, id))).toBe("staff_not_found");
    }
  });
});

describe("an admin", () => {
  test.each<[string, Role, { role?: Role; disabled?: boolean }]>([
    ["demotes no owner", "owner", { role: "admin" }],
    ["disables no owner", "owner", { disabled: true }],
    ["makes nobody an owner", "member", { role: "owner" }],
  ])("%s", async (_, role, change) => {
    const { owner } = await aTeam();
    const admin = await staffContext(owner, { role: "admin" });
    const { id } = await insertStaff(owner, { role });
    expect(await getErrorName(updateStaff(admin, id, change))).toBe("role_required");
    expect(await roleOf(owner, id)).toBe(role);
    expect(await getOutcome(updateStaff(owner, id, change))).toBe("done");
  });

  test("enables no owner and removes none, but manages everybody else, themselves too", async () => {
    const { owner } = await aTeam();
    const admin = await staffContext(owner, { role: "admin" });
    const disabled = await insertStaff(owner, { role: "owner", disabled: true });
    expect(await getErrorName(updateStaff(admin, disabled.id, { disabled: false }))).toBe("role_required");
    expect(await getErrorName(removeStaff(admin, disabled.id))).toBe("role_required");
    const other = await insertStaff(owner, { role: "admin" });
    expect(await updateStaff(admin, other.id, { role: "viewer" })).toMatchObject({ role: "viewer" });
    expect(await getOutcome(removeStaff(admin, other.id))).toBe("done");
    expect(await getOutcome(removeStaff(admin, admin.actor.id ?? ""))).toBe("done");
  });
});

describe("the last owner", () => {
  test("is not demoted, disabled or removed, by themselves or another; with a second one they can be", async () => {
    const { owner, grace } = await aTeam();
    // None of these could sign in as an owner.
    await insertStaff(owner, { role: "owner", disabled: true });
    await insertStaff(owner, { role: "owner", removed: true });
    await insertStaff(owner, { role: "admin" });
    await aTeam();
    for (const change of [{ role: "admin" }, { disabled: true }, { role: "owner", disabled: true }] as const)
      expect(await getErrorName(updateStaff(owner, grace.id, change))).toBe("last_owner");
    expect(await getErrorName(removeStaff(owner, grace.id))).toBe("last_owner");
    expect(await roleOf(owner, grace.id)).toBe("owner");

    await insertStaff(owner, { role: "owner" });
    expect(await getOutcome(updateStaff(owner, grace.id, { role: "viewer" }))).toBe("done");
  });

  test("a disabled owner can go, since they are not who is left", async () => {
    const { owner } = await aTeam();
    const disabled = await insertStaff(owner, { role: "owner", disabled: true });
    expect(await getOutcome(updateStaff(owner, disabled.id, { role: "admin" }))).toBe("done");
  });

  test("two owners who demote, disable or remove each other at once leave one", async () => {
    const pool = world.openSecondPool();
    const demote = (ctx: Context, id: string) => updateStaff(ctx, id, { role: "admin" });
    const disable = (ctx: Context, id: string) => updateStaff(ctx, id, { disabled: true });
    // The second one is told what the first has made of them.
    const turns = [
      [demote, "role_required"],
      [disable, "not_signed_in"],
      [removeStaff, "not_signed_in"],
    ] as const;
    for (const [act, told] of [...turns, ...turns]) {
      const { owner, grace } = await aTeam();
      const ada = await insertStaff(owner, { role: "owner" });
      const here = await staffContext(owner, grace);
      const there = { ...(await staffContext(owner, ada)), db: pool.connection.db, queue: pool.queue };
      const outcomes = await Promise.all([getOutcome(act(here, ada.id)), getOutcome(act(there, grace.id))]);
      expect(outcomes.sort()).toEqual(["done", told]);
      expect((await listStaff(owner)).filter(({ role, disabled }) => role === "owner" && !disabled)).toHaveLength(1);
    }
  });
});

describe("removing somebody", () => {
  test("takes all they signed in with, and keeps their name for the activity", async () => {
    const { owner, grace } = await aTeam();
    const ada = await insertStaff(owner, { name: "Ada" });
    const { db, projectId } = owner;
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    await db.insert(recoveryCodes).values({ projectId, staffId: ada.id, hash: "h" });
    await db.insert(passwordResets).values({ projectId, staffId: ada.id, hash: "h", expiresAt: new Date().toISOString() });
    await db.execute(
      sql`update staff set totp_secret = 's', totp_pending = 'p', totp_confirmed_at = now(), totp_last_step = 1 where id = ${ada.id}`,
    );

    expect(await removeStaff(owner, ada.id)).toMatchObject({ id: ada.id, name: "Ada", secondFactor: true });
    expect(await authenticateSession(db, session)).toBeNull();
    const [row] = await queryRows(db, sql`select * from staff where id = ${ada.id}`);
    expect(row).toMatchObject({ name: "Ada", removed_at: expect.any(String) });
    expect(row).toMatchObject({
      password_hash: null,
      totp_secret: null,
      totp_pending: null,
      totp_confirmed_at: null,
      totp_last_step: null,
    });
    for (const table of ["sessions", "recovery_codes", "password_resets"])
      expect(await queryRows(db, sql`select from ${sql.identifier(table)} where staff_id = ${ada.id}`), table).toEqual([]);
    expect(await lastEvents(owner)).toEqual([{ kind: "staff.removed", actor_id: grace.id, data: { staff: ada.id, role: "member" } }]);
    expect(await getErrorName(removeStaff(owner, ada.id))).toBe("staff_not_found");
  });

  test("frees their address for somebody new, who is not them", async () => {
    const { owner } = await aTeam();
    const ada = await insertStaff(owner);
    await removeStaff(owner, ada.id);
    const again = await insertStaff(owner, { email: ada.email });
    expect(again.id).not.toBe(ada.id);
    expect((await listStaff(owner)).map(({ id }) => id)).toContain(again.id);
  });

  test("oneself works, for whoever is not the last owner", async () => {
    const { owner } = await aTeam();
    const ada = await staffContext(owner, { role: "owner" });
    expect(await getOutcome(removeStaff(ada, ada.actor.id ?? ""))).toBe("done");
  });
});
