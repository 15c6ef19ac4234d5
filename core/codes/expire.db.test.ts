import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertBatch, insertCode, insertProject, type Project, secondsFromNow } from "@/tests/harness/factories";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { extendBatch } from "../batches/extend";
import { type Context, inTransaction } from "../context";
import { readFeed } from "../events/feed";
import { deleteCode } from "./delete";
import { listProjectsWithEndedCodes, recordEndedCodes } from "./expire";
import { updateCode } from "./update";

const app = await createTestApp();
const { db } = app;
const secondCtx = app.openSecondPool().ctx;

/** The events about the end of codes, in their order. */
async function listEnds({ ctx }: Pick<Project, "ctx">) {
  const events = await queryRows<{ kind: string; code_text: string | null; data: Record<string, unknown> }>(
    db,
    sql`select kind, code_text, data from events where project_id = ${ctx.projectId} and kind in ('code.expired', 'batch.expired') order by id`,
  );
  return events.map(({ kind, code_text: code, data }) => [kind, code ?? data.codes]);
}

/** Moves the end date of codes, and the time until which ends were recorded, into the past. */
async function passTime({ projectId }: Context, seconds: number): Promise<void> {
  await db.execute(sql`update codes set valid_until = valid_until - make_interval(secs => ${seconds}) where project_id = ${projectId}`);
  await db.execute(
    sql`update projects set codes_expired_until = codes_expired_until - make_interval(secs => ${seconds}) where id = ${projectId}`,
  );
}

const listDue = async () => (await listProjectsWithEndedCodes(db)).map(({ project_id: id }) => id);

test("the end of a code is recorded once, also after the worker was away for hours, and for used-up and paused codes", async () => {
  const project = await insertProject(app.ctx);
  const { ctx } = project;
  const end = secondsFromNow(3600);
  const codes = [
    await insertCode(ctx, { validUntil: end }),
    await insertCode(ctx, { validUntil: end, type: "numeric", claimedBy: ["ada@example.org"] }),
    await insertCode(ctx, { validUntil: end, type: "alphanumeric", paused: true, reservedFor: "ada@example.org" }),
  ];
  await insertCode(ctx, { validUntil: secondsFromNow(20_000) });
  await insertCode(ctx);
  const deleted = await insertCode(ctx, { validUntil: end });
  await deleteCode(ctx, normalizeCode(deleted));
  expect(await listDue()).not.toContain(ctx.projectId);
  expect(await recordEndedCodes(ctx)).toBe(0);
  await passTime(ctx, 4 * 3600);
  expect(await listDue()).toContain(ctx.projectId);
  const counts = await Promise.all([recordEndedCodes(ctx), recordEndedCodes({ ...ctx, db: secondCtx.db })]);
  expect(counts.sort()).toEqual([0, 3]);
  expect(await recordEndedCodes(ctx)).toBe(0);
  expect(await listDue()).not.toContain(ctx.projectId);
  expect(await listEnds(project)).toEqual(codes.map((code) => ["code.expired", code]));
});

test("a code that is extended ends again, and one that gets an end date in the past ends once", async () => {
  const project = await insertProject(app.ctx);
  const { ctx } = project;
  const code = await insertCode(ctx, { validUntil: secondsFromNow(3600) });
  const other = await insertCode(ctx);
  const extend = (text: string, validUntil: string) => updateCode(ctx, normalizeCode(text), { validUntil });
  await passTime(ctx, 3601);
  expect(await recordEndedCodes(ctx)).toBe(1);
  await extend(code, secondsFromNow(0.2));
  await sleep(300);
  await expect.poll(() => recordEndedCodes(ctx)).toBe(1);
  // Before and after the end of the last code, until which ends were recorded.
  await extend(other, secondsFromNow(-10_000));
  await extend(code, secondsFromNow(-10_000));
  expect(await recordEndedCodes(ctx)).toBe(0);
  await extend(code, secondsFromNow(3600));
  await sleep(50);
  await extend(code, new Date(Date.now() - 5).toISOString());
  await expect.poll(() => recordEndedCodes(ctx)).toBe(1);
  expect(await listEnds(project)).toEqual([
    ["code.expired", code],
    ["code.expired", code],
    ["code.expired", code],
  ]);
  const events = async () => (await readFeed(ctx, { types: ["code.extended", "code.expired"] })).items;
  await expect.poll(async () => (await events()).length).toBe(9);
  expect((await events()).map(({ type, data }) => [type, "code" in data && data.code])).toEqual([
    ["code.expired", code],
    ["code.extended", code],
    ["code.expired", code],
    ["code.extended", other],
    ["code.expired", other],
    ["code.extended", code],
    ["code.extended", code],
    ["code.extended", code],
    ["code.expired", code],
  ]);
});

