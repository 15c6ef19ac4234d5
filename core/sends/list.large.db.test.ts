import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryStatuses } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { vacuum } from "@/tests/harness/vacuum";
import { timelineDeliveriesQuery, timelineEventsQuery } from "../leads/timeline";
import { afterCursor } from "../sort-order";
import { countQuery } from "../sql";
import { byEmail, deliveryConditions, newestFirst, selectDeliveries } from "./deliveries";
import { takeDeliveriesQuery } from "./delivery-attempts";
import { listSends, type SendsQuery, selectSends, sendConditions, sendOrder } from "./list";

const { ctx, db } = await createTestApp();
const { projectId } = ctx;

const leadCount = 20_000;
const singleSendCount = 20_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
/** A send id created that many days ago. */
const idAt = (days: SQL | number): SQL => sql`uuidv7(make_interval(days => -(${days})::int))`;

// The rows to find are far from the beginning of the lists: failed and queued deliveries are in the oldest sends, and invitations are old.
await db.transaction(async (tx) => {
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('session_replication_role', 'replica', true)`);
  await tx.execute(sql`drop index leads_search_trgm_idx`);
  await tx.execute(sql`insert into leads (project_id, email, referral_code)
    select ${projectId}, 'lead' || n || '@example.org', 'r' || n from generate_series(1, ${leadCount}::int) as n`);
  for (const [name, days] of [
    ["oldest", 400],
    ["middle", 200],
    ["newest", 1],
  ] as const)
    await tx.execute(sql`insert into sends (project_id, id, kind, code_key, code_text, received, notified, created_at)
      values (${projectId}, ${idAt(days)}, 'code', ${name}, ${name}, ${leadCount}, ${leadCount}, now() - make_interval(days => ${days}))`);
  await tx.execute(sql`insert into sends (project_id, id, kind, code_key, code_text, received, notified, created_at)
    select ${projectId}, ${idAt(sql`2 + n % 300`)}, 'code', 'single' || n, 'single' || n, 1, 1, now() - make_interval(days => 2 + n % 300)
    from generate_series(1, ${singleSendCount}::int) as n`);
  await tx.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
    select ${projectId}, uuidv7(), 'invitation ' || n, 'creative', 2000, 1, 2000, 2000 from generate_series(1, 5) as n`);
  await tx.execute(sql`insert into sends (project_id, id, kind, batch_id, received, notified, created_at)
    select ${projectId}, ${idAt(350)}, 'invitation', id, 2000, 2000, now() - interval '350 days' from batches where amount = 2000`);
  await tx.execute(sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, status, created_at)
    select s.project_id, gen_random_uuid(), s.id, 'lead' || n || '@example.org', coalesce(s.code_key, 'personal' || s.batch_id || n), 'x',
      case when s.code_key is distinct from 'oldest' then 'sent' when n <= 300 then 'failed' when n <= 500 then 'queued' else 'saved_to_file' end, s.created_at
    from sends s, generate_series(1, case s.notified when 1 then 1 else s.notified end) as n`);
  // Single sends go to different leads, and one lead got a thousand.
  await tx.execute(sql`update deliveries d set email = case when substr(code_key, 7)::int <= 1000 then 'lead7' else 'lead' || substr(code_key, 7) end || '@example.org'
    where code_key like 'single%'`);
  await tx.execute(sql`insert into events (project_id, id, kind, at, actor_kind, email)
    select ${projectId}, uuidv7(), 'lead.updated', now(), 'staff', 'lead' || n % 5000 || '@example.org' from generate_series(1, 20000) as n`);
});
await vacuum(db, ["leads", "sends", "deliveries", "events"]);

const [oldest] = await queryRows<{ id: string }>(db, sql`select id from sends where code_key = 'oldest'`);
const [invitation] = await queryRows<{ id: string; batch_id: string; key: string }>(
  db,
  sql`select s.id, s.batch_id, (select min(code_key) from deliveries d where d.send_id = s.id) as key from sends s where kind = 'invitation' limit 1`,
);
const send = oldest?.id ?? "";

/** Returns how many pages a statement reads, and its plan. Fails on a sequential scan unless `allowSeqScan` is set. */
async function measureReads(statement: SQL, allowSeqScan: boolean): Promise<{ blocks: number; plan: string }> {
  const [row] = await queryRows<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }>(
    db,
    sql`explain (analyze, buffers, format json) ${statement}`,
  );
  const root = row?.["QUERY PLAN"][0].Plan ?? {};
  const plan = JSON.stringify(
    root,
    [
      "Node Type",
      "Relation Name",
      "Index Name",
      "Index Cond",
      "Filter",
      "Actual Rows",
      "Actual Loops",
      "Rows Removed by Filter",
      "Heap Fetches",
      "Shared Hit Blocks",
      "Plans",
    ],
    1,
  );
  if (!allowSeqScan) expect(plan).not.toMatch(/"Seq Scan",\s*"Relation Name": "(sends|deliveries|leads|events|codes)"/);
  return { blocks: Number(root["Shared Hit Blocks"]) + Number(root["Shared Read Blocks"]), plan };
}

async function expectReadsBelow(maxBlocks: number, statement: SQL, { allowSeqScan = false } = {}): Promise<void> {
  const { blocks, plan } = await measureReads(statement, allowSeqScan);
  expect(blocks, plan).toBeLessThan(maxBlocks);
}

const filters: SendsQuery[] = [
  {},
  { code: "oldest" },
  { code: "single777" },
  { code: invitation?.key },
  { email: "lead7@example.org" },
  { email: "lead12345@example.org" },
  { batch: invitation?.batch_id },
  ...([{ kind: "code" }, { kind: "invitation" }] as const),
  ...[{ completed: true }, { completed: false }, { failed: true }, { failed: false }],
  ...[{ since: daysAgo(3) }, { until: daysAgo(300) }, { since: daysAgo(201), until: daysAgo(199), completed: true }],
  { failed: true, kind: "invitation" },
  { completed: false, email: "lead400@example.org" },
];

describe.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))("listing sends with %s", (_, filter) => {
  const conditions = sendConditions(ctx, filter);
  test.each([true, false])("reads the first page and a far page from an index, descending: %s", async (descending) => {
    const order = sendOrder(descending);
    const farConditions = [
      ...conditions,
      ...afterCursor(order, [descending ? "00000000-0000-7000-8000-000000000000" : "ffffffff-ffff-7000-8000-000000000000"]),
    ];
    await expectReadsBelow(5000, selectSends(conditions, order, 51));
    await expectReadsBelow(5000, selectSends(farConditions, order, 51));
  });

  test("reads little more than it counts for a capped count", async () => {
    // If nearly all sends match, a sequential scan is fine for the first ten thousand.
    await expectReadsBelow(45_000, countQuery(sql`sends s`, conditions, 10_001), { allowSeqScan: filter.kind === "code" });
  });
});

const sendFilters = [
  {},
  ...deliveryStatuses.map((status) => ({ status })),
  { q: "lead19999" },
  { q: "example" },
  { status: "failed", q: "lead29" } as const,
];
test.each(sendFilters.map((filter) => [JSON.stringify(filter), filter] as const))(
  "the deliveries of a send with %s are listed from an index",
  async (_, filter) => {
    const conditions = deliveryConditions(ctx, { ...filter, send });
    await expectReadsBelow(1000, selectDeliveries(conditions, byEmail, 51));
    await expectReadsBelow(1000, selectDeliveries([...conditions, ...afterCursor(byEmail, ["lead9"])], byEmail, 51));
    await expectReadsBelow(1000, countQuery(sql`deliveries d`, conditions, 10_001));
  },
);

const deliveryFilters = [
  ...[{}, ...deliveryStatuses.map((status) => ({ status }))],
  ...[{ code: "oldest" }, { code: "single777" }, { code: invitation?.key }, { email: "lead7@example.org" }],
  ...([
    { code: "oldest", email: "lead7@example.org" },
    { status: "failed", email: "lead7@example.org" },
  ] as const),
];
test.each(deliveryFilters.map((filter) => [JSON.stringify(filter), filter] as const))(
  "the deliveries of all sends with %s are listed from an index",
  async (_, filter) => {
    const conditions = deliveryConditions(ctx, filter);
    await expectReadsBelow(1500, selectDeliveries(conditions, newestFirst, 51));
    await expectReadsBelow(1500, selectDeliveries([...conditions, ...afterCursor(newestFirst, [send, "lead2"])], newestFirst, 51));
    await expectReadsBelow(1500, countQuery(sql`deliveries d`, conditions, 10_001));
  },
);

test("the deliveries of a code in one status are listed by reading only those of the code", async () => {
  await expectReadsBelow(25_000, selectDeliveries(deliveryConditions(ctx, { code: "oldest", status: "failed" }), newestFirst, 51));
});

test("the deliveries of a job are found by id, however many are queued", async () => {
  const ids = await queryRows<{ id: string }>(db, sql`select id from deliveries where status = 'queued' limit 50`);
  const job = { projectId, attempt: 1, deliveryIds: ids.map(({ id }) => id) };
  const plan = JSON.stringify(await queryRows(db, sql`explain ${takeDeliveriesQuery(ctx, job)}`));
  expect(plan).toContain("deliveries_pkey");
  expect(plan).not.toContain("deliveries_by_status_idx");
});

test("a lead's timeline reads only their own rows", async () => {
  const of = (alias: string) => [sql`${sql.raw(alias)}.project_id = ${projectId}`, sql`${sql.raw(alias)}.email = 'lead7@example.org'`];
  await expectReadsBelow(200, timelineDeliveriesQuery(of("d"), null, 51));
  await expectReadsBelow(200, timelineDeliveriesQuery(of("d"), [daysAgo(100), send], 51));
  await expectReadsBelow(200, timelineEventsQuery(of("e"), null, 51));
  await expectReadsBelow(200, timelineEventsQuery(of("e"), [daysAgo(0), send], 51));
});

test("the filters of sends find exactly those that match", async () => {
  const total = async (query: SendsQuery) => (await collectAll(listSends(ctx, query))).length;
  expect(await total({ failed: true })).toBe(1);
  expect(await total({ completed: false })).toBe(1);
  expect(await total({ kind: "invitation" })).toBe(5);
  expect(await total({ email: "lead7@example.org" })).toBe(3 + 5 + 1000);
  expect(await total({ code: invitation?.key })).toBe(1);
  expect(await total({ completed: true, kind: "code", since: daysAgo(3) })).toBe(
    1 + (await total({ since: daysAgo(3), until: daysAgo(1.5) })),
  );
  const [first] = await collectAll(listSends(ctx, { code: "oldest" }));
  expect(first).toMatchObject({ deliveries: { failed: 300, queued: 200, saved_to_file: 19_500, sent: 0 }, completed: false });
});
