import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeStatuses, codeTypes } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { largeBatchSize } from "@/db/schema";
import { insertBatch, insertCode, insertProject, secondsFromNow } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { recordScans } from "@/tests/harness/scans";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type CodeFilter, listCodes } from "./list";
import type { CodeSort } from "./page-query";
import { codeStatusSql } from "./rules";

const { ctx: appCtx } = await createTestApp();

const pickAt = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
const endDates = [null, null, secondsFromNow(-86_400), secondsFromNow(-60), secondsFromNow(3600), secondsFromNow(86_400)];
const words = ["curious-otter", "curious-pine", "brave-otter", "pine-pine", "bc2", "123"];

/** Inserts small batches and some that count as large. Their codes have the dates of the batch or their own, and every status. */
async function insertRandomCodes(seed: number) {
  const { ctx } = await insertProject(appCtx);
  let state = seed;
  const nextRandom = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
  for (let b = 0; b < 8; b++) {
    const type = pickAt(codeTypes, nextRandom(3));
    const batch = await insertBatch(ctx, { type, paused: nextRandom(4) === 0 });
    const [until, from] = [
      pickAt(endDates, nextRandom(6)),
      nextRandom(4) === 0 ? secondsFromNow(nextRandom(2) === 0 ? 1800 : -90_000) : null,
    ];
    await ctx.db.execute(
      sql`update batches set valid_until = ${until}, valid_from = ${from}, amount = ${nextRandom(2) === 0 ? largeBatchSize : 1} where id = ${batch}`,
    );
    for (let c = b === 0 ? 40 : nextRandom(6); c > 0; c--) {
      const ownEndDate = nextRandom(5) === 0 ? pickAt(endDates, nextRandom(6)) : until;
      const validUntil = ownEndDate !== null && from !== null && ownEndDate <= from ? until : ownEndDate;
      await insertCode(ctx, {
        batch,
        type,
        validFrom: from,
        validUntil: validUntil !== null && from !== null && validUntil <= from ? null : validUntil,
        text: `${pickAt(words, nextRandom(6))}${nextRandom(10)}${b}${c}`,
        allowedClaims: 1 + nextRandom(2),
        claimedBy: nextRandom(3) === 0 ? [`lead-${nextRandom(100)}@example.org`] : [],
        reservedFor: nextRandom(3) === 0 ? pickAt(["ada@example.org", "bob@example.org"], nextRandom(2)) : null,
        paused: nextRandom(5) === 0,
        metadata: pickAt<Record<string, string> | undefined>(
          [undefined, { plan: "pro" }, { plan: "free", region: "eu:west" }],
          nextRandom(3),
        ),
        externalId: nextRandom(2) === 0 ? `order_${b}_${c}` : undefined,
        tags: pickAt([[], ["press"], ["press", "vip"], ["vip"]], nextRandom(4)),
      });
    }
  }
  return ctx;
}

const filterValues = filterArbitrary<Omit<CodeFilter, "batch">>({
  q: fc.constantFrom("c", "curious", "ott", "Pine", "1", "-", "zzz", "bc2"),
  type: fc.constantFrom(...codeTypes),
  status: fc.constantFrom(...codeStatuses),
  tag: fc.constantFrom("vip", "press", "unknown"),
  externalId: fc.constantFrom("order_0_3", "order_0_4", "order_1_1", "ORDER_0_3"),
  metadata: fc.constantFrom("plan:pro", "plan:free", "region:eu:west", "plan:Pro"),
  reserved: fc.boolean(),
  reservedFor: fc.constantFrom("ada@example.org", "bob@example.org"),
  usesLeft: fc.boolean(),
  endsBefore: fc.constantFrom(secondsFromNow(-3600), secondsFromNow(60), secondsFromNow(7200)),
  since: fc.constantFrom(secondsFromNow(-60), secondsFromNow(60)),
  until: fc.constantFrom(secondsFromNow(-60), secondsFromNow(60)),
});

type CodeFixture = {
  text: string;
  type: string;
  status: string;
  reserved_for: string | null;
  left: boolean;
  valid_until: string | null;
  batch_id: string;
  batch_index: number;
  tags: string[];
  metadata: Record<string, string> | null;
  external_id: string | null;
  created_at: string;
};

