import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeStatuses, codeTypes, sources } from "@/contract/kinds";
import { countCap } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { createTestApp } from "@/tests/harness/test-app";
import { insertWorstCaseData, measureListReads, measureReads } from "@/tests/harness/worst-case-data";
import { batchCountQuery as countBatches, batchPageQuery as pageOfBatches } from "./batches/page-query";
import { listClaims } from "./claims/list";
import type { ClaimFilter } from "./claims/page-query";
import { type CodeFilter, listCodes } from "./codes/list";
import type { Context } from "./context";
import { type LeadFilter, listLeads } from "./leads/list";
import type { ListResult } from "./pagination";

const { ctx, db } = await createTestApp();
await insertWorstCaseData(ctx);

const limit = 50;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const idOf = async (name: string) => (await queryRows<{ id: string }>(db, sql`select id from batches where name = ${name}`))[0]?.id ?? "";
const [expired, paused] = [await idOf("Large 5"), await idOf("Large 3")];
const [code] = await queryRows<{ batch_id: string; batch_index: number; key: string; valid_until: string }>(
  db,
  sql`select c.* from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where b.name = 'Large 4' and c.batch_index = 10001`,
);
const [lead] = await queryRows<{ created_at: string; email: string }>(
  db,
  sql`select created_at, email from leads where referral_code = '00100000'`,
);
const [claim] = await queryRows<{ claimed_at: string; code_key: string; email: string }>(
  db,
  sql`select * from claims order by claimed_at offset 50000 limit 1`,
);
if (!code || !lead || !claim) throw new Error("The lists are not as expected");
const manyClaims = claim.code_key;
const made = [code.batch_id, String(code.batch_index)];

/** Pages from the top and from these rows on, in both directions. */
const pages = (list: string, rowsOf: string[][]): { order: "desc" | "asc"; cursor?: string }[] =>
  (["desc", "asc"] as const).flatMap((order) => [
    { order },
    ...rowsOf.map((row) => ({ order, cursor: Buffer.from(JSON.stringify([`${list} ${order}`, ...row])).toString("base64url") })),
  ]);

/** Neither a page nor its capped count reads a table from end to end; the page reads no more than `most` rows, and the count so many. */
async function reads(most: number, ask: (ctx: Context) => Promise<ListResult<unknown>>, counted = 3 * countCap): Promise<void> {
  const { page, count } = await measureListReads(ctx, ask);
  expect([...page.fullScans, ...count.fullScans]).toEqual([]);
  expect(page.rowsRead).toBeLessThan(most);
  expect(count.rowsRead).toBeLessThan(counted);
}

const named = <T>(list: readonly T[]) => list.map((each) => [JSON.stringify(each), each] as const);
const count = "capped";

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
  ...([{ batch: expired }, { batch: expired, status: "active" }, { batch: expired, status: "paused" }] as const),
  ...([{ batch: paused, status: "paused" }, { endsBefore: ago(0) }, { endsBefore: ago(-40) }] as const),
  ...[{ since: ago(96.5) }, { until: ago(99) }],
];
const codeSearches: CodeFilter[] = [...["0", "12", "000123", "abc", "h", "zzzz"].map((q) => ({ q })), { q: "a", status: "active" }];

describe("of 170,000 codes", () => {
  test.each(named(codeFilters))("%s is read in every order, from the top and far down, and counted", async (_, filter) => {
    for (const extent of pages("codes created", [made]))
      await reads(4000, (seen) => listCodes(seen, { ...filter, ...extent, limit, count }));
    for (const extent of pages("codes code", [[code.key]]))
      await reads(35_000, (seen) => listCodes(seen, { ...filter, ...extent, sort: "code", limit, count }));
    for (const extent of pages("codes validUntil", [
      [code.valid_until, ...made],
      ["", ...made],
    ]))
      await reads(8000, (seen) => listCodes(seen, { ...filter, ...extent, sort: "validUntil", limit, count }));
  });
  test.each(named(codeSearches))("%s is found in every order", async (_, filter) => {
    for (const sort of ["created", "code", "validUntil"] as const)
      for (const extent of pages("", [])) await reads(40_000, (seen) => listCodes(seen, { ...filter, ...extent, sort, limit, count }));
  });
});

