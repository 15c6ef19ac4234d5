import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeStatuses, codeTypes } from "@/contract/codes";
import { countCap } from "@/contract/endpoint";
import { sources } from "@/contract/sources";
import { rows } from "@/db/rows";
import { fillAdversely, readBy } from "@/tests/harness/adverse";
import { aWorld } from "@/tests/harness/world";
import { counting as countBatches, page as pageOfBatches } from "./batches/page";
import { counting as countClaims, page as pageOfClaims } from "./claims/page";
import type { CodeFilter } from "./codes/filter";
import { counting as countCodes, page as pageOfCodes } from "./codes/page";
import { counting as countLeads, page as pageOfLeads } from "./leads/page";

const { ctx, db } = await aWorld();
await fillAdversely(ctx);

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
  const { read, wholly } = await readBy(db, statement);
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
  ...[{ endsBefore: ago(0) }, { endsBefore: ago(-40) }, { since: ago(96.5) }, { until: ago(99) }],
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
      for (const after of [null, [codesFrom.key]]) await reads(pageOfCodes(ctx, "code", { filter, down, after, limit }), 35_000);
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
    ...[{ waitlist: true, claimed: false, invited: false }, { referredBy: "first@example.org" }],
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
  test.each(
    named([
      { q: "a" },
      { q: "abc" },
      { q: "0123" },
      { q: "nobody at all" },
      { q: "example" },
      { q: manyClaims.slice(0, 4) },
      { q: "zz", code: manyClaims },
    ]),
  )("%s is found", async (_, filter) => {
    for (const down of [true, false]) await reads(pageOfClaims(ctx, { filter, down, after: null, limit }), 20_000);
    await reads(countClaims(ctx, filter, countCap + 1), 70_000);
  });
});

describe("of 1,000 batches", () => {
  const filters = [{}, { type: "numeric" as const }, { paused: true }, { paused: false }, { q: "Large" }, { q: "small 999" }];
  test.each(named(filters))("%s is read in either order", async (_, filter) => {
    for (const sort of ["created", "name"] as const)
      for (const down of [true, false]) await reads(pageOfBatches(ctx, { filter, sort, down, after: null, limit }), 8000);
    await reads(countBatches(ctx, filter, countCap + 1), 6000);
  });
});

test("what is looked for at the end of these lists is found", async () => {
  const found = async (statement: SQL) => (await readBy(db, statement)).rows;
  expect(await found(pageOfCodes(ctx, "created", { filter: { status: "active" }, down: true, after: null, limit }))).toBe(limit);
  expect(await found(pageOfLeads(ctx, { filter: { source: "staff", invited: true }, sort: "email", down: true, after: null, limit }))).toBe(
    3,
  );
  expect(await found(pageOfLeads(ctx, { filter: { q: "ωmega" }, sort: "created", down: true, after: null, limit }))).toBe(30);
  expect(await found(pageOfClaims(ctx, { filter: { source: "staff" }, down: true, after: null, limit }))).toBe(limit);
});
