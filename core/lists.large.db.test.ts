import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeStatuses, codeTypes } from "@/contract/codes";
import { countCap } from "@/contract/endpoint";
import { sources } from "@/contract/sources";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { restore, setAside } from "@/scripts/demo/large/aside";
import { aWorld } from "@/tests/harness/world";
import { counting as countBatches, page as pageOfBatches } from "./batches/page";
import { counting as countClaims, page as pageOfClaims } from "./claims/page";
import type { CodeFilter } from "./codes/filter";
import { counting as countCodes, page as pageOfCodes } from "./codes/page";
import { counting as countLeads, page as pageOfLeads } from "./leads/page";

/*
 * What a list is asked for lies where a walk in its order comes last: the newest codes are expired, used up, paused, reserved or ahead of
 * their start, and what is active, or of a rare type, is the oldest; those who wait were the first to come.
 */
const { ctx, db } = await aWorld();
const { projectId } = ctx;

type Made = { amount: number; type: string; from?: string; until?: string; paused?: boolean; used?: boolean; reserved?: boolean };
const large: Made[] = [
  { amount: 20_000, type: "numeric" },
  { amount: 20_000, type: "creative", from: "1 day" },
  { amount: 30_000, type: "creative", used: true },
  { amount: 20_000, type: "creative", paused: true },
  { amount: 30_000, type: "creative", until: "30 days", reserved: true },
  { amount: 50_000, type: "creative", until: "-1 day" },
];
const small = 5000;
const id = (age: SQL | string) => sql`uuidv7(${typeof age === "string" ? sql`interval '${sql.raw(age)}'` : age})`;

async function makeCodes(db: Database): Promise<void> {
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, codes, uses, created_at)
    select ${projectId}, ${id(sql`make_interval(mins => n - 2000000)`)}, 'Small ' || n, 'creative', 2, 1, 2, 2, now() + make_interval(mins => n - 2000000)
    from generate_series(1, ${small}::int) as n`);
  for (const [n, batch] of large.entries())
    await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, codes, uses, created_at)
      select ${projectId}, ${id(`-${100 - n} days`)}, ${`Large ${n}`}, ${batch.type}, ${batch.amount}, 1, now() + ${batch.from ?? null}::interval, now() + ${batch.until ?? null}::interval,
        case when ${batch.paused ?? false} then now() end, ${batch.amount}, ${batch.amount}, now() - make_interval(days => ${100 - n})`);
  // Of the expired, some were extended by themselves, and of all a few are paused.
  await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, position, created_at)
    select project_id, replace(text, '-', ''), text, type, 1, (used and n % 100 > 0)::int, valid_from, case when n % 500 = 0 then valid_until + interval '20 days' else valid_until end,
      case when reserved then 'lead' || n || '@example.org' end, case when n % 5000 = 0 then now() end, id, n, created_at
    from (select b.*, n, case when b.type = 'numeric' then lpad(n::text, 6, '0') else substr(md5(b.id::text || n), 1, 6) || '-' || translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop') end as text,
        b.name = 'Large 2' as used, b.name = 'Large 4' as reserved
      from batches b, generate_series(1, b.amount) as n) as made
    on conflict do nothing`);
}

const leads = 150_000;

async function makeLeads(db: Database): Promise<void> {
  // The first 20,000 wait; those a hundred apart among them were invited; 30,000 were sent by the first of all; the newest have all claimed.
  await db.execute(sql`insert into leads (project_id, email, firstname, lastname, on_waitlist, has_claimed, invited_at, source, referral_code, referred_by, created_at)
    select ${projectId}, case when n = 1 then 'first@example.org' else substr(md5(n::text), 1, 8) || n || '@example.org' end,
      case when n % 5000 = 0 then 'Ωmega' when n % 7 = 0 then 'فاطمة' else 'Ada' end, 'Lovelace', n <= 20000, n > 20000, case when n <= 20000 and n % 100 = 0 then now() end,
      case when n <= 300 then 'staff' when n <= 20000 then 'import' else 'widget' end, lpad(n::text, 8, '0'),
      case when n between 50000 and 80000 then 'first@example.org' end, now() + make_interval(secs => n - ${leads}::int)
    from generate_series(1, ${leads}::int) as n`);
}

async function makeClaims(db: Database): Promise<void> {
  // The newest are all of one code and from one place; what others there are, are the oldest.
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select l.project_id, c.key, l.email, c.batch_id, case when l.place < 200 then 'staff' else 'widget' end, l.created_at
    from (select *, row_number() over (order by created_at) as place from leads where has_claimed) as l
    join (select key, batch_id, row_number() over (order by key) as place from codes where claims > 0) as c on c.place = least(l.place, 20000)`);
}

