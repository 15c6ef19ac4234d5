import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { containsFolded } from "@/lib/fold-text";
import { insertBatch, insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { recordScans } from "@/tests/harness/scans";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { listBatches } from "./list";
import type { BatchFilter } from "./page-query";

const { ctx: appCtx } = await createTestApp();
const { ctx } = await insertProject(appCtx);

const names = ["Émile", "Zoë", "apple 100%", "Apple", "zebra", "ärger", "فاطمة", "10 codes", "2 codes", "Apple"];
for (let n = 0; n < 60; n++) await insertBatch(ctx, { name: names[n % names.length], type: codeTypes[n % 3], paused: n % 4 === 0 });

type BatchFixture = { id: string; name: string; type: string; paused_at: string | null };
const allBatches = await queryRows<BatchFixture>(ctx.db, sql`select * from batches where project_id = ${ctx.projectId}`);
const collator = new Intl.Collator("und");

function expectedIds(filter: BatchFilter, sort: "created" | "name", descending: boolean): string[] {
  const sign = descending ? -1 : 1;
  const byId = (a: BatchFixture, b: BatchFixture) => sign * (a.id < b.id ? -1 : 1);
  const byName = (a: BatchFixture, b: BatchFixture) => sign * collator.compare(a.name, b.name) || byId(a, b);
  return allBatches
    .filter(
      (batch) =>
        (filter.type === undefined || batch.type === filter.type) &&
        (filter.paused === undefined || (batch.paused_at !== null) === filter.paused) &&
        containsFolded(batch.name, filter.q ?? ""),
    )
    .sort(sort === "name" ? byName : byId)
    .map(({ id }) => id);
}

const filterValues = filterArbitrary<BatchFilter>({
  q: fc.constantFrom("APPLE", "e", "codes", "ärg", "arg", "طم", "فاطمة", "0%", "_", "zzz"),
  type: fc.constantFrom(...codeTypes),
  paused: fc.boolean(),
});

test("the list of batches has exactly those that match every filter, search and sort order, page by page", async () => {
  const scans = recordScans(ctx);
  await fc.assert(
    fc.asyncProperty(
      filterValues,
      fc.constantFrom("created" as const, "name" as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      // The smaller one is larger than a page, so that a scan can find enough.
      fc.constantFrom(undefined, 20),
      async (filter, sort, descending, limit, scanLimit) => {
        const { items, totals } = await collectPages(
          (pageParams) => listBatches(scans.ctx, { ...filter, sort, order: descending ? "desc" : "asc", ...pageParams }, scanLimit),
          limit,
        );
        const ids = expectedIds(filter, sort, descending);
        expect(items.map(({ id }) => id)).toEqual(ids);
        expect(new Set(totals)).toEqual(new Set([ids.length]));
      },
    ),
    { numRuns: size(50, 200), seed: 6 },
  );
  expect(scans.results).toEqual(new Set(["found enough", "collected all"]));
});
