import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { codeStatuses, codeTypes, sources } from "@/contract/kinds";
import { codeStatusSql } from "@/core/codes/rules";
import { queryRows } from "@/db/query";
import { fingerprintDatabase } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { fillLarge } from "./fill";

const { ctx, db } = await createTestApp();

/** A hundred and twenty-fifth of the whole. */
const scale = 0.008;

const count = async (of: ReturnType<typeof sql>) =>
  (await queryRows<{ total: number }>(db, sql`select count(*)::int as total from ${of}`))[0]?.total ?? 0;
const each = async (of: ReturnType<typeof sql>) =>
  (await queryRows<{ value: string }>(db, sql`select distinct ${of} order by 1`)).map((row) => row.value);
const laws = () =>
  queryRows(
    db,
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  );

test("the sample at size has its amounts, every kind of thing, and the laws of every table", async () => {
  const before = await laws();
  expect(await fillLarge(ctx, scale)).toBe(true);
  expect(await laws()).toEqual(before);

  expect(await count(sql`leads`)).toBe(8000);
  expect(await count(sql`codes`)).toBeGreaterThan(7980);
  expect(await count(sql`codes`)).toBeLessThanOrEqual(8000);
  expect(await count(sql`claims`)).toBeGreaterThan(3500);
  expect(await count(sql`deliveries`)).toBeGreaterThan(200);
  expect(await each(sql`type as value from codes`)).toEqual([...codeTypes].sort());
  expect(
    await each(sql`${codeStatusSql} as value from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id`),
  ).toEqual([...codeStatuses].sort());
  expect(await each(sql`source as value from leads`)).toEqual([...sources].sort());
  expect(await count(sql`leads where on_waitlist`)).toBeGreaterThan(1000);
  expect(await count(sql`leads where firstname ~ '[\u0600-\u06ff]'`)).toBeGreaterThan(50);
  expect(await count(sql`leads where length(lastname) > 30`)).toBeGreaterThan(5);
  // Everybody's address is one that no mail reaches.
  expect(await count(sql`leads where email !~ '@([a-z]+\\.)?example\\.(org|com|net)$'`)).toBe(0);
});

test("what the sample at size counts and keeps beside is true", async () => {
  const none = async (of: ReturnType<typeof sql>) => expect(await count(of)).toBe(0);
  await none(sql`codes c where claims <> (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key)`);
  await none(
    sql`batches b where (code_count, total_allowed_claims) <> (select count(*), sum(allowed_claims) from codes c where c.project_id = b.project_id and c.batch_id = b.id)`,
  );
  await none(sql`batches where amount <> codes`);
  await none(sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key where k.batch_id <> c.batch_id`);
  await none(sql`leads l where has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`);
  await none(sql`leads where has_claimed and on_waitlist`);
  await none(sql`leads l where invited_at is distinct from (
    select max(d.created_at) from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
    where d.project_id = l.project_id and d.email = l.email and s.kind = 'invitation')`);
  await none(
    sql`sends s where (received, notified) <> (select count(*)::int, count(*)::int from deliveries d where d.project_id = s.project_id and d.send_id = s.id)`,
  );
  await none(sql`codes c where key <> replace(text, '-', '')`);
});

test("the past of the sample at size is in order", async () => {
  const none = async (of: ReturnType<typeof sql>) => expect(await count(of)).toBe(0);
  await none(sql`leads where created_at > now() or created_at < now() - interval '401 days'`);
  await none(sql`leads a join leads b on b.project_id = a.project_id and b.email = a.referred_by where a.created_at < b.created_at`);
  await none(sql`claims k join leads l using (project_id, email) where k.claimed_at < l.created_at or k.claimed_at > now()`);
  await none(
    sql`claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
      where k.claimed_at < c.created_at or k.claimed_at < c.valid_from or k.claimed_at > c.valid_until or c.reserved_for <> k.email`,
  );
  await none(sql`deliveries d join leads l using (project_id, email) where d.created_at < l.created_at`);
  for (const table of ["batches", "sends"]) {
    await none(
      sql`(select created_at, lag(created_at) over (order by id) as before from ${sql.identifier(table)}) as t where created_at < before`,
    );
  }
  await none(
    sql`(select at, lag(at) over (order by id) as before from events where kind <> 'key.created') as t where at < before - interval '1 second'`,
  );
  expect(await count(sql`events where kind = 'code.claimed'`)).toBe(await count(sql`claims`));
});

test("a project that holds it is left alone", async () => {
  const before = await fingerprintDatabase(db);
  expect(await fillLarge(ctx, scale)).toBe(false);
  expect(await fingerprintDatabase(db)).toEqual(before);
});
