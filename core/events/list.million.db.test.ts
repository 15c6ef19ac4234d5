import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { countCap } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { claimByNewLead } from "@/db/schema";
import { minIdAt } from "@/lib/ids";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { countRows } from "../sql";
import { countEvents, eventConditions, type ListEventsQuery, listEvents, selectEvents } from "./list";
import { isClaimByNewLead } from "./stored-events";

const { ctx, db } = await createTestApp();

// The events of the first start are newer than most of the others.
await db.execute(sql`delete from events`);

const amount = size(200_000, 1_000_000);
/** The events of 347 days, the last one now. */
const timeAgo = sql`make_interval(secs => (n - ${amount}::int) * ${30_000_000 / amount}::int)`;
const server = "00000000-0000-7000-8000-000000000001";
const page = "00000000-0000-7000-8000-000000000002";
const grace = "00000000-0000-7000-8000-000000000003";

const listIndexes = (name: string) =>
  queryRows<{ name: string; definition: string }>(
    db,
    sql`select indexname as name, indexdef as definition from pg_indexes where tablename = ${name}`,
  );

// Creating the indexes after inserting the rows is much faster.
const indexes = (await listIndexes("events")).filter(({ name }) => !name.endsWith("_pkey"));
await db.transaction(async (tx) => {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
  await tx.execute(sql`alter table events set unlogged`);
  await tx.execute(sql`alter table events drop constraint events_pkey`);
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  // The server claims codes, some for new leads, and the page creates leads. No event belongs to both.
  await tx.execute(sql`insert into events (project_id, id, kind, at, actor_kind, actor_id, code_key, code_text, email)
    select ${ctx.projectId}, uuidv7(${timeAgo}), kind, now() + ${timeAgo}, by, actor,
      case when kind <> 'lead.created' then 'code' || n / 100 end, case when kind <> 'lead.created' then 'code' || n / 100 end,
      case when kind <> 'code.sent' then 'lead' || n / 10 || '@example.org' end
    from generate_series(1, ${amount}::int) as n, lateral (values
      (n % 50 = 0, 'code.sent', 'staff', ${grace}), (n % 2 = 0, 'lead.created', 'public_key', ${page}), (n % 10 <> 5, 'code.claimed', 'secret_key', ${server}), (n % 10 = 5, ${claimByNewLead}, 'secret_key', ${server})
    ) as event_source (matches, kind, by, actor) where matches and (by <> 'public_key' or n % 50 <> 0) and (by <> 'secret_key' or n % 2 <> 0)`);
  await tx.execute(sql`alter table events add constraint events_pkey primary key (project_id, id)`);
  for (const { definition } of indexes) await tx.execute(sql.raw(definition));
});
await db.execute(sql`vacuum analyze events`);

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
const aDay = { since: daysAgo(200), until: daysAgo(199) };

const filters: ListEventsQuery[] = [
  {},
  ...([{ kind: ["code.sent"] }, { kind: ["code.claimed"] }, { kind: ["key.revoked"] }] as const),
  ...([{ kind: ["code.sent", "lead.created"] }, { kind: ["code.sent", "key.revoked", "lead.created"], by: "staff" }] as const),
  ...([{ by: "staff" }, { by: "public_key" }, { by: "system" }] as const),
  ...[{ actor: grace }, { actor: page }, { actor: "00000000-0000-7000-8000-000000000009" }],
  ...[{ since: daysAgo(1) }, { until: daysAgo(200) }, aDay],
  ...[{ code: `code${amount / 200}` }, { email: `lead${amount / 200}@example.org` }],
  ...([
    { kind: ["code.sent"], by: "staff" },
    { kind: ["lead.created"], by: "secret_key" },
    { kind: ["code.claimed"], by: "staff" },
  ] as const),
  ...([
    { kind: ["code.sent"], actor: grace },
    { kind: ["key.revoked"], actor: page },
    { by: "staff", actor: grace },
  ] as const),
  ...([
    { ...aDay, kind: ["code.sent"] },
    { ...aDay, by: "staff" },
    { ...aDay, actor: page },
    { ...aDay, kind: ["lead.created"], by: "secret_key" },
  ] as const),
  ...([
    { ...aDay, code: `code${amount / 200}` },
    { since: daysAgo(1), by: "system" },
  ] as const),
  ...([
    { code: `code${amount / 200}`, kind: ["code.sent"] },
    { code: `code${amount / 200}`, by: "staff" },
    { email: `lead${amount / 200}@example.org`, actor: page },
  ] as const),
];

describe.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(`${amount} events, filtered by %s`, (_, filter) => {
  const conditions = eventConditions(ctx, filter);
  const page = (sign: "<" | ">", days: number) =>
    selectEvents({
      conditions: [...conditions, sql`e.id ${sql.raw(sign)} ${minIdAt(Date.parse(daysAgo(days)))}::uuid`],
      filter,
      descending: sign === "<",
      limit: 51,
    });
  test.each([
    // Four ranges with the events of a code.
    ["a page", selectEvents({ conditions, filter, limit: 51 }), 4 * 52 + 1],
    ["a page far down", page("<", 250), 4 * 52 + 1],
    ["the oldest events", page(">", 500), 4 * 52 + 1],
    ["the next events in their order", page(">", 150), 4 * 52 + 1],
    ["the capped count", countEvents({ conditions, filter }, countCap + 1), 2 * countCap],
  ])("reads %s from an index, and few more rows than it returns", async (_, statement, maxRows) => {
    const plan = await queryRows<{ "QUERY PLAN": string }>(
      db,
      sql`explain (analyze, costs off, timing off, summary off, buffers off) ${statement}`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).not.toMatch(/Seq Scan|Bitmap/);
    // A claim by a new lead is read as two events.
    for (const [, rows] of text.matchAll(/Sort \(.*?-> .*?rows=([\d.]+)/gs)) expect(Number(rows), text).toBeLessThanOrEqual(2 * 51);
    expect(
      [...text.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0),
      text,
    ).toBeLessThan(maxRows);
  });
});

test("a capped count is marked, and other counts are exact", async () => {
  const getTotal = async (query: ListEventsQuery) => {
    const response = await listEvents(ctx, { limit: 1, ...query });
    return "page" in response ? response.total : null;
  };
  expect(await getTotal({ count: "capped" })).toBe("10000+");
  const claimsByNewLeads = await countRows(db, sql`events`, [
    isClaimByNewLead(sql`kind`),
    sql`at >= ${aDay.since}::timestamptz`,
    sql`at < ${aDay.until}::timestamptz`,
  ]);
  expect(await getTotal({ count: "capped", ...aDay })).toBe((amount * 86_400) / 30_000_000 + claimsByNewLeads);
  expect(await getTotal({})).toBe(amount + amount / 10);
});
