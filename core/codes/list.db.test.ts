import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeStatuses, codeTypes } from "@/contract/kinds";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { largeBatchSize } from "@/db/schema";
import { insertBatch, insertCode, insertProject, secondsFromNow } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { type CodeFilter, listCodes } from "./list";
import type { CodeSort } from "./page-query";
import { codeStatusSql } from "./rules";

const { ctx: first } = await createTestApp();

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
const ends = [null, null, secondsFromNow(-86_400), secondsFromNow(-60), secondsFromNow(3600), secondsFromNow(86_400)];
const words = ["curious-otter", "curious-pine", "brave-otter", "pine-pine", "bc2", "123"];

/** Small batches and some that count as large, whose codes have their window or one of their own, in every state. */
async function someCodes(seed: number) {
  const { ctx } = await insertProject(first);
  let drawn = seed;
  const draw = (most: number) => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (drawn >> 8) % most;
  };
  for (let b = 0; b < 8; b++) {
    const type = pick(codeTypes, draw(3));
    const batch = await insertBatch(ctx, { type, paused: draw(4) === 0 });
    const [until, from] = [pick(ends, draw(6)), draw(4) === 0 ? secondsFromNow(draw(2) === 0 ? 1800 : -90_000) : null];
    await ctx.db.execute(
      sql`update batches set valid_until = ${until}, valid_from = ${from}, amount = ${draw(2) === 0 ? largeBatchSize : 1} where id = ${batch}`,
    );
    for (let c = draw(6); c > 0; c--) {
      const own = draw(5) === 0 ? pick(ends, draw(6)) : until;
      const validUntil = own !== null && from !== null && own <= from ? until : own;
      await insertCode(ctx, {
        ...{ batch, type, validFrom: from, validUntil: validUntil !== null && from !== null && validUntil <= from ? null : validUntil },
        text: `${pick(words, draw(6))}${draw(10)}${b}${c}`,
        allowedClaims: 1 + draw(2),
        claimedBy: draw(3) === 0 ? [`lead-${draw(100)}@example.org`] : [],
        reservedFor: draw(3) === 0 ? pick(["ada@example.org", "bob@example.org"], draw(2)) : null,
        paused: draw(5) === 0,
      });
    }
  }
  return ctx;
}

const filters = filterArbitrary<Omit<CodeFilter, "batch">>({
  q: fc.constantFrom("c", "curious", "ott", "Pine", "1", "-", "zzz", "bc2"),
  type: fc.constantFrom(...codeTypes),
  status: fc.constantFrom(...codeStatuses),
  reserved: fc.boolean(),
  reservedFor: fc.constantFrom("ada@example.org", "bob@example.org"),
  usesLeft: fc.boolean(),
  endsBefore: fc.constantFrom(secondsFromNow(-3600), secondsFromNow(60), secondsFromNow(7200)),
  since: fc.constantFrom(secondsFromNow(-60), secondsFromNow(60)),
  until: fc.constantFrom(secondsFromNow(-60), secondsFromNow(60)),
});

type Known = {
  text: string;
  type: string;
  status: string;
  reserved_for: string | null;
  left: boolean;
  valid_until: string | null;
  batch_id: string;
  batch_index: number;
};

/** The same said once more, plainly. */
function expected(all: readonly Known[], filter: CodeFilter & { batch?: string }, sort: CodeSort, down: boolean): string[] {
  const now = Date.now();
  const q = filter.q === undefined ? undefined : normalizeCode(filter.q);
  const fits = (code: Known) =>
    (filter.type === undefined || code.type === filter.type) &&
    (filter.status === undefined || code.status === filter.status) &&
    (filter.batch === undefined || code.batch_id === filter.batch) &&
    (filter.reserved === undefined || (code.reserved_for !== null) === filter.reserved) &&
    (filter.reservedFor === undefined || code.reserved_for === filter.reservedFor) &&
    (filter.usesLeft === undefined || code.left === filter.usesLeft) &&
    (filter.endsBefore === undefined || (code.valid_until !== null && Date.parse(code.valid_until) < Date.parse(filter.endsBefore))) &&
    (filter.since === undefined || Date.parse(filter.since) < now) &&
    (filter.until === undefined || Date.parse(filter.until) > now) &&
    (q === undefined || (q !== "" && (normalizeCode(code.text).startsWith(q) || (code.text.split("-")[1] ?? "").startsWith(q))));
  const turn = down ? -1 : 1;
  const made = (a: Known, b: Known) =>
    turn * (a.batch_id === b.batch_id ? a.batch_index - b.batch_index : a.batch_id < b.batch_id ? -1 : 1);
  const orders: Record<CodeSort, (a: Known, b: Known) => number> = {
    created: made,
    code: (a, b) => turn * (normalizeCode(a.text) < normalizeCode(b.text) ? -1 : 1),
    validUntil: (a, b) =>
      a.valid_until === b.valid_until
        ? made(a, b)
        : a.valid_until === null || b.valid_until === null
          ? (a.valid_until === null ? 1 : 0) - (b.valid_until === null ? 1 : 0)
          : turn * (Date.parse(a.valid_until) - Date.parse(b.valid_until)),
  };
  return all
    .filter(fits)
    .sort(orders[sort])
    .map(({ text }) => text);
}

test.each(Array.from({ length: 6 }, (_, round) => round * 7919 + 1))(
  "every filter in every order has exactly the codes it names, page by page (%i)",
  async (seed) => {
    const ctx = await someCodes(seed);
    const all = await queryRows<Known>(
      ctx.db,
      sql`select c.*, ${codeStatusSql} as status, c.claims < c.allowed_claims as left from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where c.project_id = ${ctx.projectId}`,
    );
    const batches = [...new Set(all.map(({ batch_id }) => batch_id))];
    const batch = fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      fc.constantFrom(...(batches.length > 0 ? batches : ["00000000-0000-7000-8000-000000000000"])),
    );
    await fc.assert(
      fc.asyncProperty(
        filters,
        batch,
        fc.constantFrom<CodeSort>("created", "code", "validUntil"),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        // Enough is seen at the first look, or hardly anything.
        fc.constantFrom(undefined, { list: 3, part: 2 }),
        async (narrow, of, sort, down, limit, look) => {
          const filter = of === undefined ? narrow : { ...narrow, batch: of };
          const { items, totals } = await collectPages(
            (extent) => listCodes(ctx, { ...filter, sort, order: down ? "desc" : "asc", ...extent }, look),
            limit,
          );
          const wanted = expected(all, filter, sort, down);
          expect(items.map(({ code }) => code)).toEqual(wanted);
          expect(new Set(totals)).toEqual(new Set([wanted.length]));
        },
      ),
      { numRuns: 60, seed },
    );
  },
);
