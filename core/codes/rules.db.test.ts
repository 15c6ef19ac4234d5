import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CodeStatus } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { insertBatch, insertProject, uniqueId } from "@/tests/harness/factories";
import { runAndRollBack, runAndRollBackAtWholeMillisecond } from "@/tests/harness/rollback";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { joinAnd } from "../sql";
import { codeCounts } from "../stats/counts";
import { checkCode } from "./check";
import { claimCode } from "./claim";
import { formats, wordTables } from "./draw-code";
import { codeConditions } from "./filter";
import { listCodes } from "./list";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "./record";
import { claimError, codeStatus, codeStatusSql } from "./rules";

const { ctx, db } = await createTestApp();

const timeSql = fc.constantFrom(
  "null",
  ...["- interval '1 hour'", "- interval '1 millisecond'", "", "+ interval '1 millisecond'", "+ interval '1 hour'"].map(
    (shift) => `now() ${shift}`,
  ),
);
const claimer = "claimer@example.org";
const codeArbitrary = fc.record({
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  allowed: fc.integer({ min: 1, max: 3 }),
  claimed: fc.nat({ max: 3 }),
  from: timeSql,
  until: timeSql,
  reservedFor: fc.constantFrom(null, claimer, "other@example.org"),
});
const activeCode = { paused: false, batchPaused: false, allowed: 1, claimed: 0, from: "null", until: "null", reservedFor: null };
/** A code for each rule, so that none is left out by chance. */
const codesForEachRule = [
  activeCode,
  { ...activeCode, paused: true },
  { ...activeCode, claimed: 1 },
  { ...activeCode, until: "now() - interval '1 millisecond'" },
  { ...activeCode, from: "now() + interval '1 hour'" },
  { ...activeCode, reservedFor: "other@example.org" },
];
const statuses = ["paused", "expired", "exhausted", "scheduled", "active"] as const;

/** Claims a code and undoes it. Returns the error, or null if the claim succeeds. */
const claimOutcome = (projectCtx: Context, code: string): Promise<string | null> =>
  runAndRollBack(projectCtx, (inner) =>
    claimCode(inner, { code, email: claimer }).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.errorName : String(error)),
    ),
  );