describe("of 150,000 leads", () => {
  const filters: LeadFilter[] = [
    {},
    ...[true, false].flatMap((is) => [{ waitlist: is }, { claimed: is }, { invited: is }, { referred: is }]),
    ...sources.map((source) => ({ source })),
    ...[{ waitlist: true, claimed: false, invited: false }, { referredBy: "5first@example.org" }],
    ...[{ since: ago(0.01) }, { until: ago(1) }, { source: "staff" as const, invited: true }],
  ];
  test.each(named(filters))("%s is read in either order, from the top and far down, and counted", async (_, filter) => {
    for (const extent of pages("leads created", [[lead.created_at, lead.email]]))
      await reads(4500, (seen) => listLeads(seen, { ...filter, ...extent, limit, count }));
    for (const extent of pages("leads email", [[lead.email]]))
      await reads(12_000, (seen) => listLeads(seen, { ...filter, ...extent, sort: "email", limit, count }));
  });
  const searches = ["ada", "example", "fatima", "فاطمة", "ωmega", "ωm", "ab", "a", "abc", "nobody at all", "0123", "12345@example"];
  test.each(named(searches.flatMap((q) => [{ q }, { q, waitlist: true }])))("%s is found", async (_, filter) => {
    for (const sort of ["created", "email"] as const)
      for (const extent of pages("", []))
        await reads(60_000, (seen) => listLeads(seen, { ...filter, ...extent, sort, limit, count }), 70_000);
  });
});

describe("of 130,000 claims", () => {
  const filters: ClaimFilter[] = [
    {},
    ...sources.map((source) => ({ source })),
    ...[{ code: manyClaims }, { code: "nothere" }, { email: claim.email }, { code: manyClaims, email: claim.email }],
    ...[{ batch: expired }, { code: manyClaims, source: "staff" as const }, { source: "widget" as const, until: ago(1) }],
    ...[{ since: ago(0.01) }, { until: ago(1.5) }],
  ];
  test.each(named(filters))("%s is read in either direction, from the top and far down, and counted", async (_, filter) => {
    for (const extent of pages("claims", [[claim.claimed_at, claim.code_key, claim.email]]))
      await reads(2500, (seen) => listClaims(seen, { ...filter, ...extent, limit, count }));
  });
  const searches = ["a", "abc", "0123", "nobody at all", "example", manyClaims.slice(0, 4)];
  test.each(named([...searches.map((q) => ({ q })), { q: "zz", code: manyClaims }]))("%s is found", async (_, filter) => {
    for (const extent of pages("", [])) await reads(20_000, (seen) => listClaims(seen, { ...filter, ...extent, limit, count }), 70_000);
  });
});

describe("of 1,000 batches", () => {
  const filters = [{}, { type: "numeric" as const }, { paused: true }, { paused: false }, { q: "Large" }, { q: "small 999" }];
  test.each(named(filters))("%s is read in either order", async (_, filter) => {
    const one = async (statement: SQL) =>
      expect(await measureReads(db, statement)).toEqual({ read: expect.toSatisfy((read) => read < 6000), wholly: [] });
    for (const sort of ["created", "name"] as const)
      for (const down of [true, false]) await one(pageOfBatches(ctx, { filter, sort, descending: down, after: null, limit }));
    await one(countBatches(ctx, filter, countCap + 1));
  });
});

test("what lies at the end of these lists is found", async () => {
  const found = async (answer: Promise<ListResult<unknown>>) => {
    const listing = await answer;
    return "page" in listing ? [listing.page.length, listing.total] : [];
  };
  expect(await found(listCodes(ctx, { status: "active", reserved: false, limit, count }))).toEqual([50, "10000+"]);
  expect(await found(listLeads(ctx, { source: "staff", invited: true, sort: "email", limit, count }))).toEqual([3, 3]);
  expect(await found(listLeads(ctx, { q: "ωmega", limit, count }))).toEqual([30, 30]);
  expect(await found(listClaims(ctx, { source: "staff", limit, count }))).toEqual([50, 199]);
});
