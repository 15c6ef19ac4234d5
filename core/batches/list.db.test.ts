import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/kinds";
import { queryRows } from "@/db/query";
import { insertBatch, insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { listBatches } from "./list";
import type { BatchFilter } from "./page-query";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);

const names = ["Émile", "Zoë", "apple 100%", "Apple", "zebra", "ärger", "فاطمة", "10 codes", "2 codes", "Apple"];
for (let n = 0; n < 30; n++) await insertBatch(ctx, { name: names[n % names.length], type: codeTypes[n % 3], paused: n % 4 === 0 });

type Known = { id: string; name: string; type: string; paused_at: string | null };
const all = await queryRows<Known>(ctx.db, sql`select * from batches where project_id = ${ctx.projectId}`);
const collator = new Intl.Collator("und");

function expected(filter: BatchFilter, sort: "created" | "name", down: boolean): string[] {
  const turn = down ? -1 : 1;
  const byId = (a: Known, b: Known) => turn * (a.id < b.id ? -1 : 1);
  const byName = (a: Known, b: Known) => turn * collator.compare(a.name, b.name) || byId(a, b);
  return all
    .filter(
      (batch) =>
        (filter.type === undefined || batch.type === filter.type) &&
        (filter.paused === undefined || (batch.paused_at !== null) === filter.paused) &&
        batch.name.toLowerCase().includes(filter.q?.toLowerCase() ?? ""),
    )
    .sort(sort === "name" ? byName : byId)
    .map(({ id }) => id);
}

const filters = filterArbitrary<BatchFilter>({
  q: fc.constantFrom("APPLE", "e", "codes", "ärg", "طم", "فاطمة", "0%", "_", "zzz"),
  type: fc.constantFrom(...codeTypes),
  paused: fc.boolean(),
});

test("every filter and search in either order has exactly the batches it names, page by page", async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.constantFrom("created" as const, "name" as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(undefined, 3),
      async (filter, sort, down, limit, look) => {
        const { items, totals } = await collectPages(
          (extent) => listBatches(ctx, { ...filter, sort, order: down ? "desc" : "asc", ...extent }, look),
          limit,
        );
        const wanted = expected(filter, sort, down);
        expect(items.map(({ id }) => id)).toEqual(wanted);
        expect(new Set(totals)).toEqual(new Set([wanted.length]));
      },
    ),
    { numRuns: 200, seed: 6 },
  );
});