test("the rules in TypeScript and SQL, statuses, filters, counts, explanations and claims agree for any code at any time", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const [running, paused] = [await insertBatch(projectCtx), await insertBatch(projectCtx, { paused: true })];
  const seenStatuses = new Set<string>();
  const seenOutcomes = new Set<string | null>();
  const samplesArbitrary = fc.array(codeArbitrary, { minLength: 60, maxLength: 80 }).map((samples) => [...codesForEachRule, ...samples]);
  const property = (txCtx: Context, claimsArePaused: boolean) =>
    fc.asyncProperty(samplesArbitrary, async (samples) => {
      await runAndRollBack(txCtx, async (inner) => {
        const { db: tx } = inner;
        for (const [batchIndex, { allowed, claimed, from, until, reservedFor, ...rest }] of samples.entries()) {
          const text = uniqueId();
          await tx.execute(
            sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index)
              select ${projectCtx.projectId}::int, ${text}, ${text}, 'creative', ${allowed}::int, least(${allowed}::int, ${claimed}::int), w.f, w.u, ${reservedFor}, case when ${rest.paused} then now() end,
                ${rest.batchPaused ? paused : running}::uuid, ${batchIndex}::int
              from (select (${sql.raw(from)})::timestamptz as f, (${sql.raw(until)})::timestamptz as u) as w where (w.f < w.u) is not false`,
          );
        }
        if (claimsArePaused) await tx.execute(sql`update projects set paused = '{claims}' where id = ${projectCtx.projectId}`);
        const rows = await queryRows<CodeRow & { in_sql: CodeStatus }>(
          tx,
          sql`select ${codeColumns}, ${codeStatusSql} as in_sql from ${codesWithBatches} where c.project_id = ${projectCtx.projectId}`,
        );
        const keysByStatus = new Map<CodeStatus, string[]>(statuses.map((status) => [status, []]));
        for (const row of rows) {
          keysByStatus.get(row.in_sql)?.push(row.key);
          const now = isoTimestamp(row.now);
          expect(codeStatus(codeState(row), now), JSON.stringify(row)).toBe(row.in_sql);
          const check = await checkCode(inner, { code: row.key, email: claimer });
          const outcome = await claimOutcome(inner, row.key);
          seenOutcomes.add(outcome);
          expect(outcome, JSON.stringify(row)).toBe(claimsArePaused ? "claims_paused" : claimError(codeState(row), claimer, now));
          expect(check, JSON.stringify(row)).toMatchObject({ error: outcome, claimable: outcome === null, code: { status: row.in_sql } });
          expect(
            check.rules.every(({ passes }) => passes),
            JSON.stringify(row),
          ).toBe(outcome === null);
        }
        for (const [status, keys] of keysByStatus) {
          if (keys.length > 0) seenStatuses.add(status);
          const listed = await listCodes(inner, { status, limit: 500 });
          expect("page" in listed && listed.page.map(({ code }) => code).toSorted(), status).toEqual(keys.toSorted());
          const matching = sql`select key from codes c where ${joinAnd(codeConditions(inner, { status }))} order by key collate "C"`;
          expect((await queryRows<{ key: string }>(tx, matching)).map(({ key }) => key)).toEqual(keys.toSorted());
        }
        const counts = await codeCounts.count(inner, "");
        expect([counts.claimable, counts.exhausted]).toEqual([
          keysByStatus.get("active")?.length,
          rows.filter((row) => row.claims >= row.allowed_claims).length,
        ]);
      });
    });
  // One transaction, so that everything uses the same `now()`.
  await runAndRollBackAtWholeMillisecond(projectCtx, async (txCtx) => {
    for (const claimsArePaused of [false, true])
      await fc.assert(property(txCtx, claimsArePaused), { numRuns: size(2, 10), endOnFailure: true });
  });
  expect(seenStatuses).toEqual(new Set(statuses));
  for (const outcome of [null, "claims_paused", "code_reserved", "code_paused", "code_expired"]) expect(seenOutcomes).toContain(outcome);
});

test.each(codeTypes)("SQL and TypeScript number %s codes the same way", async (type) => {
  const format = formats[type];
  const numbers = [0, 1, format.size - 1, ...fc.sample(fc.integer({ min: 0, max: format.size - 1 }), 2000)];
  const rows = await queryRows<{ i: string; text: string }>(
    db,
    sql`select i, ${format.atSql} as text from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as given (n), lateral (select n::bigint as i) as numbered, ${wordTables}`,
  );
  expect(rows).toHaveLength(numbers.length);
  for (const { i, text } of rows) expect(text).toBe(format.at(Number(i)));
});

test.each(codeTypes)("SQL recognizes codes that look like %s codes, and no others", async (type) => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const batchId = await insertBatch(projectCtx);
  let batchIndex = 0;
  const values = codeTypes.flatMap((otherType) =>
    Array.from({ length: 50 }, (_, i) => {
      const text = formats[otherType].at(Math.floor((formats[otherType].size / 50) * i));
      return sql`(${projectCtx.projectId}, ${text.replace("-", "")}, ${text}, ${otherType}, 1, ${batchId}, ${batchIndex++})`;
    }),
  );
  await db.execute(
    sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index) values ${sql.join(values, sql`, `)} on conflict do nothing`,
  );
  const occupying = await queryRows<{ type: string; text: string }>(
    db,
    sql`select c.type, c.text from codes c where c.project_id = ${projectCtx.projectId} and ${formats[type].occupies}`,
  );
  expect(occupying.filter((code) => code.type === type)).toHaveLength(50);
  const digits = /^[2-9]{6}$/;
  for (const { type: other, text } of occupying) if (other !== type) expect(text).toMatch(digits);
});