await db.transaction(async (tx) => {
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '256MB', true), set_config('work_mem', '64MB', true)`,
  );
  const aside = await setAside(tx, ["codes", "leads", "claims"]);
  for (const make of [makeCodes, makeLeads, makeClaims]) await make(tx);
  await restore(tx, aside);
});
await db.execute(sql`vacuum analyze`);

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** The rows that a statement read from tables and indexes, and which tables it read from end to end. */
async function readBy(statement: SQL): Promise<{ read: number; wholly: string[]; rows: number }> {
  const [found] = await rows<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    db,
    sql`explain (analyze, costs off, timing off, summary off, buffers off, format json) ${statement}`,
  );
  const plan = found?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("There is no plan");
  let read = 0;
  const wholly: string[] = [];
  const visit = (node: Plan) => {
    const { "Relation Name": table, "Actual Loops": loops } = node;
    if (table && loops > 0) {
      read += (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * loops;
      if (node["Node Type"] === "Seq Scan") wholly.push(table);
    }
    for (const below of node.Plans ?? []) visit(below);
  };
  visit(plan);
  return { read, wholly, rows: plan["Actual Rows"] };
}

const limit = 51;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const idOf = async (name: string) => (await rows<{ id: string }>(db, sql`select id from batches where name = ${name}`))[0]?.id ?? "";
const [expired, paused] = [await idOf("Large 5"), await idOf("Large 3")];
const [codesFrom] = await rows<{ batch_id: string; position: number; key: string; valid_until: string }>(
  db,
  sql`select c.* from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where b.name = 'Large 4' and c.position = 10001`,
);
const [leadsFrom] = await rows<{ created_at: string; email: string }>(
  db,
  sql`select created_at, email from leads where referral_code = '00100000'`,
);
const [claimsFrom] = await rows<{ claimed_at: string; code_key: string; email: string }>(
  db,
  sql`select * from claims order by claimed_at offset 50000 limit 1`,
);
if (!codesFrom || !leadsFrom || !claimsFrom) throw new Error("The lists are not as expected");
const manyClaims = claimsFrom.code_key;

const named = <T>(list: readonly T[]) => list.map((each) => [JSON.stringify(each), each] as const);

async function reads(statement: SQL, most: number): Promise<void> {
  const { read, wholly } = await readBy(statement);
  expect(wholly).toEqual([]);
  expect(read).toBeLessThan(most);
}

const codeFilters: CodeFilter[] = [
  {},
  ...codeStatuses.map((status) => ({ status })),
  ...codeTypes.map((type) => ({ type })),
  ...([
    { type: "numeric", status: "active" },
    { type: "alphanumeric", usesLeft: true },
    { status: "active", reserved: false },
  ] as const),
  ...[{ reserved: true }, { reserved: false }, { usesLeft: true }, { usesLeft: false }, { reservedFor: "lead7@example.org" }],
  ...([
    { batch: expired },
    { batch: expired, status: "active" },
    { batch: expired, status: "paused" },
    { batch: paused, status: "paused" },
  ] as const),
  ...[{ endsBefore: ago(0) }, { endsBefore: ago(-40) }, { since: ago(96) }, { until: ago(99) }],
];
const codeSearches: CodeFilter[] = [
  { q: "0" },
  { q: "12" },
  { q: "000123" },
  { q: "abc" },
  { q: "h" },
  { q: "zzzz" },
  { q: "a", status: "active" },
];

describe("of 170,000 codes", () => {
  test.each(named(codeFilters))("%s is read in every order, from the top, far down and as a count", async (_, filter) => {
    for (const down of [true, false]) {
      const made = [codesFrom.batch_id, String(codesFrom.position)];
      for (const after of [null, made]) await reads(pageOfCodes(ctx, "created", { filter, down, after, limit }), 4000);
      for (const after of [null, [codesFrom.key]]) await reads(pageOfCodes(ctx, "code", { filter, down, after, limit }), 25_000);
      for (const after of [null, [codesFrom.valid_until, ...made], ["", ...made]])
        await reads(pageOfCodes(ctx, "validUntil", { filter, down, after, limit }), 8000);
    }
    await reads(countCodes(ctx, filter, countCap + 1), 3 * countCap);
  });
  test.each(named(codeSearches))("%s is found in every order", async (_, filter) => {
    for (const sort of ["created", "code", "validUntil"] as const)
      for (const down of [true, false]) await reads(pageOfCodes(ctx, sort, { filter, down, after: null, limit }), 40_000);
    await reads(countCodes(ctx, filter, countCap + 1), 3 * countCap);
  });
});

describe("of 150,000 leads", () => {
  const filters = [
    {},
    ...[true, false].flatMap((is) => [{ waitlist: is }, { claimed: is }, { invited: is }, { referred: is }]),
    ...sources.map((source) => ({ source })),
    ...[
      { waitlist: true, claimed: false, invited: false },
      { referredBy: "first@example.org" },
      { referredBy: "first@example.org", waitlist: true },
    ],
    ...[{ since: ago(0.01) }, { until: ago(1) }, { source: "staff" as const, invited: true }],
  ];
  test.each(named(filters))("%s is read in either order, from the top, far down and as a count", async (_, filter) => {
    for (const down of [true, false]) {
      for (const after of [null, [leadsFrom.created_at, leadsFrom.email]])
        await reads(pageOfLeads(ctx, { filter, sort: "created", down, after, limit }), 4500);
      for (const after of [null, [leadsFrom.email]]) await reads(pageOfLeads(ctx, { filter, sort: "email", down, after, limit }), 12_000);
    }
    await reads(countLeads(ctx, filter, countCap + 1), 2 * countCap);
  });
  const searches = ["ada", "example", "fatima", "فاطمة", "ωmega", "ωm", "ab", "a", "abc", "nobody at all", "0123", "12345@example"];
  test.each(named(searches.flatMap((q) => [{ q }, { q, waitlist: true }])))("%s is found", async (_, filter) => {
    for (const sort of ["created", "email"] as const)
      for (const down of [true, false]) await reads(pageOfLeads(ctx, { filter, sort, down, after: null, limit }), 60_000);
    await reads(countLeads(ctx, filter, countCap + 1), 70_000);
  });
});

describe("of 130,000 claims", () => {
  const filters = [
    {},
    ...sources.map((source) => ({ source })),
    ...[{ code: manyClaims }, { code: "nothere" }, { email: claimsFrom.email }, { code: manyClaims, email: claimsFrom.email }],
    ...[{ batch: expired }, { code: manyClaims, source: "staff" as const }, { source: "widget" as const, until: ago(1) }],
    ...[{ since: ago(0.01) }, { until: ago(1.5) }],
  ];
  test.each(named(filters))("%s is read in either direction, from the top, far down and as a count", async (_, filter) => {
    for (const down of [true, false])
      for (const after of [null, [claimsFrom.claimed_at, claimsFrom.code_key, claimsFrom.email]])
        await reads(pageOfClaims(ctx, { filter, down, after, limit }), 2500);
    await reads(countClaims(ctx, filter, countCap + 1), 3 * countCap);
  });
  test.each(named([{ q: "a" }, { q: "abc" }, { q: "0123" }, { q: "nobody at all" }, { q: "example" }, { q: "zz", code: manyClaims }]))(
    "%s is found",
    async (_, filter) => {
      for (const down of [true, false]) await reads(pageOfClaims(ctx, { filter, down, after: null, limit }), 20_000);
      await reads(countClaims(ctx, filter, countCap + 1), 70_000);
    },
  );
});

describe("of 5,000 batches", () => {
  const filters = [{}, { type: "numeric" as const }, { paused: true }, { paused: false }, { q: "Large" }, { q: "small 4999" }, { q: "ö" }];
  test.each(named(filters))("%s is read in either order", async (_, filter) => {
    for (const sort of ["created", "name"] as const)
      for (const down of [true, false]) await reads(pageOfBatches(ctx, { filter, sort, down, after: null, limit }), 8000);
    await reads(countBatches(ctx, filter, countCap + 1), 6000);
  });
});

test("what is looked for at the end of these lists is found", async () => {
  const found = async (statement: SQL) => (await readBy(statement)).rows;
  expect(await found(pageOfCodes(ctx, "created", { filter: { status: "active" }, down: true, after: null, limit }))).toBe(limit);
  expect(await found(pageOfLeads(ctx, { filter: { source: "staff", invited: true }, sort: "email", down: true, after: null, limit }))).toBe(
    3,
  );
  expect(await found(pageOfLeads(ctx, { filter: { q: "ωmega" }, sort: "created", down: true, after: null, limit }))).toBe(30);
  expect(await found(pageOfClaims(ctx, { filter: { source: "staff" }, down: true, after: null, limit }))).toBe(limit);
});
