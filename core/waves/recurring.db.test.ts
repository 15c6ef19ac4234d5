import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createWaveEndpoint } from "@/contract/waves";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject, insertStaff, insertWaitlist, secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "../context";
import { declineInvitation } from "../leads/invitations";
import { getLead } from "../leads/record";
import { listWaitlist } from "../leads/waitlist-list";
import { updateProject } from "../projects/update";
import { getWave } from "./record";
import { defaultWeekdays, nextTime } from "./repeat";
import { runDueWaves } from "./run";
import { cancelWave, cancelWavesOfStaff, createWave, endWave, pauseWave, resumeWave } from "./waves";

const app = await createTestApp();
const secondPool = app.openSecondPool().ctx;

async function createWaitlist(amount: number): Promise<{ ctx: Context; second: Context; emails: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  return { ctx, second: { ...secondPool, projectId: ctx.projectId }, emails: await insertWaitlist(ctx, amount) };
}

const repeat = { time: "09:00", total: 5 };
const listInvited = async (ctx: Context) => (await collectAll(listWaitlist(ctx, { status: "invited" }))).map(({ email }) => email);
const makeDue = ({ db, projectId }: Context) =>
  db.execute(sql`update waves set scheduled_at = now() - interval '1 second' where project_id = ${projectId} and scheduled_at is not null`);

