import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeStatuses, codeTypes, sources } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import { countCap } from "@/contract/limits";
import { buildStatement, queryRows } from "@/db/query";
import { isHeavy } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { insertWorstCaseData, measureListReads, measureReads } from "@/tests/harness/worst-case-data";
import { batchCountQuery, batchPageQuery } from "./batches/page-query";
import { listClaims } from "./claims/list";
import type { ClaimFilter } from "./claims/page-query";
import { type CodeFilter, listCodes } from "./codes/list";
import type { Context } from "./context";
import { listLeads } from "./leads/list";
import type { ListResult } from "./pagination";

const { ctx, db } = await createTestApp();
await insertWorstCaseData(ctx);

const limit = 50;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const getBatchId = async (name: string) =>
  (await queryRows<{ id: string }>(db, sql`select id from batches where name = ${name}`))[0]?.id ?? "";
const [expiredBatch, pausedBatch] = [await getBatchId("Large 5"), await getBatchId("Large 3")];
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
if (!code || !lead || !claim) throw new Error("The test data is not as expected");
const manyClaims = claim.code_key;
const creationCursor = [code.batch_id, String(code.batch_index)];

/** Pages from the start and after some rows, in both directions. */
const getPages = (list: string, cursorRows: string[][]): { order: "desc" | "asc"; cursor?: string }[] =>
  (["desc", "asc"] as const).flatMap((order) => [
    { order },
    ...cursorRows.map((row) => ({ order, cursor: Buffer.from(JSON.stringify([`${list} ${order}`, ...row])).toString("base64url") })),
  ]);

/** Expects that neither a page nor its capped count scans a full table, and that they read fewer rows than these. */
async function expectReads(
  maxPageRows: number,
  list: (ctx: Context) => Promise<ListResult<unknown>>,
  maxCountRows = 3 * countCap,
): Promise<void> {
  const { page, count } = await measureListReads(ctx, list);
  expect([...page.fullScans, ...count.fullScans]).toEqual([]);
  expect(page.rowsRead).toBeLessThan(maxPageRows);
  expect(count.rowsRead).toBeLessThan(maxCountRows);
}

/** In `npm test`, a quarter of the cases. */
const sampleWithNames = <T>(values: readonly T[]) =>
  values.filter((_, index) => isHeavy || index % 4 === 0).map((value) => [JSON.stringify(value), value] as const);
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
  ...([{ batch: expiredBatch }, { batch: expiredBatch, status: "active" }, { batch: expiredBatch, status: "paused" }] as const),
  ...([{ batch: pausedBatch, status: "paused" }, { endsBefore: daysAgo(0) }, { endsBefore: daysAgo(-40) }] as const),
  ...[{ since: daysAgo(96.5) }, { until: daysAgo(99) }],
];
const codeSearches: CodeFilter[] = [...["0", "12", "000123", "abc", "h", "zzzz"].map((q) => ({ q })), { q: "a", status: "active" }];

describe("170,000 codes", () => {
  test.each(sampleWithNames(codeFilters))("are listed and counted fast by %s in every order, also far down", async (_, filter) => {
    for (const page of getPages("codes created", [creationCursor]))
      await expectReads(4000, (measuredCtx) => listCodes(measuredCtx, { ...filter, ...page, limit, count }));
    for (const page of getPages("codes code", [[code.key]]))
      await expectReads(35_000, (measuredCtx) => listCodes(measuredCtx, { ...filter, ...page, sort: "code", limit, count }));
    for (const page of getPages("codes validUntil", [
      [code.valid_until, ...creationCursor],
      ["", ...creationCursor],
    ]))
      await expectReads(8000, (measuredCtx) => listCodes(measuredCtx, { ...filter, ...page, sort: "validUntil", limit, count }));
  });
  test.each(sampleWithNames(codeSearches))("are searched fast by %s in every order", async (_, filter) => {
    for (const sort of ["created", "code", "validUntil"] as const)
      for (const page of getPages("", []))
        await expectReads(40_000, (measuredCtx) => listCodes(measuredCtx, { ...filter, ...page, sort, limit, count }));
  });
});