test("a code that another transaction is about to save is recorded once that has ended", async () => {
  const project = await insertProject(app.ctx);
  const { ctx } = project;
  const early = await insertCode(ctx, { validUntil: secondsFromNow(0.1) });
  let late = "";
  await inTransaction(ctx, async (inner) => {
    late = await insertCode(inner, { validUntil: secondsFromNow(0.2) });
    await sleep(500);
    expect(await recordEndedCodes({ ...ctx, db: secondCtx.db })).toBeLessThanOrEqual(1);
  });
  await expect
    .poll(async () => {
      await recordEndedCodes(ctx);
      return listEnds(project);
    })
    .toEqual([
      ["code.expired", early],
      ["code.expired", late],
    ]);
});

test("a transaction that fails records nothing, and the next one does", async () => {
  const project = await insertProject(app.ctx);
  await insertCode(project.ctx, { validUntil: secondsFromNow(3600) });
  await passTime(project.ctx, 3601);
  await expect(
    inTransaction(project.ctx, async (inner) => {
      await recordEndedCodes(inner);
      throw new Error("The worker died");
    }),
  ).rejects.toThrow("The worker died");
  expect(await listEnds(project)).toEqual([]);
  expect(await recordEndedCodes(project.ctx)).toBe(1);
});

const amount = size(20_000, 1_000_000);

test("a large batch that ends is one event, and is found by an index", { timeout: 300_000 }, async () => {
  const project = await insertProject(app.ctx);
  const { ctx } = project;
  const batch = await insertBatch(ctx, { name: "Spring fair" });
  const single = await insertCode(ctx, { batch, validUntil: secondsFromNow(-7200) });
  for (let start = 0; start < amount; start += 20_000)
    await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, valid_until, batch_id, batch_index)
      select ${ctx.projectId}::int, 'large' || n, 'large' || n, 'creative', 1, date_trunc('day', now()) - interval '1 hour', ${batch}::uuid, 1000000 + n
      from generate_series(${start + 1}::int, ${start + 20_000}::int) as n`);
  await db.execute(sql`vacuum analyze codes`);
  await db.execute(sql`update projects set codes_expired_until = now() - interval '3 days' where id = ${ctx.projectId}`);
  expect(await recordEndedCodes(ctx)).toBe(amount + 1);
  const ends = await listEnds(project);
  expect(ends.sort()).toEqual([
    ["batch.expired", amount],
    ["code.expired", single],
  ]);
  const idle = performance.now();
  expect(await listDue()).not.toContain(ctx.projectId);
  // Reading a million codes takes longer.
  expect(performance.now() - idle).toBeLessThan(500);
});

test("a batch that gets an end date in the past has ended, once", async () => {
  const project = await insertProject(app.ctx);
  const { ctx } = project;
  await insertCode(ctx, { validUntil: secondsFromNow(3600) });
  await passTime(ctx, 3601);
  expect(await recordEndedCodes(ctx)).toBe(1);
  const batch = await insertBatch(ctx);
  await insertCode(ctx, { batch });
  for (const seconds of [-5000, -6000]) await extendBatch(ctx, { batch, validUntil: secondsFromNow(seconds) });
  expect(await recordEndedCodes(ctx)).toBe(0);
  const types = ["batch.extended", "batch.expired", "code.expired"] as const;
  const events = async () => (await readFeed(ctx, { types: [...types] })).items.map(({ type }) => type);
  await expect.poll(events).toEqual(["code.expired", "batch.extended", "batch.expired", "batch.extended"]);
});
