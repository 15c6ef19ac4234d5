import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ImportStatus } from "@/contract/import-values";
import { getImport } from "@/core/imports/record";
import { checkImport, runImport } from "@/core/imports/start";
import { uploadImport } from "@/core/imports/upload";
import { getLeadPosition } from "@/core/leads/waitlist";
import { queryRows } from "@/db/query";
import { insertLead } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { type RunningWorker, startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();

const leadCount = 200_000;

/** A file in which every tenth lead is repeated, and every hundredth row is invalid. */
function* fileRows(): Generator<Buffer> {
  yield Buffer.from("email,first name,waitlist\n");
  for (let n = 1; n <= leadCount; n++) {
    const row = `lead${n}@example.org,Name ${n},yes\n`;
    yield Buffer.from(`${row}${n % 10 === 0 ? row : ""}${n % 100 === 0 ? "invalid@,,\n" : ""}`);
  }
}

/** A job that has failed several times waits for up to a minute. */
const skipRetryDelay = () =>
  db.execute(sql`update pgboss.job set start_after = now() where name = 'background_jobs' and state = 'retry' and start_after > now()`);

test("each row of the file is imported exactly once when the worker is killed at random", { timeout: 600_000 }, async () => {
  await insertLead(ctx, { email: "lead7@example.org", firstname: "Before" });
  const { id, suggestedMapping } = await uploadImport(ctx, Readable.from(fileRows()), "leads.csv");
  const progress = async () => (await getImport(ctx, id)).progress;
  let worker: RunningWorker = await startWorker({ url });
  const killDuring = async (kills: number) => {
    for (let kill = 0; kill < kills; kill++) {
      const { total } = await progress();
      await waitUntil("more rows are processed", async () => {
        await skipRetryDelay();
        return (await progress()).processed > (total * kill) / (kills + 1);
      });
      // At any point of a chunk.
      await sleep(randomInt(500));
      await worker.kill();
      // Skips the time after which a silent worker counts as dead.
      await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`);
      worker = await startWorker({ url });
    }
  };
  await checkImport(ctx, id, { mapping: suggestedMapping });
  await killDuring(3);
  const waitForStatus = (status: ImportStatus) =>
    waitUntil(
      `the import is ${status}`,
      async () => {
        await skipRetryDelay();
        return (await getImport(ctx, id)).status === status;
      },
      300_000,
    );
  await waitForStatus("checked");
  await runImport(ctx, id);
  await killDuring(20);
  await waitForStatus("completed");
  await worker.stop();

  const { counts, result } = await getImport(ctx, id);
  expect(counts).toMatchObject({ new: leadCount - 1, existing: 1, duplicate: leadCount / 10, invalid: leadCount / 100 });
  expect(result).toMatchObject({ created: leadCount - 1, updated: 0, skipped: 1 });
  const [row] = await queryRows(
    db,
    sql`select count(*)::int as leads, count(distinct l.referral_code)::int as codes,
        count(*) filter (where l.firstname = case when n = 7 then 'Before' else 'Name ' || n end and l.on_waitlist = (n <> 7))::int as correct,
        (select count(*)::int from import_rows where result = 'created') as created,
        (select count(*)::int from events where kind = 'leads.imported') as events
      from leads l left join generate_series(1, ${leadCount}::int) n on l.email = 'lead' || n || '@example.org'`,
  );
  expect(row).toEqual({ leads: leadCount, codes: leadCount, correct: leadCount, created: leadCount - 1, events: 1 });
  expect(await getLeadPosition(ctx, `lead${leadCount}@example.org`)).toMatchObject({ position: leadCount - 1, waiting: leadCount - 1 });
});
