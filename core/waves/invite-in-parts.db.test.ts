import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, insertProject, insertWaitlist } from "@/tests/harness/factories";
import { failCanceling } from "@/tests/harness/failures";
import { stopAtCheck } from "@/tests/harness/jobs";
import { collectAll } from "@/tests/harness/lists";
import { waitForLockWaits } from "@/tests/harness/locks";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { getBatch } from "../batches/record";
import { formats } from "../codes/draw-code";
import { generateCodes } from "../codes/generate";
import { lockCodeType } from "../codes/insert-codes";
import type { Context } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { runJob } from "../jobs/run";
import { lockLeads } from "../leads/record";
import { listWaitlist } from "../leads/waitlist-list";
import { getSend } from "../sends/list";
import { addSuppression } from "../suppressions/add";
import { getWave } from "./record";
import { runDueWaves } from "./run";
import { cancelWave, createWave, endWave, pauseWave, resumeWave } from "./waves";

const app = await createTestApp();
const secondDb = app.openSecondPool().ctx.db;

/** More people than the first part of a job has. */
const amount = 450;
const firstPart = 200;
const maxImmediate = 100;

async function createWaitlist(people = amount + 50): Promise<{ ctx: Context; second: Context; emails: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  return { ctx, second: { ...ctx, db: secondDb }, emails: await insertWaitlist(ctx, people) };
}

type WaveInput = Parameters<typeof createWave>[1];
/** Creates a wave whose people are invited in parts, and returns its job too. */
async function startWave(ctx: Context, input: Partial<WaveInput> = {}): Promise<{ id: string; job: string }> {
  const { id, inviting } = await createWave(ctx, { size: amount, ...input }, maxImmediate);
  return { id, job: inviting?.job ?? "" };
}

const createSignal = () => new AbortController().signal;
const run = (ctx: Context, job: string) => runJob(ctx, job, createSignal());
const runFirstPart = async (ctx: Context, job: string): Promise<void> => {
  await expect(runJob(ctx, job, stopAtCheck(2))).rejects.toThrow("stopped");
  expect(await getJob(ctx, job)).toMatchObject({ status: "running", processed: firstPart });
};
const listWaiting = async (ctx: Context) => (await collectAll(listWaitlist(ctx, {}))).map(({ email }) => email);
/** The invited people in the order of their codes. */
const listInvited = async ({ db, projectId }: Context, wave?: string): Promise<string[]> =>
  (
    await queryRows<{ email: string }>(
      db,
      sql`select i.email from lead_invitations i join codes c on c.project_id = i.project_id and c.key = i.code_key and c.reserved_for = i.email
        join deliveries d on d.project_id = i.project_id and d.code_key = i.code_key and d.email = i.email and d.is_automatic
        where i.project_id = ${projectId} and ${wave === undefined ? sql`true` : sql`i.wave_id = ${wave}`} order by c.batch_id, c.batch_index`,
    )
  ).map(({ email }) => email);
const makeDue = ({ db, projectId }: Context) =>
  db.execute(sql`update waves set scheduled_at = now() - interval '1 second' where project_id = ${projectId} and scheduled_at is not null`);
const listEvents = ({ db, projectId }: Context, kind: string) =>
  queryRows<{ data: object }>(db, sql`select data from events where project_id = ${projectId} and kind = ${kind} order by id`);

const numericCodes = formats.numeric.size;
afterEach(() => {
  formats.numeric.size = numericCodes;
});

