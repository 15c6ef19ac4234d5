import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import type { Role } from "@/contract/roles";
import { queryRows } from "@/db/query";
import { passwordResets, recoveryCodes } from "@/db/schema";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLeads, insertProject } from "@/tests/harness/factories";
import { failCanceling } from "@/tests/harness/failures";
import { getDeliveriesByEmail, getDeliveryStatuses } from "@/tests/harness/sends";
import { insertStaff, type StaffMember, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { createBatch } from "../batches/create";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { getJob } from "../jobs/jobs";
import { createKey, listKeys } from "../keys/keys";
import { cancelNextPart, listSendsToCancel } from "../sends/cancel";
import { takeDeliveries } from "../sends/delivery-attempts";
import { getWave } from "../waves/record";
import { createWave } from "../waves/waves";
import { authenticateSession, createSession } from "./sessions";
import { listStaff, removeStaff, updateStaff } from "./team";

const app = await createTestApp();

/** Creates a project with one owner as the actor. */
async function createTeam(): Promise<{ owner: Context; grace: StaffMember }> {
  const { ctx } = await insertProject(app.ctx);
  const grace = await insertStaff(ctx, { name: "Grace", role: "owner" });
  return { owner: await staffContext(ctx, grace), grace };
}

const getRole = async (ctx: Context, id: string) => (await listStaff(ctx)).find((one) => one.id === id)?.role;
const listLastEvents = (ctx: Context) =>
  queryRows<{ kind: string; actor_id: string; data: object }>(
    ctx.db,
    sql`select kind, actor_id, data from events where project_id = ${ctx.projectId} order by id desc`,
  );

describe("listing the team", () => {
  test("sorts by name and excludes removed people and other projects", async () => {
    const { owner, grace } = await createTeam();
    await insertStaff(owner, { name: "ada", disabled: true });
    await insertStaff(owner, { name: "Zoe", removed: true });
    await createTeam();
    expect(await listStaff(owner)).toMatchObject([
      { name: "ada", disabled: true, role: "member" },
      { name: "Grace", id: grace.id, disabled: false, role: "owner", secondFactor: false },
    ]);
  });
});

describe("updating a team member", () => {
  test("applies the new role immediately, keeps sessions and records the event", async () => {
    const { owner, grace } = await createTeam();
    const ada = await insertStaff(owner);
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    expect(await updateStaff(owner, ada.id, { role: "admin" })).toMatchObject({ id: ada.id, role: "admin" });
    expect(await authenticateSession(owner.db, session)).toMatchObject({ role: "admin" });
    expect(await listLastEvents(owner)).toEqual([
      { kind: "staff.updated", actor_id: grace.id, data: { staff: ada.id, from: "member", to: "admin" } },
    ]);
  });

  test("does nothing without a change", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    for (const change of [{}, { role: "member" }, { disabled: false }] as const)
      expect(await updateStaff(owner, ada.id, change)).toMatchObject({ role: "member", disabled: false });
    expect(await listLastEvents(owner)).toEqual([]);
  });

  test("revokes sessions when disabling, and allows sign-in again when enabling", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    expect(await updateStaff(owner, ada.id, { disabled: true })).toMatchObject({ disabled: true });
    expect(await updateStaff(owner, ada.id, { disabled: false })).toMatchObject({ disabled: false });
    expect(await authenticateSession(owner.db, session)).toBeNull();
    expect((await listLastEvents(owner)).map(({ data }) => data)).toEqual([
      { staff: ada.id, disabled: false },
      { staff: ada.id, disabled: true },
    ]);
  });

  test("rejects unknown and removed people and those of other projects", async () => {
    const { owner } = await createTeam();
    const { grace: otherTeam } = await createTeam();
    const removedId = await insertStaff(owner, { removed: true });
    for (const id of [otherTeam.id, removedId.id, "019aa6c5-0000-7000-8000-00000000000a"]) {
      expect(await getErrorName(updateStaff(owner, id, { role: "viewer" }))).toBe("staff_not_found");
      expect(await getErrorName(removeStaff(owner, id))).toBe("staff_not_found");
    }
  });
});

