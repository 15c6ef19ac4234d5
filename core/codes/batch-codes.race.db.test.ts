import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { isUnavailable, queryRows } from "@/db/query";
import { insertBatch, insertLeads, insertProject, insertWaitlist } from "@/tests/harness/factories";
import { isHeavy, size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";
import type { Context } from "../context";
import { getJob } from "../jobs/jobs";
import { inviteLeads } from "../leads/invite";
import { createWave } from "../waves/waves";
import { claimCode } from "./claim";
import { sendCode } from "./send";

const app = await createTestApp({ max: 20 });
const second = app.openSecondPool().ctx;

async function createBatch(amount: number): Promise<{ ctx: Context; other: Context; batch: string; codes: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const batch = await insertBatch(ctx, { name: "Partner codes", type: "alphanumeric" });
  const codes = Array.from({ length: amount }, (_, index) => `partner-${index}`);
  await ctx.db.execute(
    sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select ${ctx.projectId}, replace(code, '-', ''), code, 'alphanumeric', 1, ${batch}::uuid, position
      from jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) with ordinality as item (code, position)`,
  );
  await ctx.db.execute(sql`update batches set code_count = ${amount} where project_id = ${ctx.projectId} and id = ${batch}`);
  return { ctx, other: { ...second, projectId: ctx.projectId }, batch, codes };
}

const listSent = async ({ db, projectId }: Context) =>
  queryRows<{ email: string; code: string; reserved_for: string | null }>(
    db,
    sql`select d.email, d.code_key as code, c.reserved_for from deliveries d join codes c on c.project_id = d.project_id and c.key = d.code_key
      join sends s on s.project_id = d.project_id and s.id = d.send_id and s.from_batch where d.project_id = ${projectId}`,
  );

/** Checks that no one got two codes, no code went to two, and each code is reserved for the lead who got it. */
async function expectOneEach(ctx: Context): Promise<number> {
  const sent = await listSent(ctx);
  expect(new Set(sent.map(({ email }) => email)).size).toBe(sent.length);
  expect(new Set(sent.map(({ code }) => code)).size).toBe(sent.length);
  for (const { email, reserved_for } of sent) expect(reserved_for).toBe(email);
  return sent.length;
}

/** Repeats a request whose connection was ended, as a client does. */
async function untilDone<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

/** For requests that can be refused, because others took the codes or people. */
const nullIfRefused = (error: unknown) => (isUnavailable(error) ? Promise.reject(error) : null);

test("no code or person is taken twice when 50 sends and waves take codes at once and connections are killed", {
  timeout: 120_000,
}, async () => {
  const amount = size(150, 2000);
  const { ctx, other, batch, codes } = await createBatch(amount);
  const emails = await insertLeads(ctx, amount);
  await insertWaitlist(ctx, 30);
  const skip = ["invited" as const];
  // Each lead is in about three of the sends.
  const sends = Array.from({ length: 45 }, (_, index) => emails.filter((_email, position) => (position + index) % 15 === 0));
  let isDone = false;
  const kill = async () => {
    for (let kills = 0; !isDone && kills < 40; kills++) {
      await app.db
        .execute(
          sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database() and state in ('active', 'idle in transaction')
          and query ilike '%codes%' and pid <> pg_backend_pid() order by random() limit 1) as backend`,
        )
        .catch(() => null);
      await sleep(randomInt(20));
    }
  };
  const killing = kill();
  const claimed = codes.slice(0, 3);
  await Promise.all([
    ...sends.map((recipients, index) => untilDone(() => inviteLeads(index % 2 === 0 ? ctx : other, { emails: recipients, batch, skip }))),
    ...Array.from({ length: 5 }, (_, index) =>
      untilDone(() => createWave(index % 2 === 0 ? ctx : other, { size: 4, batch }).catch(nullIfRefused)),
    ),
    ...claimed.map((code) =>
      untilDone(() => claimCode(ctx, { code: normalizeCode(code), email: `${code}@example.org` }).catch(nullIfRefused)),
    ),
    untilDone(() => sendCode(ctx, { code: normalizeCode(codes[4] ?? ""), emails: emails.slice(0, 1) }).catch(nullIfRefused)),
  ]).finally(() => {
    isDone = true;
    return killing;
  });
  const given = await expectOneEach(ctx);
  expect(given).toBeGreaterThanOrEqual(amount - 10);
  expect(given).toBeLessThanOrEqual(amount);
  expect(await inviteLeads(ctx, { emails, batch, skip })).toMatchObject({ receivedLeads: amount });
  await expectOneEach(ctx);
});

test.runIf(isHeavy)("a large send continues when its workers are killed, without giving a code twice", { timeout: 120_000 }, async () => {
  const amount = 4000;
  const { ctx, batch } = await createBatch(amount);
  await insertLeads(ctx, amount + 50);
  const { job } = await inviteLeads(ctx, { filter: { all: true }, batch }, 10);
  for (let kills = 0; kills < 2; kills++) {
    const worker = await startWorker({ url: app.url });
    await waitUntil("some emails are queued", async () => (await getJob(ctx, job ?? "")).processed > kills * 200);
    await worker.kill();
    await app.db.execute(
      sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'background_jobs' and state = 'active'`,
    );
  }
  const worker = await startWorker({ url: app.url });
  await waitUntil("the job has ended", async () => (await getJob(ctx, job ?? "")).endedAt !== null, 60_000);
  await worker.kill();
  expect(await expectOneEach(ctx)).toBe(amount);
});
