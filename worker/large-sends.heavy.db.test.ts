import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { maxImmediateRecipients } from "@/contract/limits";
import type { Context } from "@/core/context";
import { getJob } from "@/core/jobs/jobs";
import { sendAnnouncement } from "@/core/sends/announce";
import { getSend } from "@/core/sends/list";
import { getWave } from "@/core/waves/record";
import { createWave } from "@/core/waves/waves";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const app = await createTestApp();
const { db, url } = app;

const amount = maxImmediateRecipients + 1;
/** In the full test, as many as a request doesn't queue itself. */
const maxImmediate = maxImmediateRecipients;
const maxKills = 4;

/** A project whose email is paused, with people in line, the first of whom joined first. */
async function createLine(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await db.execute(sql`update projects set paused = '{email}' where id = ${ctx.projectId}`);
  await db.execute(
    sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at, waitlist_sort_key)
      select ${ctx.projectId}::int, 'lead' || lpad(n::text, 6, '0') || '@example.org', 'r' || n, true, now(), n from generate_series(1, ${amount}::int) as n`,
  );
  return ctx;
}

/** Kills workers at any point of a job that queues emails, until one completes it. */
async function runWithKills(ctx: Context, job: string): Promise<void> {
  let worker = await startWorker({ url });
  for (let kills = 1; kills <= maxKills; kills++) {
    const before = (await getJob(ctx, job)).processed;
    await waitUntil("some emails are queued", async () => (await getJob(ctx, job)).processed > before);
    await sleep(randomInt(100));
    await worker.kill();
    // Another worker takes the job immediately instead of after ten seconds.
    await db.execute(
      sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'background_jobs' and state = 'active'`,
    );
    worker = await startWorker({ url });
  }
  await waitUntil("the job has ended", async () => (await getJob(ctx, job)).endedAt !== null, 120_000);
  await worker.stop();
}

const countEmails = (ctx: Context, send: string) =>
  queryRows<Record<"deliveries" | "people" | "queued", number>>(
    db,
    sql`select count(*)::int as deliveries, count(distinct d.email)::int as people,
        (select count(distinct item.delivery)::int from pgboss.job j, jsonb_array_elements_text(j.data -> 'deliveryIds') as item (delivery)
          where j.name = 'deliveries' and (j.data ->> 'projectId')::int = ${ctx.projectId}) as queued
      from deliveries d where d.project_id = ${ctx.projectId} and d.send_id = ${send}`,
  );
const everyoneOnce = [{ deliveries: amount, people: amount, queued: amount }];

test("an email for everyone is queued once when workers are killed between and in parts", { timeout: 300_000 }, async () => {
  const ctx = await createLine();
  const { sendId } = await sendAnnouncement(ctx, { subject: "News", body: "We open.", filter: {} }, maxImmediate);
  await runWithKills(ctx, sendId);
  expect(await countEmails(ctx, sendId)).toEqual(everyoneOnce);
  expect(await getSend(ctx, sendId)).toMatchObject({
    receivedLeads: amount,
    notifiedLeads: amount,
    skippedLeads: [],
    completed: false,
    queueing: { status: "completed", processed: amount, total: amount },
  });
});

test("a wave invites everyone once, in the order of the line, when workers are killed between and in parts", {
  timeout: 300_000,
}, async () => {
  const ctx = await createLine();
  const { id, inviting } = await createWave(ctx, { size: amount, type: "alphanumeric" }, maxImmediate);
  const job = inviting?.job ?? "";
  await runWithKills(ctx, job);
  expect(await countEmails(ctx, job)).toEqual(everyoneOnce);
  expect(await getWave(ctx, id)).toMatchObject({ invited: amount, inviting: { status: "completed", processed: amount } });
  const [codes] = await queryRows(
    db,
    sql`select count(*)::int as total, count(distinct c.reserved_for)::int as people, bool_and(c.reserved_for = l.email) as is_in_order
      from (select *, row_number() over (order by batch_index) as place from codes where project_id = ${ctx.projectId}) as c
      join leads l on l.project_id = c.project_id and l.waitlist_sort_key = c.place`,
  );
  expect(codes).toEqual({ total: amount, people: amount, is_in_order: true });
});
