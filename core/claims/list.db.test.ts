import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sources } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { insertBatch, insertCode, insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { recordScans } from "@/tests/harness/scans";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { listClaims } from "./list";
import type { ClaimFilter } from "./page-query";

const { ctx: appCtx } = await createTestApp();
const { ctx } = await insertProject(appCtx);

const batches = [await insertBatch(ctx), await insertBatch(ctx)];
const people = Array.from({ length: 24 }, (_, n) => `${"abc"[n % 3]}da${n}@${n % 2 === 0 ? "example.org" : "school.example.net"}`);
for (const [n, text] of ["otter-one", "otter-two", "bc2df3", "555555"].entries()) {
  await insertCode(ctx, { text, batch: batches[n % 2], allowedClaims: 100, claimedBy: people.slice(n) });
}
// Several claims at the same time, from every source.
await ctx.db.execute(sql`update claims set claimed_at = timestamptz '2026-01-01' + make_interval(days => length(code_key || email) % 4),
  source = (${sql.raw(`array['${sources.join("','")}']`)})[1 + ascii(substr(md5(code_key || email), 1)) % ${sql.raw(String(sources.length))}]`);

type ClaimFixture = { code_key: string; email: string; batch_id: string; source: string; claimed_at: string };
const allClaims = await queryRows<ClaimFixture>(ctx.db, sql`select * from claims where project_id = ${ctx.projectId}`);
const dateAt = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

function expectedKeys(filter: ClaimFilter, descending: boolean): string[] {
  const q = filter.q?.toLowerCase() ?? "";
  const codePrefix = q.replace(/[^\p{L}\p{N}]/gu, "");
  const matchesSearch = ({ email, code_key }: ClaimFixture) =>
    q === "" || (q.length < 3 ? email.startsWith(q) : email.includes(q)) || (codePrefix !== "" && code_key.startsWith(codePrefix));
  const matches = (claim: ClaimFixture) =>
    (filter.code === undefined || claim.code_key === filter.code) &&
    (filter.email === undefined || claim.email === filter.email) &&
    (filter.batch === undefined || claim.batch_id === filter.batch) &&
    (filter.source === undefined || claim.source === filter.source) &&
    (filter.since === undefined || Date.parse(claim.claimed_at) >= Date.parse(filter.since)) &&
    (filter.until === undefined || Date.parse(claim.claimed_at) < Date.parse(filter.until)) &&
    matchesSearch(claim);
  const key = ({ claimed_at, code_key, email }: ClaimFixture) => `${new Date(claimed_at).toISOString()} ${code_key} ${email}`;
  const keys = allClaims.filter(matches).map(key).sort();
  return descending ? keys.reverse() : keys;
}

const filterValues = filterArbitrary<ClaimFilter>({
  q: fc.constantFrom("ada", "a", "b", "school", "Otter-T", "ot", "555", "zz", "%", "da1@"),
  code: fc.constantFrom("otterone", "555555", "nothere"),
  email: fc.constantFrom(people[0] ?? "", people[8] ?? "", "unknown@example.org"),
  batch: fc.constantFrom(...batches),
  source: fc.constantFrom(...sources),
  since: fc.constantFrom(dateAt(2), dateAt(3)),
  until: fc.constantFrom(dateAt(3), dateAt(4)),
});

test("the list returns exactly the matching claims for every filter and search, page by page in both directions", async () => {
  const scans = recordScans(ctx);
  expect(new Set(allClaims.map(({ source }) => source)).size).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(
      filterValues,
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      // The smaller ones are larger than a page, so that a scan can find enough.
      fc.constantFrom(undefined, 15, 30),
      async (filter, descending, limit, scanLimit) => {
        const { items, totals } = await collectPages(
          (pageParams) => listClaims(scans.ctx, { ...filter, order: descending ? "desc" : "asc", ...pageParams }, scanLimit),
          limit,
        );
        const keys = expectedKeys(filter, descending);
        expect(items.map(({ code, email, claimedAt }) => `${claimedAt} ${code.replaceAll("-", "")} ${email}`)).toEqual(keys);
        expect(new Set(totals)).toEqual(new Set([keys.length]));
      },
    ),
    { numRuns: size(60, 300), seed: 5 },
  );
  expect(scans.results).toEqual(new Set(["found enough", "collected all"]));
});