describe("150,000 leads", () => {
  const filters: LeadFilter[] = [
    {},
    ...[true, false].flatMap((value) => [{ waitlist: value }, { claimed: value }, { invited: value }, { referred: value }]),
    ...sources.map((source) => ({ source })),
    ...[{ waitlist: true, claimed: false, invited: false }, { referredBy: "5first@example.org" }],
    ...[{ since: daysAgo(0.01) }, { until: daysAgo(1) }, { source: "staff" as const, invited: true }],
  ];
  test.each(sampleWithNames(filters))("are listed and counted fast by %s in both orders, also far down", async (_, filter) => {
    for (const page of getPages("leads created", [[lead.created_at, lead.email]]))
      await expectReads(4500, (measuredCtx) => listLeads(measuredCtx, { ...filter, ...page, limit, count }));
    for (const page of getPages("leads email", [[lead.email]]))
      await expectReads(12_000, (measuredCtx) => listLeads(measuredCtx, { ...filter, ...page, sort: "email", limit, count }));
  });
  const emailFilters: LeadFilter[] = [
    ...[{ sentCode: true }, { sentCode: false }, { lastEmailStatus: "failed" as const }, { lastEmailKind: "joined" as const }],
    ...[{ lastEmailStatus: "sent" as const, claimed: true }, { emailedSince: daysAgo(0.5) }, { emailedUntil: daysAgo(-1) }],
  ];
  test.each(emailFilters.map((filter) => [JSON.stringify(filter), filter] as const))(
    "are listed fast by what was emailed to them: %s",
    async (_, filter) => {
      for (const sort of ["created", "email"] as const) {
        const { page } = await measureListReads(ctx, (measured) => listLeads(measured, { ...filter, sort, limit, count }));
        expect({ sort, rowsRead: page.rowsRead }).toEqual({ sort, rowsRead: expect.toSatisfy((rows) => rows < 110_000) });
      }
    },
  );
  const searches = [
    "ada",
    "example",
    "fatima",
    "فاطمة",
    "ωmega",
    "ωm",
    "lukasz",
    "ŁUKASZ Lo",
    "o’brien",
    "ab",
    "a",
    "abc",
    "no match at all",
    "0123",
    "12345@example",
  ];
  test.each(sampleWithNames(searches.flatMap((q) => [{ q }, { q, waitlist: true }])))("are searched fast by %s", async (_, filter) => {
    for (const sort of ["created", "email"] as const)
      for (const page of getPages("", []))
        await expectReads(60_000, (measuredCtx) => listLeads(measuredCtx, { ...filter, ...page, sort, limit, count }), 70_000);
  });
});

describe("130,000 claims", () => {
  const filters: ClaimFilter[] = [
    {},
    ...sources.map((source) => ({ source })),
    ...[{ code: manyClaims }, { code: "nothere" }, { email: claim.email }, { code: manyClaims, email: claim.email }],
    ...[{ batch: expiredBatch }, { code: manyClaims, source: "staff" as const }, { source: "widget" as const, until: daysAgo(1) }],
    ...[{ since: daysAgo(0.01) }, { until: daysAgo(1.5) }],
  ];
  test.each(sampleWithNames(filters))("are listed and counted fast by %s in both directions, also far down", async (_, filter) => {
    for (const page of getPages("claims", [[claim.claimed_at, claim.code_key, claim.email]]))
      await expectReads(2500, (measuredCtx) => listClaims(measuredCtx, { ...filter, ...page, limit, count }));
  });
  const searches = ["a", "abc", "0123", "no match at all", "example", manyClaims.slice(0, 4)];
  test.each(sampleWithNames([...searches.map((q) => ({ q })), { q: "zz", code: manyClaims }]))(
    "are searched fast by %s",
    async (_, filter) => {
      for (const page of getPages("", []))
        await expectReads(20_000, (measuredCtx) => listClaims(measuredCtx, { ...filter, ...page, limit, count }), 70_000);
    },
  );
});

describe("1,000 batches", () => {
  const filters = [{}, { type: "numeric" as const }, { paused: true }, { paused: false }, { q: "Large" }, { q: "small 999" }];
  test.each(sampleWithNames(filters))("are listed fast by %s in both orders", async (_, filter) => {
    const expectFewReads = async (statement: SQL) =>
      expect(await measureReads(db, buildStatement(statement))).toEqual({
        rowsRead: expect.toSatisfy((rowsRead) => rowsRead < 6000),
        fullScans: [],
      });
    for (const sort of ["created", "name"] as const)
      for (const descending of [true, false]) await expectFewReads(batchPageQuery(ctx, { filter, sort, descending, after: null, limit }));
    await expectFewReads(batchCountQuery(ctx, filter, countCap + 1));
  });
});

test("the last rows of these lists are found fast", async () => {
  const getCounts = async (result: Promise<ListResult<unknown>>) => {
    const list = await result;
    return "page" in list ? [list.page.length, list.total] : [];
  };
  expect(await getCounts(listCodes(ctx, { status: "active", reserved: false, limit, count }))).toEqual([50, "10000+"]);
  expect(await getCounts(listLeads(ctx, { source: "staff", invited: true, sort: "email", limit, count }))).toEqual([3, 3]);
  expect(await getCounts(listLeads(ctx, { q: "ωmega", limit, count }))).toEqual([30, 30]);
  expect(await getCounts(listClaims(ctx, { source: "staff", limit, count }))).toEqual([50, 199]);
});
