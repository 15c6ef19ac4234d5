import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { codeStatuses, codeTypes, sources } from "@/contract/enums";
import { codeStatusSql } from "@/core/codes/rules";
import { queryRows } from "@/db/query";
import { fingerprintDatabase } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { fillLargeProject } from "./fill";

const { ctx, db } = await createTestApp();

/** 1/125 of the full size. */
const scale = 0.008;

const countRows = async (expression: ReturnType<typeof sql>) =>
  (await queryRows<{ total: number }>(db, sql`select count(*)::int as total from ${expression}`))[0]?.total ?? 0;
const distinctValues = async (expression: ReturnType<typeof sql>) =>
  (await queryRows<{ value: string }>(db, sql`select distinct ${expression} order by 1`)).map((row) => row.value);
const listConstraints = () =>
  queryRows(
    db,
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  );

test("the large demo project has all amounts and kinds of data, and every constraint and index is restored", async () => {
  const before = await listConstraints();
  expect(await fillLargeProject(ctx, scale)).toBe(true);
  expect(await listConstraints()).toEqual(before);

  expect(await countRows(sql`leads`)).toBe(8000);
  expect(await countRows(sql`codes`)).toBeGreaterThan(7980);
  expect(await countRows(sql`codes`)).toBeLessThanOrEqual(8000);
  expect(await countRows(sql`claims`)).toBeGreaterThan(3500);
  expect(await countRows(sql`deliveries`)).toBeGreaterThan(200);
  expect(await distinctValues(sql`type as value from codes`)).toEqual([...codeTypes].sort());
  expect(
    await distinctValues(sql`${codeStatusSql} as value from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id`),
  ).toEqual([...codeStatuses].sort());
  expect(await distinctValues(sql`source as value from leads`)).toEqual([...sources].sort());
  expect(await countRows(sql`leads where on_waitlist`)).toBeGreaterThan(1000);
  expect(await countRows(sql`leads where firstname ~ '[\u0600-\u06ff]'`)).toBeGreaterThan(50);
  expect(await countRows(sql`leads where length(lastname) > 30`)).toBeGreaterThan(5);
  // No email address is reachable.
  expect(await countRows(sql`leads where email !~ '@([a-z]+\\.)?example\\.(org|com|net)$'`)).toBe(0);
});

test("all counts and copied columns of the large demo project are correct", async () => {
  const expectNone = async (expression: ReturnType<typeof sql>) => expect(await countRows(expression)).toBe(0);
  await expectNone(sql`codes c where claims <> (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key)`);
  await expectNone(
    sql`batches b where (code_count, total_allowed_claims) <> (select count(*), sum(allowed_claims) from codes c where c.project_id = b.project_id and c.batch_id = b.id)`,
  );
  await expectNone(sql`batches where amount <> code_count`);
  await expectNone(sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key where k.batch_id <> c.batch_id`);
  await expectNone(sql`leads l where has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`);
  await expectNone(sql`leads where has_claimed and on_waitlist`);
  await expectNone(sql`leads l where invited_at is distinct from (
    select max(d.created_at) from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
    where d.project_id = l.project_id and d.email = l.email and s.kind = 'invitation')`);
  await expectNone(
    sql`sends s where (received, notified) <> (select count(*)::int, count(*)::int from deliveries d where d.project_id = s.project_id and d.send_id = s.id)`,
  );
  await expectNone(sql`codes c where key <> replace(text, '-', '')`);
});

test("all records of the large demo project have consistent times", async () => {
  const expectNone = async (expression: ReturnType<typeof sql>) => expect(await countRows(expression)).toBe(0);
  await expectNone(sql`leads where created_at > now() or created_at < now() - interval '401 days'`);
  await expectNone(sql`leads a join leads b on b.project_id = a.project_id and b.email = a.referred_by where a.created_at < b.created_at`);
  await expectNone(sql`claims k join leads l using (project_id, email) where k.claimed_at < l.created_at or k.claimed_at > now()`);
  await expectNone(
    sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
      where k.claimed_at < c.created_at or k.claimed_at < c.valid_from or k.claimed_at > c.valid_until or c.reserved_for <> k.email`,
  );
  await expectNone(sql`deliveries d join leads l using (project_id, email) where d.created_at < l.created_at`);
  for (const table of ["batches", "sends"]) {
    await expectNone(
      sql`(select created_at, lag(created_at) over (order by id) as before from ${sql.identifier(table)}) as t where created_at < before`,
    );
  }
  await expectNone(
    sql`(select at, lag(at) over (order by id) as before from events where kind <> 'key.created') as t where at < before - interval '1 second'`,
  );
  expect(await countRows(sql`events where kind = 'code.claimed'`)).toBe(await countRows(sql`claims`));
});

test("a project with data stays unchanged", async () => {
  const before = await fingerprintDatabase(db);
  expect(await fillLargeProject(ctx, scale)).toBe(false);
  expect(await fingerprintDatabase(db)).toEqual(before);
});
