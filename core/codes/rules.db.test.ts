import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { insertBatch, insertProject, uniqueId } from "@/tests/harness/factories";
import { runAndRollBackAtWholeMillisecond } from "@/tests/harness/rollback";
import { createTestApp } from "@/tests/harness/test-app";
import { formats, wordTables } from "./draw-code";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "./record";
import { codeStatus, codeStatusSql } from "./rules";

const { ctx, db } = await createTestApp();

const timeSql = fc.constantFrom(
  "null",
  ...["- interval '1 hour'", "- interval '1 millisecond'", "", "+ interval '1 millisecond'", "+ interval '1 hour'"].map(
    (shift) => `now() ${shift}`,
  ),
);
const codeArbitrary = fc.record({
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  allowed: fc.integer({ min: 1, max: 3 }),
  claimed: fc.nat({ max: 3 }),
  from: timeSql,
  until: timeSql,
});

test("SQL and TypeScript compute the same status for any code at any time", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const [running, paused] = [await insertBatch(projectCtx), await insertBatch(projectCtx, { paused: true })];
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(codeArbitrary, { minLength: 100, maxLength: 150 }), async (samples) => {
      // One transaction, so that both use the same `now()`.
      await runAndRollBackAtWholeMillisecond(projectCtx, async ({ db: tx }) => {
        const values = samples.map(({ allowed, claimed, from, until, ...rest }, batchIndex) => {
          const text = uniqueId();
          return sql`(${text}, ${allowed}::int, least(${allowed}::int, ${claimed}::int), (${sql.raw(from)})::timestamptz, (${sql.raw(until)})::timestamptz,
            case when ${rest.paused} then now() end, ${rest.batchPaused ? paused : running}::uuid, ${batchIndex}::int)`;
        });
        await tx.execute(
          sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, paused_at, batch_id, batch_index)
            select ${projectCtx.projectId}::int, text, text, 'creative', allowed, claimed, valid_from, valid_until, paused_at, batch_id, batch_index
            from (values ${sql.join(values, sql`, `)}) as v (text, allowed, claimed, valid_from, valid_until, paused_at, batch_id, batch_index)
            where (valid_from < valid_until) is not false`,
        );
        const rows = await queryRows<CodeRow & { in_sql: string }>(
          tx,
          sql`select ${codeColumns}, ${codeStatusSql} as in_sql from ${codesWithBatches} where c.project_id = ${projectCtx.projectId}`,
        );
        for (const row of rows) {
          statuses.add(row.in_sql);
          expect(codeStatus(codeState(row), isoTimestamp(row.now)), JSON.stringify(row)).toBe(row.in_sql);
        }
      });
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect(statuses).toEqual(new Set(["paused", "expired", "exhausted", "scheduled", "active"]));
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