describe("an admin", () => {
  test.each<[string, Role, { role?: Role; disabled?: boolean }]>([
    ["can't demote an owner", "owner", { role: "admin" }],
    ["can't disable an owner", "owner", { disabled: true }],
    ["can't make someone an owner", "member", { role: "owner" }],
  ])("%s", async (_, role, change) => {
    const { owner } = await createTeam();
    const admin = await staffContext(owner, { role: "admin" });
    const { id } = await insertStaff(owner, { role });
    expect(await getErrorName(updateStaff(admin, id, change))).toBe("role_required");
    expect(await getRole(owner, id)).toBe(role);
    expect(await getOutcome(updateStaff(owner, id, change))).toBe("done");
  });

  test("can't enable or remove owners, but can manage everyone else and themselves", async () => {
    const { owner } = await createTeam();
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
  test("can't be demoted, disabled or removed unless there is a second owner", async () => {
    const { owner, grace } = await createTeam();
    // None of these can sign in as an owner.
    await insertStaff(owner, { role: "owner", disabled: true });
    await insertStaff(owner, { role: "owner", removed: true });
    await insertStaff(owner, { role: "admin" });
    await createTeam();
    for (const change of [{ role: "admin" }, { disabled: true }, { role: "owner", disabled: true }] as const)
      expect(await getErrorName(updateStaff(owner, grace.id, change))).toBe("last_owner");
    expect(await getErrorName(removeStaff(owner, grace.id))).toBe("last_owner");
    expect(await getRole(owner, grace.id)).toBe("owner");

    await insertStaff(owner, { role: "owner" });
    expect(await getOutcome(updateStaff(owner, grace.id, { role: "viewer" }))).toBe("done");
  });

  test("allows removing a disabled owner", async () => {
    const { owner } = await createTeam();
    const disabled = await insertStaff(owner, { role: "owner", disabled: true });
    expect(await getOutcome(updateStaff(owner, disabled.id, { role: "admin" }))).toBe("done");
  });

  test("keeps one of two owners who demote, disable or remove each other at the same time", async () => {
    const pool = app.openSecondPool();
    const demote = (ctx: Context, id: string) => updateStaff(ctx, id, { role: "admin" });
    const disable = (ctx: Context, id: string) => updateStaff(ctx, id, { disabled: true });
    // The second owner gets the error that results from the first one's change.
    const orders = [
      [demote, "role_required"],
      [disable, "not_signed_in"],
      [removeStaff, "not_signed_in"],
    ] as const;
    for (const [action, expectedError] of [...orders, ...orders]) {
      const { owner, grace } = await createTeam();
      const ada = await insertStaff(owner, { role: "owner" });
      const graceCtx = await staffContext(owner, grace);
      const adaCtx = { ...(await staffContext(owner, ada)), db: pool.connection.db, queue: pool.queue };
      const outcomes = await Promise.all([getOutcome(action(graceCtx, ada.id)), getOutcome(action(adaCtx, grace.id))]);
      expect(outcomes.sort()).toEqual(["done", expectedError]);
      expect((await listStaff(owner)).filter(({ role, disabled }) => role === "owner" && !disabled)).toHaveLength(1);
    }
  });
});

describe("removing a team member", () => {
  test("deletes their credentials and keeps their name for the activity log", async () => {
    const { owner, grace } = await createTeam();
    const ada = await insertStaff(owner, { name: "Ada" });
    const { db, projectId } = owner;
    const session = await createSession(owner, ada.id, "password", { userAgent: "", ipAddress: "" });
    await db.insert(recoveryCodes).values({ projectId, staffId: ada.id, hash: "h" });
    await db.insert(passwordResets).values({ projectId, staffId: ada.id, hash: "h", expiresAt: sql`now() - interval '1 second'` });
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
    expect(await listLastEvents(owner)).toEqual([{ kind: "staff.removed", actor_id: grace.id, data: { staff: ada.id, role: "member" } }]);
    expect(await getErrorName(removeStaff(owner, ada.id))).toBe("staff_not_found");
  });

  test("frees their email for a new person", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    await removeStaff(owner, ada.id);
    const again = await insertStaff(owner, { email: ada.email });
    expect(again.id).not.toBe(ada.id);
    expect((await listStaff(owner)).map(({ id }) => id)).toContain(again.id);
  });

  test("works for oneself, except for the last owner", async () => {
    const { owner } = await createTeam();
    const ada = await staffContext(owner, { role: "owner" });
    expect(await getOutcome(removeStaff(ada, ada.actor.id ?? ""))).toBe("done");
  });
});

describe("removing someone who has work in progress", () => {
  const removalReason = "the person who started it was removed from the team";

  test("stops their waiting and running jobs with the reason, and no one else's", async () => {
    const { owner } = await createTeam();
    const [ada, alan] = [await insertStaff(owner), await insertStaff(owner)];
    const [adaContext, alanContext] = [await staffContext(owner, ada), await staffContext(owner, alan)];
    const waiting = await createBatch(adaContext, { amount: 12_000, type: "alphanumeric" });
    const running = await createBatch(adaContext, { amount: 12_000, type: "alphanumeric" });
    await owner.db.execute(sql`update background_jobs set status = 'running', processed = 5 where id = ${running.id}::uuid`);
    const other = await createBatch(alanContext, { amount: 12_000, type: "alphanumeric" });
    await removeStaff(owner, ada.id);
    for (const { id } of [waiting, running]) {
      const job = await getJob(owner, id);
      expect(job).toMatchObject({ status: "failed", changed: 0, error: { error: "actor_removed" } });
      expect(job.error?.message).toContain(removalReason);
      await runBackgroundJob(owner, id, new AbortController().signal);
    }
    expect(await getJob(owner, other.id)).toMatchObject({ status: "queued", error: null });
    expect(await queryRows(owner.db, sql`select from codes where project_id = ${owner.projectId}`)).toEqual([]);
  });

  test("stops a job that they started at the same moment", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    const adaContext = await staffContext(owner, ada);
    await removeStaff(owner, ada.id);
    const { id } = await createBatch(adaContext, { amount: 12_000, type: "alphanumeric" });
    await runBackgroundJob(owner, id, new AbortController().signal);
    expect(await getJob(owner, id)).toMatchObject({ status: "failed", error: { message: expect.stringContaining(removalReason) } });
  });

  test("cancels their sends with the reason, and no one else's", async () => {
    const { owner } = await createTeam();
    const [ada, alan] = [await insertStaff(owner), await insertStaff(owner)];
    const emails = await insertLeads(owner, 3);
    const sendAs = async (member: StaffMember) =>
      sendCode(await staffContext(owner, member), { code: normalizeCode(await insertCode(owner)), emails });
    const [first, second, other] = [await sendAs(ada), await sendAs(ada), await sendAs(alan)];
    const [sent] = emails;
    await owner.db.execute(sql`update deliveries set status = 'sent' where send_id = ${first.sendId}::uuid and email = ${sent ?? ""}`);
    await removeStaff(owner, ada.id);
    const listStatuses = ({ sendId }: { sendId: string }) =>
      queryRows(owner.db, sql`select status, error from deliveries where send_id = ${sendId}::uuid order by status`);
    const canceled = { status: "canceled", error: expect.stringContaining("removed from the team") };
    expect(await listStatuses(first)).toEqual([canceled, canceled, { status: "sent", error: null }]);
    expect(await listStatuses(second)).toEqual([canceled, canceled, canceled]);
    expect(await listStatuses(other)).toEqual(Array(3).fill({ status: "queued", error: null }));
    expect((await listLastEvents(owner)).filter(({ kind }) => kind === "send.canceled")).toHaveLength(2);
  });

  test("takes their access even if canceling their emails fails, which aren't sent and are canceled later", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    const emails = await insertLeads(owner, 3);
    const { sendId } = await sendCode(await staffContext(owner, ada), { code: normalizeCode(await insertCode(owner)), emails });
    const deliveryIds = [...(await getDeliveriesByEmail(owner, sendId)).values()].map(({ id }) => id);
    const repair = await failCanceling(owner, sendId);
    expect(await removeStaff(owner, ada.id)).toMatchObject({ id: ada.id });
    expect((await listStaff(owner)).map(({ id }) => id)).not.toContain(ada.id);
    expect(await takeDeliveries(owner, { projectId: owner.projectId, attempt: 1, deliveryIds })).toEqual([]);
    await repair();
    expect(await listSendsToCancel(owner.db)).toContainEqual({ project_id: owner.projectId, id: sendId });
    expect(await cancelNextPart(owner, sendId)).toBe(true);
    expect(Object.values(await getDeliveryStatuses(owner, sendId))).toEqual(Array(3).fill("canceled"));
  });

  test.each([
    ["disabling their account", { disabled: true }, "no longer has permission"],
    ["making them a viewer", { role: "viewer" }, "no longer has permission"],
  ] as const)("%s stops their jobs, sends and waves, which they couldn't start now", async (_, change, reason) => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    const adaContext = await staffContext(owner, ada);
    const job = await createBatch(adaContext, { amount: 12_000, type: "alphanumeric" });
    const emails = await insertLeads(owner, 2);
    const { sendId } = await sendCode(adaContext, { code: normalizeCode(await insertCode(owner)), emails });
    const { id: waveId } = await createWave(adaContext, { size: 1, scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    await updateStaff(owner, ada.id, change);
    expect(await getJob(owner, job.id)).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
    const deliveries = await queryRows(owner.db, sql`select status, error from deliveries where send_id = ${sendId}::uuid`);
    expect(deliveries).toEqual(Array(2).fill({ status: "canceled", error: expect.stringContaining(reason) }));
    expect((await getWave(owner, waveId)).status).toBe("canceled");
  });

  test("keeps what a demoted admin started and can still do", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner, { role: "admin" });
    const job = await createBatch(await staffContext(owner, ada), { amount: 12_000, type: "alphanumeric" });
    await updateStaff(owner, ada.id, { role: "member" });
    expect(await getJob(owner, job.id)).toMatchObject({ status: "queued", error: null });
  });

  test("stops a job that someone started at the moment they were disabled", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner);
    const adaContext = await staffContext(owner, ada);
    await updateStaff(owner, ada.id, { disabled: true });
    const { id } = await createBatch(adaContext, { amount: 12_000, type: "alphanumeric" });
    await runBackgroundJob(owner, id, new AbortController().signal);
    expect(await getJob(owner, id)).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("no longer has permission") },
    });
  });

  test("keeps their API keys, which name the person and say that they were removed", async () => {
    const { owner } = await createTeam();
    const ada = await insertStaff(owner, { name: "Ada", role: "owner" });
    const { id } = await createKey(await staffContext(owner, ada), { kind: "secret_key", name: "Shop" });
    const findKey = async () => (await listKeys(owner)).find((key) => key.id === id);
    expect(await findKey()).toMatchObject({ createdBy: "Ada", createdById: ada.id, creatorRemoved: false });
    await removeStaff(owner, ada.id);
    expect(await findKey()).toMatchObject({ createdBy: "Ada", createdById: ada.id, creatorRemoved: true });
  });
});
