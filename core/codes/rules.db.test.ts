import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/kinds";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { insertBatch, insertProject, uniqueId } from "@/tests/harness/factories";
import { runAndRollBackAtWholeMillisecond } from "@/tests/harness/rollback";
import { createTestApp } from "@/tests/harness/test-app";
import { formats, wordTables } from "./formats";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "./record";
import { codeStatus, codeStatusSql } from "./rules";

const { ctx, db } = await createTestApp();

const moment = fc.constantFrom(
  "null",
  ...["- interval '1 hour'", "- interval '1 millisecond'", "", "+ interval '1 millisecond'", "+ interval '1 hour'"].map(
    (shift) => `now() ${shift}`,
  ),
);
const facts = fc.record({
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  allowed: fc.integer({ min: 1, max: 3 }),
  claimed: fc.nat({ max: 3 }),
  from: moment,
  until: moment,
});

test("the status in SQL is the status in TypeScript, for any code at any moment", async () => {
  const { ctx: own } = await insertProject(ctx);
  const [running, paused] = [await insertBatch(own), await insertBatch(own, { paused: true })];
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(facts, { minLength: 100, maxLength: 150 }), async (many) => {
      // One transaction, so that both look at the same `now()`.
      await runAndRollBackAtWholeMillisecond(own, async ({ db: tx }) => {
        for (const [position, { allowed, claimed, from, until, ...rest }] of many.entries()) {
          const text = uniqueId();
          await tx.execute(
            sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, paused_at, batch_id, batch_index)
              select ${own.projectId}::int, ${text}, ${text}, 'creative', ${allowed}::int, least(${allowed}::int, ${claimed}::int), w.f, w.u, case when ${rest.paused} then now() end,
                ${rest.batchPaused ? paused : running}::uuid, ${position}::int
              from (select (${sql.raw(from)})::timestamptz as f, (${sql.raw(until)})::timestamptz as u) as w where (w.f < w.u) is not false`,
          );
        }
        const found = await queryRows<CodeRow & { in_sql: string }>(
          tx,
          sql`select ${codeColumns}, ${codeStatusSql} as in_sql from ${codesWithBatches} where c.project_id = ${own.projectId}`,
        );
        for (const row of found) {
          seen.add(row.in_sql);
          expect(codeStatus(codeState(row), isoTimestamp(row.now)), JSON.stringify(row)).toBe(row.in_sql);
        }
      });
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect(seen).toEqual(new Set(["paused", "expired", "exhausted", "scheduled", "active"]));
});

test.each(codeTypes)("a %s code has the same number in SQL and in TypeScript", async (type) => {
  const format = formats[type];
  const numbers = [0, 1, format.size - 1, ...fc.sample(fc.integer({ min: 0, max: format.size - 1 }), 2000)];
  const found = await queryRows<{ i: string; text: string }>(
    db,
    sql`select i, ${format.atSql} as text from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as given (n), lateral (select n::bigint as i) as numbered, ${wordTables}`,
  );
  expect(found).toHaveLength(numbers.length);
  for (const { i, text } of found) expect(text).toBe(format.at(Number(i)));
});

test.each(codeTypes)("a %s code is known in SQL to lie in its format's space, and others are not", async (type) => {
  const { ctx: own } = await insertProject(ctx);
  const batchId = await insertBatch(own);
  let position = 0;
  for (const each of codeTypes) {
    for (let i = 0; i < 50; i++) {
      const text = formats[each].at(Math.floor((formats[each].size / 50) * i));
      await db.execute(
        sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
          values (${own.projectId}, ${text.replace("-", "")}, ${text}, ${each}, 1, ${batchId}, ${position++}) on conflict do nothing`,
      );
    }
  }
  const inside = await queryRows<{ type: string; text: string }>(
    db,
    sql`select c.type, c.text from codes c where c.project_id = ${own.projectId} and ${formats[type].occupies}`,
  );
  expect(inside.filter((code) => code.type === type)).toHaveLength(50);
  const digits = /^[2-9]{6}$/;
  for (const { type: other, text } of inside) if (other !== type) expect(text).toMatch(digits);
});
