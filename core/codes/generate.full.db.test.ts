import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "@/db/bulk-load";
import { queryRows } from "@/db/query";
import { insertLeads } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { runAndRollBack } from "@/tests/harness/rollback";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { inviteLeads } from "../leads/invite";
import { previewSend } from "../sends/preview";
import { formats } from "./draw-code";
import { generateCodes } from "./generate";

const app = await createTestApp();

const numericCodes = formats.numeric.size;
afterAll(() => {
  formats.numeric.size = numericCodes;
});
// Filling all of the format takes long, so `npm test` uses the first part of it.
formats.numeric.size = size(50_000, numericCodes);
const remaining = 1000;
/** The distance between unused codes. */
const step = formats.numeric.size / remaining;
const generateAll = (input: Parameters<typeof generateCodes>[1], by: Context) => collectAll(generateCodes(by, input));

const countRows = (by: Context) =>
  queryRows(
    by.db,
    sql`select (select count(*) from codes where project_id = ${by.projectId}) as codes, (select count(*) from batches where project_id = ${by.projectId}) as batches,
      (select count(*) from events where project_id = ${by.projectId}) as events`,
  );

const { ctx: fullCtx } = app;
const otherCtx: Context = { ...fullCtx, db: app.openSecondPool().ctx.db };
const batch = "00000000-0000-7000-8000-000000000001";
const used = formats.numeric.size - remaining;
// One of the used codes has the type alphanumeric.
await fullCtx.db.execute(
  sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims) values (${fullCtx.projectId}, ${batch}, 'Filled', 'numeric', ${used}, 1, ${used}, ${used})`,
);
await inTransaction(fullCtx, async ({ db }) => {
  await db.execute(sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '256MB', true)`);
  const definitions = await dropIndexesAndForeignKeys(db, ["codes"]);
  await db.execute(
    sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select ${fullCtx.projectId}::int, lpad(i::text, 6, '0'), lpad(i::text, 6, '0'), case when i = 34567 then 'alphanumeric' else 'numeric' end, 1, ${batch}::uuid, i
      from generate_series(0, ${formats.numeric.size - 1}::int) as i where i % ${step}::int <> 0`,
  );
  await recreateIndexesAndForeignKeys(db, definitions);
});
await fullCtx.db.execute(sql`vacuum analyze codes`);

const expectExhausted = async (by: Context, amount: number): Promise<string> => {
  const before = await countRows(by);
  const error = await generateCodes(by, { amount, type: "numeric" }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).errorName).toBe("code_space_exhausted");
  expect(await countRows(by)).toEqual(before);
  return (error as ApiError).message;
};

describe("when the numeric format is almost full", { timeout: 120_000 }, () => {
  test("generates 500 codes from the whole range of unused codes", async () => {
    const codes = await runAndRollBack(fullCtx, (inner) => generateAll({ amount: 500, type: "numeric" }, inner));
    expect(new Set(codes.map((code) => code.code)).size).toBe(500);
    for (const { code } of codes) expect(Number(code) % step).toBe(0);
    const lowCodes = codes.filter(({ code }) => Number(code) < formats.numeric.size / 2).length;
    expect(Math.abs(lowCodes - 250)).toBeLessThan(110);
    expect(codes.map(({ code }) => code)).not.toEqual(codes.map(({ code }) => code).sort());
  });

  test("rejects one more than remain, says how many remain, and changes nothing", async () => {
    expect(await expectExhausted(fullCtx, 1001)).toMatch(/\b1,000\b/);
    expect(await expectExhausted(fullCtx, 1_000_000)).toMatch(/\b1,000\b/);
  });

  test("generates exactly as many as remain, and then no more", async () => {
    await runAndRollBack(fullCtx, async (inner) => {
      expect(await generateAll({ amount: 1000, type: "numeric" }, inner)).toHaveLength(1000);
      await expect(generateCodes(inner, { amount: 1, type: "numeric" })).rejects.toMatchObject({
        errorName: "code_space_exhausted",
        message: expect.stringMatching(/^All codes of this type are in use/),
      });
    });
  });

  test("generates codes of other formats", async () => {
    await runAndRollBack(fullCtx, async (inner) => {
      expect(await generateAll({ amount: 500, type: "alphanumeric" }, inner)).toHaveLength(500);
      expect(await generateAll({ amount: 500 }, inner)).toHaveLength(500);
    });
  });

  test("previews the error that sending personal codes would return", async () => {
    const emails = await insertLeads(fullCtx, 1001);
    const preview = (amount: number) => previewSend(fullCtx, { personal: { type: "numeric" }, emails: emails.slice(0, amount) });
    const [enough, tooMany] = [await preview(1000), await preview(1001)];
    expect(enough).toMatchObject({ notifiedLeads: 1000, error: null });
    const error = await inviteLeads(fullCtx, { emails, type: "numeric" }).catch((error: unknown) => error as ApiError);
    expect(tooMany.error).toEqual({ error: "code_space_exhausted", message: (error as ApiError).message });
  });

  test("completes one of two simultaneous requests that exceed the remaining codes together, and rejects the other", async () => {
    const outcomes = await Promise.allSettled([fullCtx, otherCtx].map((by) => generateAll({ amount: 600, type: "numeric" }, by)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const rejected = outcomes.find((each) => each.status === "rejected");
    expect(rejected?.reason).toMatchObject({ errorName: "code_space_exhausted", message: expect.stringMatching(/\b400\b/) });
  });
});