/** A simple second implementation of the list. */
function expectedTexts(
  allCodes: readonly CodeFixture[],
  filter: CodeFilter & { batch?: string },
  sort: CodeSort,
  descending: boolean,
): string[] {
  const q = filter.q === undefined ? undefined : normalizeCode(filter.q);
  const matches = (code: CodeFixture) =>
    (filter.type === undefined || code.type === filter.type) &&
    (filter.status === undefined || code.status === filter.status) &&
    (filter.batch === undefined || code.batch_id === filter.batch) &&
    (filter.reserved === undefined || (code.reserved_for !== null) === filter.reserved) &&
    (filter.reservedFor === undefined || code.reserved_for === filter.reservedFor) &&
    (filter.tag === undefined || code.tags.includes(filter.tag)) &&
    (filter.externalId === undefined || code.external_id === filter.externalId) &&
    (filter.metadata === undefined || Object.entries(code.metadata ?? {}).some((entry) => entry.join(":") === filter.metadata)) &&
    (filter.usesLeft === undefined || code.left === filter.usesLeft) &&
    (filter.endsBefore === undefined || (code.valid_until !== null && Date.parse(code.valid_until) < Date.parse(filter.endsBefore))) &&
    (filter.since === undefined || Date.parse(code.created_at) >= Date.parse(filter.since)) &&
    (filter.until === undefined || Date.parse(code.created_at) < Date.parse(filter.until)) &&
    (q === undefined || (q !== "" && (normalizeCode(code.text).startsWith(q) || (code.text.split("-")[1] ?? "").startsWith(q))));
  const sign = descending ? -1 : 1;
  const byCreation = (a: CodeFixture, b: CodeFixture) =>
    sign * (a.batch_id === b.batch_id ? a.batch_index - b.batch_index : a.batch_id < b.batch_id ? -1 : 1);
  const comparators: Record<CodeSort, (a: CodeFixture, b: CodeFixture) => number> = {
    created: byCreation,
    code: (a, b) => sign * (normalizeCode(a.text) < normalizeCode(b.text) ? -1 : 1),
    validUntil: (a, b) =>
      a.valid_until === b.valid_until
        ? byCreation(a, b)
        : a.valid_until === null || b.valid_until === null
          ? (a.valid_until === null ? 1 : 0) - (b.valid_until === null ? 1 : 0)
          : sign * (Date.parse(a.valid_until) - Date.parse(b.valid_until)),
  };
  return allCodes
    .filter(matches)
    .sort(comparators[sort])
    .map(({ text }) => text);
}

const scanResults = new Set<string>();

test.each(Array.from({ length: 6 }, (_, round) => round * 7919 + 1))(
  "the list of codes has exactly those that match every filter and sort order, page by page (seed %i)",
  async (seed) => {
    const ctx = await insertRandomCodes(seed);
    const scans = recordScans(ctx);
    const allCodes = await queryRows<CodeFixture>(
      ctx.db,
      sql`select c.*, ${codeStatusSql} as status, c.claims < c.allowed_claims as left from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where c.project_id = ${ctx.projectId}`,
    );
    const batches = [...new Set(allCodes.map(({ batch_id }) => batch_id))];
    const batch = fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      fc.constantFrom(...(batches.length > 0 ? batches : ["00000000-0000-7000-8000-000000000000"])),
    );
    await fc.assert(
      fc.asyncProperty(
        filterValues,
        batch,
        fc.constantFrom<CodeSort>("created", "code", "validUntil"),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        // The smaller ones are larger than a page, so that a scan can find enough.
        fc.constantFrom(undefined, { list: 15, part: 12 }),
        async (filterWithoutBatch, batchId, sort, descending, limit, limits) => {
          const filter = batchId === undefined ? filterWithoutBatch : { ...filterWithoutBatch, batch: batchId };
          const { items, totals } = await collectPages(
            (pageParams) => listCodes(scans.ctx, { ...filter, sort, order: descending ? "desc" : "asc", ...pageParams }, limits),
            limit,
          );
          const expectedCodes = expectedTexts(allCodes, filter, sort, descending);
          expect(items.map(({ code }) => code)).toEqual(expectedCodes);
          expect(new Set(totals)).toEqual(new Set([expectedCodes.length]));
        },
      ),
      // For the example, a scan finds enough. The random filters may not include such a case.
      { numRuns: size(15, 60), seed, examples: [[{ q: "c" }, undefined, "created", true, 1, undefined]] },
    );
    for (const result of scans.results) scanResults.add(result);
  },
);

test("pages of codes were found both by a scan and by collecting all matches", () => {
  expect(scanResults).toEqual(new Set(["found enough", "collected all"]));
});