describe("a large wave", () => {
  test("is recorded at once, and invites the first in line in parts, in the line's order", async () => {
    const { ctx, emails } = await createWaitlist();
    const wave = await createWave(ctx, { size: amount, name: "Large", reminderAfterDays: 2, expiresAfterDays: 7 }, maxImmediate);
    expect(wave).toMatchObject({
      status: "sent",
      invited: 0,
      sentAt: expect.any(String),
      inviting: { status: "queued", total: amount, processed: 0, error: null },
    });
    const job = wave.inviting?.job ?? "";
    await runFirstPart(ctx, job);
    expect(await getWave(ctx, wave.id)).toMatchObject({ invited: firstPart, inviting: { status: "running", processed: firstPart } });
    expect(await listInvited(ctx, wave.id)).toEqual(emails.slice(0, firstPart));
    await run(ctx, job);
    expect(await listInvited(ctx, wave.id)).toEqual(emails.slice(0, amount));
    expect(await listWaiting(ctx)).toEqual(emails.slice(amount));
    expect(await getWave(ctx, wave.id)).toMatchObject({ status: "sent", invited: amount, inviting: { status: "completed" } });
    const send = await getSend(ctx, job);
    expect(send).toMatchObject({ kind: "invitation", receivedLeads: amount, notifiedLeads: amount, batch: { name: "Large" } });
    expect(await getBatch(ctx, send.batch?.id ?? "")).toMatchObject({ amount, codeCount: amount, validUntil: expect.any(String) });
    expect(await listEvents(ctx, "wave.sent")).toEqual([{ data: { wave: wave.id, invited: amount } }]);
    const [invitations] = await queryRows(
      ctx.db,
      sql`select count(remind_at)::int as reminders, count(distinct expires_at)::int as ends from lead_invitations where wave_id = ${wave.id}`,
    );
    expect(invitations).toEqual({ reminders: amount, ends: 1 });
  });

  test("invites people who match a priority first, whatever part they are in", async () => {
    const { ctx, emails } = await createWaitlist();
    const preferred = emails.filter((_, index) => index % 2 === 0).slice(-firstPart - 20);
    await ctx.db.execute(
      sql`update leads set tags = '{vip}' where project_id = ${ctx.projectId} and email in (select jsonb_array_elements_text(${JSON.stringify(preferred)}::jsonb))`,
    );
    const { id, job } = await startWave(ctx, { priority: { tag: "vip" } });
    await runFirstPart(ctx, job);
    await run(ctx, job);
    const others = emails.filter((email) => !preferred.includes(email));
    expect(await listInvited(ctx, id)).toEqual([...preferred, ...others.slice(0, amount - preferred.length)]);
  });

  test("leaves out who unsubscribes or joins in the meantime, and invites the next in line instead", async () => {
    const { ctx, emails } = await createWaitlist();
    const { id, job } = await startWave(ctx);
    await runFirstPart(ctx, job);
    const unsubscribed = emails[firstPart] ?? "";
    await addSuppression(ctx, { email: unsubscribed });
    // At the head of the line.
    const joined = await insertLead(ctx, { onWaitlist: true });
    await ctx.db.execute(
      sql`update leads set waitlist_sort_key = 0, waitlist_changed_at = now() where project_id = ${ctx.projectId} and email = ${joined}`,
    );
    await run(ctx, job);
    expect(await listInvited(ctx, id)).toEqual(emails.slice(0, amount + 1).filter((email) => email !== unsubscribed));
    expect(await listWaiting(ctx)).toEqual([joined, unsubscribed, ...emails.slice(amount + 1)]);
  });

  test("invites fewer people if others left the line", async () => {
    const { ctx, emails } = await createWaitlist(amount);
    const { id, job } = await startWave(ctx, { size: 1_000_000 });
    await runFirstPart(ctx, job);
    await ctx.db.execute(
      sql`update leads set on_waitlist = false where project_id = ${ctx.projectId} and email in (${emails[amount - 1]}, ${emails[amount - 2]})`,
    );
    await run(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({ invited: amount - 2, inviting: { status: "completed" } });
    expect(await getSend(ctx, job)).toMatchObject({ receivedLeads: amount - 2, notifiedLeads: amount - 2 });
  });

  test("takes turns with other waves, so that no one is invited twice and no place is skipped", async () => {
    const { ctx, second, emails } = await createWaitlist(1000);
    const [one, two] = [await startWave(ctx), await startWave(ctx)];
    const small = createWave(second, { size: 50 });
    await Promise.all([run(ctx, one.job), run(second, two.job), run(second, one.job), small]);
    await run(ctx, one.job);
    const invited = await listInvited(ctx);
    expect(invited.toSorted()).toEqual(emails.slice(0, 2 * amount + 50));
    for (const { id } of [one, two]) expect(await listInvited(ctx, id)).toHaveLength(amount);
  });

  test("counts only people who were invited, not places that no one took", async () => {
    const { ctx, emails } = await createWaitlist(amount);
    const { id, job } = await startWave(ctx);
    await ctx.db.execute(
      sql`update leads set on_waitlist = false where project_id = ${ctx.projectId} and email in (${emails[0]}, ${emails[1]})`,
    );
    await run(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({ inviting: { status: "completed", processed: amount, changed: amount - 2 } });
  });

  test("doesn't lock people while it waits for codes, so that small and large waves don't block each other", async () => {
    const { ctx, second, emails } = await createWaitlist(20);
    const [small] = await ctx.db.transaction(async (tx) => {
      const inner = { ...ctx, db: tx };
      await lockCodeType(inner, "creative");
      const small = createWave(second, { size: 5 });
      await waitForLockWaits(app.ctx.db, 1);
      await lockLeads(inner, emails);
      return [small];
    });
    expect(await small).toMatchObject({ invited: 5 });
  });

  test("is refused if there are too few codes, and stops with an error if they run out", async () => {
    const { ctx, emails } = await createWaitlist();
    formats.numeric.size = amount - 1;
    expect(await getErrorName(startWave(ctx, { type: "numeric" }))).toBe("code_space_exhausted");
    formats.numeric.size = amount;
    const { id, job } = await startWave(ctx, { type: "numeric" });
    await runFirstPart(ctx, job);
    await collectAll(generateCodes(ctx, { amount: 1, type: "numeric" }));
    await runBackgroundJob(ctx, job, createSignal());
    const wave = await getWave(ctx, id);
    expect(wave).toMatchObject({ status: "sent", inviting: { status: "failed", error: { error: "code_space_exhausted" } } });
    // The parts before the last are invited, the others stay in line.
    expect(wave.invited).toBeGreaterThanOrEqual(firstPart);
    expect(await listInvited(ctx, id)).toEqual(emails.slice(0, wave.invited));
    expect(await listWaiting(ctx)).toEqual(emails.slice(wave.invited));
    expect(await listEvents(ctx, "wave.sent")).toEqual([{ data: { wave: id, invited: wave.invited } }]);
    expect(await getSend(ctx, job)).toMatchObject({ receivedLeads: wave.invited, notifiedLeads: wave.invited });
  });
});

describe("stopping a large wave", () => {
  test.each([
    ["the wave", (ctx: Context, { id }: { id: string }) => cancelWave(ctx, id)],
    ["its job", (ctx: Context, { job }: { job: string }) => cancelJob(ctx, job)],
  ])("through %s invites no one else, and people whose email wasn't sent return to their position", async (_, stop) => {
    const { ctx, emails } = await createWaitlist();
    const wave = await startWave(ctx);
    await runFirstPart(ctx, wave.job);
    await ctx.db.execute(sql`update deliveries set status = 'sent' where send_id = ${wave.job} and email = ${emails[7]}`);
    await stop(ctx, wave);
    await run(ctx, wave.job);
    expect(await getWave(ctx, wave.id)).toMatchObject({ status: "sent", invited: 1, inviting: { status: "canceled", changed: firstPart } });
    expect(await listWaiting(ctx)).toEqual(emails.filter((email) => email !== emails[7]));
    expect(await getSend(ctx, wave.job)).toMatchObject({ receivedLeads: firstPart, notifiedLeads: firstPart });
    expect(await listEvents(ctx, "wave.sent")).toEqual([{ data: { wave: wave.id, invited: firstPart } }]);
    expect(await listEvents(ctx, "codes.generated")).toMatchObject([{ data: { amount: firstPart } }]);
    // Again changes nothing.
    expect(await cancelWave(ctx, wave.id)).toMatchObject({ inviting: { status: "canceled" } });
  });

  test.each([
    ["the wave", (ctx: Context, { id }: { id: string }) => cancelWave(ctx, id)],
    ["its job", (ctx: Context, { job }: { job: string }) => cancelJob(ctx, job)],
  ])("through %s continues when it's repeated after a failure", async (_, stop) => {
    const { ctx, emails } = await createWaitlist();
    const wave = await startWave(ctx);
    await runFirstPart(ctx, wave.job);
    const repair = await failCanceling(ctx, wave.job);
    await expect(stop(ctx, wave)).rejects.toThrow();
    expect(await getJob(ctx, wave.job)).toMatchObject({ status: "canceled" });
    await repair();
    await stop(ctx, wave);
    expect(await listWaiting(ctx)).toEqual(emails);
    expect(await getSend(ctx, wave.job)).toMatchObject({ completed: true, deliveries: { queued: 0, canceled: firstPart } });
  });

  test("isn't possible once all are invited", async () => {
    const { ctx } = await createWaitlist();
    const { id, job } = await startWave(ctx);
    await run(ctx, job);
    expect(await getErrorName(cancelWave(ctx, id))).toBe("wave_sent");
  });
});

describe("a large wave for later", () => {
  test("chooses its people when it's due, once also with two workers", async () => {
    const { ctx, second, emails } = await createWaitlist(amount - 10);
    const { id } = await createWave(ctx, { size: amount, scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    await insertLead(ctx, { onWaitlist: true, email: "later@example.org" });
    await makeDue(ctx);
    await Promise.all([runDueWaves(ctx, maxImmediate), runDueWaves(second, maxImmediate)]);
    const { status, inviting } = await getWave(ctx, id);
    expect([status, inviting?.total]).toEqual(["sent", amount - 9]);
    await Promise.all([run(ctx, inviting?.job ?? ""), run(second, inviting?.job ?? "")]);
    await run(ctx, inviting?.job ?? "");
    expect(await listInvited(ctx, id)).toEqual([...emails, "later@example.org"]);
  });

  const startRecurring = async (total: number) => {
    const { ctx, emails } = await createWaitlist(1000);
    const { id } = await createWave(ctx, { size: 300, repeat: { time: "09:00", total } });
    const runNext = async () => {
      await makeDue(ctx);
      await runDueWaves(ctx, maxImmediate);
      return (await getWave(ctx, id)).inviting?.job ?? "";
    };
    return { ctx, emails, id, runNext };
  };

  test("invites people again and again until its total, each time in parts", async () => {
    const { ctx, emails, id, runNext } = await startRecurring(700);
    for (const invited of [300, 600]) {
      const job = await runNext();
      await runFirstPart(ctx, job);
      // The next time waits until all are invited.
      expect(await runNext()).toBe(job);
      await run(ctx, job);
      expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited, repeat: { remaining: 700 - invited } });
    }
    // The last ones are few enough to be invited at once.
    await runNext();
    expect(await getWave(ctx, id)).toMatchObject({ status: "sent", invited: 700, scheduledAt: null, repeat: { remaining: 0 } });
    expect(await listInvited(ctx, id)).toEqual(emails.slice(0, 700));
  });

  test("ends when the last part reaches its total", async () => {
    const { ctx, id, runNext } = await startRecurring(300);
    const job = await runNext();
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", scheduledAt: expect.any(String) });
    await run(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({ status: "sent", invited: 300, scheduledAt: null });
    expect(await listEvents(ctx, "wave.sent")).toEqual([{ data: { wave: id, invited: 300 } }]);
  });

  test("counts people as remaining who return to the line because its job is canceled", async () => {
    const { ctx, id, runNext } = await startRecurring(700);
    const job = await runNext();
    await runFirstPart(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({ invited: firstPart, repeat: { remaining: 500 } });
    await cancelJob(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited: 0, repeat: { remaining: 700 } });
  });

  test.each([
    ["paused", pauseWave],
    ["ended", endWave],
  ])("invites no one else once it's %s, and those who were invited stay invited", async (status, change) => {
    const { ctx, id, runNext } = await startRecurring(700);
    const job = await runNext();
    await runFirstPart(ctx, job);
    await change(ctx, id);
    await run(ctx, job);
    expect(await getWave(ctx, id)).toMatchObject({
      status,
      invited: firstPart,
      repeat: { remaining: 500 },
      inviting: { status: "canceled" },
    });
    expect(await listEvents(ctx, "wave.sent")).toEqual([{ data: { wave: id, invited: firstPart } }]);
    if (status === "ended") return;
    await resumeWave(ctx, id);
    await run(ctx, await runNext());
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited: 500, repeat: { remaining: 200 } });
  });
});
