import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getWave } from "@/core/waves/record";
import { createWave } from "@/core/waves/waves";
import { queryRows } from "@/db/query";
import { insertWaitlist, secondsFromNow } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();

/** Makes the scheduled wave and the next time of the recurring waves due. */
const makeDue = () =>
  db.execute(
    sql`update waves set scheduled_at = now() - interval '1 second' where status in ('scheduled', 'recurring') and scheduled_at > now()`,
  );

/** Whether a worker is inviting people right now: it holds the advisory lock of waves. */
async function isInviting(): Promise<boolean> {
  const [row] = await queryRows<{ held: boolean }>(
    db,
    sql`select exists (select from pg_locks k join pg_stat_activity a on a.pid = k.pid
      where k.locktype = 'advisory' and k.granted and a.datname = current_database() and a.application_name like 'gatehouse worker%') as held`,
  );
  return row?.held ?? false;
}

const countInvited = async (): Promise<number> => {
  const [row] = await queryRows<{ invited: number }>(db, sql`select count(*)::int as invited from lead_invitations`);
  return row?.invited ?? 0;
};

test("a wave invites everyone exactly once when two workers are killed at random during waves", { timeout: 600_000 }, async () => {
  const sink = await startSmtpSink();
  const [scheduledSize, recurringSize] = [5000, 250];
  const recurring = { size: recurringSize, repeat: { time: "09:00", total: 8 * recurringSize } };
  const total = scheduledSize + 2 * recurring.repeat.total;
  const emails = await insertWaitlist(ctx, total);
  const waves = [
    await createWave(ctx, { size: scheduledSize, scheduledAt: secondsFromNow(3600) }),
    await createWave(ctx, recurring),
    await createWave(ctx, recurring),
  ];
  const start = () => startWorker({ url, smtpUrl: sink.url });
  const workers = [await start(), await start()];
  for (let kills = 0; kills < 20; kills++) {
    await makeDue();
    await waitUntil("a worker invites people, or all are invited", async () => (await isInviting()) || (await countInvited()) === total);
    // At any point of a wave.
    await sleep(randomInt(1000));
    const killed = randomInt(2);
    await workers[killed]?.kill();
    // Skips the ten seconds after which a silent worker counts as dead.
    await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`);
    workers[killed] = await start();
  }
  await waitUntil("everyone is invited", async () => {
    await makeDue();
    return (await countInvited()) === total;
  });
  await waitUntil(
    "all emails are sent",
    async () => (await queryRows(db, sql`select from deliveries where status <> 'sent' limit 1`)).length === 0,
    300_000,
  );
  for (const worker of workers) await worker.stop();

  const deliveries = await queryRows<{ email: string }>(db, sql`select email from deliveries order by email`);
  expect(deliveries.map(({ email }) => email)).toEqual(emails);
  const codes = await queryRows<{ reserved_for: string }>(db, sql`select reserved_for from codes order by reserved_for`);
  expect(codes.map((code) => code.reserved_for)).toEqual(emails);
  // A repeated email has the same Message-ID.
  for (const email of emails) expect(new Set(sink.messageIdsFor(email)).size).toBe(1);
  expect(await Promise.all(waves.map(async ({ id }) => (await getWave(ctx, id)).invited))).toEqual([
    scheduledSize,
    recurring.repeat.total,
    recurring.repeat.total,
  ]);
  expect((await getWave(ctx, waves[1]?.id ?? "")).status).toBe("sent");
});