describe("a recurring wave", () => {
  test("invites people on each weekday until its total, once also with two workers", async () => {
    const { ctx, second, emails } = await createWaitlist(9);
    const { id, ...wave } = await createWave(ctx, { size: 2, repeat });
    const expected = nextTime({ weekdays: defaultWeekdays, time: "09:00" }, "UTC", new Date().toISOString());
    expect(wave).toMatchObject({ status: "recurring", invited: 0, scheduledAt: expected, sentAt: null });
    expect(wave.repeat).toEqual({ ...repeat, weekdays: defaultWeekdays, remaining: 5 });
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual([]);
    for (const invited of [2, 4]) {
      await makeDue(ctx);
      await Promise.all([runDueWaves(ctx), runDueWaves(second), runDueWaves(ctx)]);
      await runDueWaves(second);
      expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited, scheduledAt: expected });
    }
    await makeDue(ctx);
    await Promise.all([runDueWaves(ctx), runDueWaves(second)]);
    expect(await getWave(ctx, id)).toMatchObject({ status: "sent", invited: 5, scheduledAt: null, repeat: { remaining: 0 } });
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 5));
  });

  test("invites people also after a question that its texts name was deleted", async () => {
    const { ctx } = await createWaitlist(2);
    const question = { key: "company", label: "Company", type: "text", options: [], required: false, onJoinForms: true } as const;
    await updateProject(ctx, { questions: [{ ...question, options: [] }] });
    const { id } = await createWave(ctx, { size: 1, repeat, subject: "Welcome, {{field.company}}" });
    await updateProject(ctx, { questions: [] });
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 1 });
    expect(await getErrorName(createWave(ctx, { size: 1, repeat, subject: "Welcome, {{field.company}}" }))).toBe("invalid_input");
  });

  test("starts at its first time after `scheduledAt`, in the project's time zone", async () => {
    const { ctx } = await createWaitlist(1);
    await updateProject(ctx, { timeZone: "America/New_York" });
    const create = async (scheduledAt: string) => (await createWave(ctx, { size: 1, repeat, scheduledAt })).scheduledAt;
    // A Saturday, and the first of these times.
    expect(await create("2099-01-03T00:00:00.000Z")).toBe("2099-01-05T14:00:00.000Z");
    expect(await create("2099-01-05T14:00:00.000Z")).toBe("2099-01-05T14:00:00.000Z");
  });

  test("moves to the project's new time zone", async () => {
    const { ctx } = await createWaitlist(1);
    const { id } = await createWave(ctx, { size: 1, repeat });
    await updateProject(ctx, { timeZone: "Asia/Tokyo" });
    expect((await getWave(ctx, id)).scheduledAt).toBe(
      nextTime({ weekdays: defaultWeekdays, time: "09:00" }, "Asia/Tokyo", new Date().toISOString()),
    );
  });

  test("is done again completely after the worker died in between", async () => {
    const { ctx, emails } = await createWaitlist(4);
    const { id } = await createWave(ctx, { size: 3, repeat });
    await makeDue(ctx);
    await inTransaction(ctx, async (inner) => {
      await runDueWaves(inner);
      throw new Error("The worker dies");
    }).catch(() => {});
    expect(await getWave(ctx, id)).toMatchObject({ invited: 0, repeat: { remaining: 5 } });
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 3));
  });

  test("waits for its next time if too few are in line", async () => {
    const { ctx } = await createWaitlist(1);
    const { id } = await createWave(ctx, { size: 2, repeat });
    for (let i = 0; i < 2; i++) {
      await makeDue(ctx);
      await runDueWaves(ctx);
    }
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited: 1, repeat: { remaining: 4 } });
    expect(
      await queryRows(
        ctx.db,
        sql`select data->>'invited' as invited from events where project_id = ${ctx.projectId} and kind = 'wave.sent'`,
      ),
    ).toEqual([{ invited: "1" }]);
  });

  test("can be paused, resumed and ended, and is ended when its creator is removed", async () => {
    const { ctx } = await createWaitlist(4);
    const { id: staff } = await insertStaff(ctx, { name: "Linus", role: "member" });
    const { id } = await createWave({ ...ctx, actor: { kind: "staff", id: staff } }, { size: 1, repeat });
    for (let i = 0; i < 2; i++) expect(await pauseWave(ctx, id)).toMatchObject({ status: "paused", scheduledAt: null });
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual([]);
    const resumed = await resumeWave(ctx, id);
    expect(resumed.status).toBe("recurring");
    expect(Date.parse(resumed.scheduledAt ?? "")).toBeGreaterThan(Date.now());
    expect(await getErrorName(cancelWave(ctx, id))).toBe("wave_sent");
    await cancelWavesOfStaff(ctx, staff);
    for (let i = 0; i < 2; i++) expect((await endWave(ctx, id)).status).toBe("ended");
    expect(await getErrorName(resumeWave(ctx, id))).toBe("wave_not_recurring");
    const single = await createWave(ctx, { size: 1 });
    expect(await getErrorName(pauseWave(ctx, single.id))).toBe("wave_not_recurring");
    expect(
      await queryRows(
        ctx.db,
        sql`select kind from events where project_id = ${ctx.projectId} and kind in ('wave.paused', 'wave.resumed', 'wave.ended') order by id`,
      ),
    ).toEqual([{ kind: "wave.paused" }, { kind: "wave.resumed" }, { kind: "wave.ended" }]);
  });

  test("passes places on, which don't count toward the total, until it is paused", async () => {
    const { ctx, emails } = await createWaitlist(6);
    const { id } = await createWave(ctx, { size: 2, repeat: { ...repeat, total: 4 }, passOn: true });
    await makeDue(ctx);
    await runDueWaves(ctx);
    const decline = async (email = "") =>
      declineInvitation(ctx, { code: (await getLead(ctx, email)).invitation?.code.replace("-", "") ?? "", email });
    await decline(emails[0]);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 3, passedOn: 1, repeat: { remaining: 2 } });
    await decline(emails[1]);
    await pauseWave(ctx, id);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 3 });
    await resumeWave(ctx, id);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 4, passedOn: 2, repeat: { remaining: 2 } });
  });

  test("ends when its codes would have expired, and a scheduled wave is canceled", async () => {
    const { ctx } = await createWaitlist(3);
    const recurring = await createWave(ctx, { size: 1, repeat, validUntil: "2099-01-01T00:00:00.000Z" });
    const scheduled = await createWave(ctx, { size: 1, scheduledAt: secondsFromNow(60), validUntil: secondsFromNow(120) });
    await makeDue(ctx);
    await ctx.db.execute(sql`update waves set valid_until = now() - interval '1 second' where project_id = ${ctx.projectId}`);
    await runDueWaves(ctx);
    expect([(await getWave(ctx, recurring.id)).status, (await getWave(ctx, scheduled.id)).status]).toEqual(["ended", "canceled"]);
    expect(await listInvited(ctx)).toEqual([]);
    expect(await getErrorName(createWave(ctx, { size: 1, repeat, validUntil: secondsFromNow(1) }))).toBe("code_expired");
  });

  test("a wave that fails doesn't stop others", async () => {
    const { ctx, emails } = await createWaitlist(2);
    await createWave(ctx, { size: 1, repeat, type: "numeric" });
    await ctx.db.execute(
      sql`update waves set repeat = '{"weekdays": [], "time": "09:00", "total": 5}' where project_id = ${ctx.projectId}`,
    );
    await createWave(ctx, { size: 1, scheduledAt: secondsFromNow(60) });
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await listInvited(ctx)).toEqual(emails.slice(0, 1));
  });
});

test.each([
  [{ time: "9:00", total: 1 }, "must be a time of day, such as 09:00"],
  [{ time: "24:00", total: 1 }, "must be a time of day, such as 09:00"],
  [{ time: "09:00", total: 0 }, "must be at least 1"],
  [{ time: "09:00", total: 1, weekdays: [] }, "must have at least one weekday"],
])("the repetition %j is rejected", (input, message) => {
  expect(createWaveEndpoint.body.safeParse({ size: 1, repeat: input }).error?.issues[0]?.message).toBe(message);
});
