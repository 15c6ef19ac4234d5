import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sources } from "@/contract/kinds";
import { queryRows } from "@/db/query";
import { insertBatch, insertCode, insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { listClaims } from "./list";
import type { ClaimFilter } from "./page-query";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);

const batches = [await insertBatch(ctx), await insertBatch(ctx)];
const people = Array.from({ length: 9 }, (_, n) => `${"abc"[n % 3]}da${n}@${n % 2 === 0 ? "example.org" : "school.example.net"}`);
for (const [n, text] of ["otter-one", "otter-two", "bc2df3", "555555"].entries()) {
  await insertCode(ctx, { text, batch: batches[n % 2], allowedClaims: 100, claimedBy: people.slice(n) });
}
// Several at one moment, from everywhere.
await ctx.db.execute(sql`update claims set claimed_at = timestamptz '2026-01-01' + make_interval(days => length(code_key || email) % 4),
  source = (${sql.raw(`array['${sources.join("','")}']`)})[1 + ascii(substr(md5(code_key || email), 1)) % ${sql.raw(String(sources.length))}]`);

type Known = { code_key: string; email: string; batch_id: string; source: string; claimed_at: string };
const all = await queryRows<Known>(ctx.db, sql`select * from claims where project_id = ${ctx.projectId}`);
const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

function expected(filter: ClaimFilter, down: boolean): string[] {
  const q = filter.q?.toLowerCase() ?? "";
  const identity = q.replace(/[^\p{L}\p{N}]/gu, "");
  const has = ({ email, code_key }: Known) =>
    q === "" || (q.length < 3 ? email.startsWith(q) : email.includes(q)) || (identity !== "" && code_key.startsWith(identity));
  const fits = (claim: Known) =>
    (filter.code === undefined || claim.code_key === filter.code) &&
    (filter.email === undefined || claim.email === filter.email) &&
    (filter.batch === undefined || claim.batch_id === filter.batch) &&
    (filter.source === undefined || claim.source === filter.source) &&
    (filter.since === undefined || Date.parse(claim.claimed_at) >= Date.parse(filter.since)) &&
    (filter.until === undefined || Date.parse(claim.claimed_at) < Date.parse(filter.until)) &&
    has(claim);
  const key = ({ claimed_at, code_key, email }: Known) => `${new Date(claimed_at).toISOString()} ${code_key} ${email}`;
  const keys = all.filter(fits).map(key).sort();
  return down ? keys.reverse() : keys;
}

const filters = filterArbitrary<ClaimFilter>({
  q: fc.constantFrom("ada", "a", "b", "school", "Otter-T", "ot", "555", "zz", "%", "da1@"),
  code: fc.constantFrom("otterone", "555555", "nothere"),
  email: fc.constantFrom(people[0] ?? "", people[8] ?? "", "nobody@example.org"),
  batch: fc.constantFrom(...batches),
  source: fc.constantFrom(...sources),
  since: fc.constantFrom(day(2), day(3)),
  until: fc.constantFrom(day(3), day(4)),
});

test("every filter and search has exactly the claims it names, page by page in either direction", async () => {
  expect(new Set(all.map(({ source }) => source)).size).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(undefined, 3),
      async (filter, down, limit, look) => {
        const { items, totals } = await collectPages(
          (extent) => listClaims(ctx, { ...filter, order: down ? "desc" : "asc", ...extent }, look),
          limit,
        );
        const wanted = expected(filter, down);
        expect(items.map(({ code, email, claimedAt }) => `${claimedAt} ${code.replaceAll("-", "")} ${email}`)).toEqual(wanted);
        expect(new Set(totals)).toEqual(new Set([wanted.length]));
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});
