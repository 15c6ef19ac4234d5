import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { codeStatuses, codeTypes } from "@/contract/enums";
import { codeStatusSql } from "@/core/codes/rules";
import { queryRows } from "@/db/query";
import { fingerprintDatabase } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { fillDemoProject } from "./fill";

const { ctx, db } = await createTestApp();

const distinctValues = async (expression: ReturnType<typeof sql>) =>
  (await queryRows<{ value: string }>(db, sql`select distinct ${expression} order by 1`)).map((row) => row.value);
const countRows = async (expression: ReturnType<typeof sql>) =>
  (await queryRows<{ total: number }>(db, sql`select count(*)::int as total from ${expression}`))[0]?.total ?? 0;

test("the demo project has realistic data of every kind", async () => {
  expect(await fillDemoProject(db, ctx.queue, ctx.projectId)).toBe(true);

  expect(await countRows(sql`leads`)).toBe(407);
  expect(await countRows(sql`leads where firstname is null`)).toBeGreaterThan(20);
  expect(await countRows(sql`leads where notes <> ''`)).toBeGreaterThan(20);
  expect(await countRows(sql`leads where on_waitlist`)).toBeGreaterThan(50);
  expect(await countRows(sql`leads a join leads b on b.email = a.referred_by join leads c on c.email = b.referred_by`)).toBeGreaterThan(10);
  expect(
    await distinctValues(sql`${codeStatusSql} as value from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id`),
  ).toEqual([...codeStatuses].sort());
  expect(await distinctValues(sql`type as value from codes`)).toEqual([...codeTypes].sort());
  expect(await countRows(sql`codes where reserved_for is not null`)).toBeGreaterThan(50);
  // The worker turns `queued` into `saved_to_file` when it starts, and `sending` lasts only a moment.
  expect(await distinctValues(sql`status as value from deliveries`)).toEqual([
    "canceled",
    "failed",
    "queued",
    "retrying",
    "sent",
    "suppressed",
  ]);
  expect(await countRows(sql`deliveries where status = 'failed' and error is null`)).toBe(0);

  // Something of everything that the dashboard shows.
  expect(await distinctValues(sql`status as value from waves`)).toEqual(["recurring", "scheduled", "sent"]);
  expect(await distinctValues(sql`outcome as value from import_rows where outcome is not null`)).toEqual(["invalid", "new"]);
  expect(await distinctValues(sql`kind as value from bin_entries where is_listed`)).toEqual(["batch", "code", "lead"]);
  expect(await distinctValues(sql`held_reason as value from leads where held_reason is not null`)).toEqual(["blocked", "too_fast"]);
  expect(await countRows(sql`sends where kind = 'announcement'`)).toBe(2);
  expect(await countRows(sql`leads where answers ? 'role'`)).toBeGreaterThan(100);
  expect(await countRows(sql`lead_invitations i join batches b on b.redemption_url is not null where i.from_batch`)).toBeGreaterThan(15);
  expect(await countRows(sql`lead_invitations where opened_at is not null`)).toBeGreaterThan(10);
  expect(await countRows(sql`saved_views`)).toBe(1);
  expect(await distinctValues(sql`format || ' ' || status as value from webhooks`)).toEqual(["slack paused", "standard active"]);
  expect(await countRows(sql`webhooks where failing_since < now() - interval '1 day'`)).toBe(1);
  expect(await distinctValues(sql`status as value from webhook_deliveries`)).toEqual(["delivered", "failed", "pending"]);
  expect(await countRows(sql`webhook_deliveries where email is not null`)).toBeGreaterThan(50);
  expect(await countRows(sql`webhook_deliveries where code_key is not null`)).toBeGreaterThan(50);

  // No email address and no webhook is reachable, and the chat gets nothing.
  expect(await countRows(sql`webhooks where status = 'active' and url !~ '^https://[a-z]+\\.example/'`)).toBe(0);
  expect(await countRows(sql`leads where email !~ '@([a-z]+\\.)?example\\.(org|com|net)$'`)).toBe(0);
  // Only pending deliveries have a job, so that nothing is sent twice.
  const pending = await countRows(sql`deliveries where status in ('queued', 'retrying')`);
  expect(await countRows(sql`pgboss.job, jsonb_array_elements(data -> 'deliveryIds') where name = 'deliveries'`)).toBe(pending);
});

test("all records of the demo project have consistent times", async () => {
  expect(await countRows(sql`leads where created_at > now() - interval '1 hour'`)).toBeLessThan(5);
  expect(await countRows(sql`leads where created_at < now() - interval '92 days'`)).toBe(0);
  expect(await countRows(sql`claims k join leads l using (project_id, email) where k.claimed_at < l.created_at`)).toBe(0);
  expect(
    await countRows(sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key where k.claimed_at < c.created_at`),
  ).toBe(0);
  expect(
    await countRows(sql`codes c where claims <> (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key)`),
  ).toBe(0);
  expect(
    await countRows(sql`leads a join leads b on b.project_id = a.project_id and b.email = a.referred_by where a.created_at < b.created_at`),
  ).toBe(0);
  expect(await countRows(sql`deliveries d join leads l using (project_id, email) where d.created_at < l.created_at`)).toBe(0);
  for (const table of ["batches", "sends", "waves"]) {
    const [byId, byTime] = [await idsOrderedBy(table, "id"), await idsOrderedBy(table, "created_at")];
    expect(byId).toEqual(byTime);
  }
  expect(
    await countRows(sql`webhook_deliveries d left join events e on e.id = d.event_id where e.id is null or d.created_at <> e.at`),
  ).toBe(0);
  expect(await countRows(sql`webhook_deliveries where status = 'pending' and next_attempt_at < now() - interval '1 minute'`)).toBe(0);
  expect(await countRows(sql`webhook_deliveries, jsonb_array_elements(attempts) a where (a ->> 'at')::timestamptz > now()`)).toBe(0);
  expect(await countRows(sql`webhooks w join webhook_deliveries d on d.webhook_id = w.id where d.created_at < w.created_at`)).toBe(0);
  const events = await queryRows<{ at: string }>(db, sql`select at from events order by id`);
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort());
  expect(
    await countRows(sql`events e where kind = 'code.sent' and not exists (select from sends s where s.id::text = e.data ->> 'send')`),
  ).toBe(0);
  expect(
    await countRows(
      sql`events e where kind = 'codes.generated' and not exists (select from batches b where b.id::text = e.data ->> 'batch')
        and not exists (select from bin_entries b where b.kind = 'batch' and b.key = e.data ->> 'batch')`,
    ),
  ).toBe(0);
});

test("a project with data stays unchanged", async () => {
  const before = await fingerprintDatabase(db);
  expect(await fillDemoProject(db, ctx.queue, ctx.projectId)).toBe(false);
  expect(await fingerprintDatabase(db)).toEqual(before);
});

async function idsOrderedBy(table: string, order: string): Promise<string[]> {
  return (await queryRows<{ id: string }>(db, sql`select id from ${sql.raw(table)} order by ${sql.raw(order)}, id`)).map(({ id }) => id);
}
