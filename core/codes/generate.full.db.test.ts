import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertLeads } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { runAndRollBack } from "@/tests/harness/rollback";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { inviteLeads } from "../leads/invite";
import { previewSend } from "../sends/preview";
import { generateCodes } from "./generate";

const world = await createTestApp();
const made = (ask: Parameters<typeof generateCodes>[1], by: Context) => collectAll(generateCodes(by, ask));

const amounts = (by: Context) =>
  queryRows(
    by.db,
    sql`select (select count(*) from codes where project_id = ${by.projectId}) as codes, (select count(*) from batches where project_id = ${by.projectId}) as batches,
      (select count(*) from events where project_id = ${by.projectId}) as events`,
  );

const { ctx: full } = world;
const other: Context = { ...full, db: world.openSecondPool().ctx.db };
const batch = "00000000-0000-7000-8000-000000000001";
// Every thousandth code is free; one of the others was made as an alphanumeric one.
await full.db.execute(
  sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims) values (${full.projectId}, ${batch}, 'Filled', 'numeric', 999000, 1, 999000, 999000)`,
);
for (let from = 0; from < 1_000_000; from += 100_000) {
  await full.db.execute(
    sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select ${full.projectId}::int, lpad(i::text, 6, '0'), lpad(i::text, 6, '0'), case when i = 234567 then 'alphanumeric' else 'numeric' end, 1, ${batch}::uuid, i
      from generate_series(${from}::int, ${from + 99_999}::int) as i where i % 1000 <> 0`,
  );
}

const exhausted = async (by: Context, amount: number): Promise<string> => {
  const before = await amounts(by);
  const refusal = await generateCodes(by, { amount, type: "numeric" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect((refusal as ApiError).errorName).toBe("code_space_exhausted");
  expect(await amounts(by)).toEqual(before);
  return (refusal as ApiError).message;
};

describe("when the numeric format is 99.9 % full", { timeout: 120_000 }, () => {
  test("the next 500 come, from all over what is free", async () => {
    const codes = await runAndRollBack(full, (inner) => made({ amount: 500, type: "numeric" }, inner));
    expect(new Set(codes.map((code) => code.code)).size).toBe(500);
    for (const { code } of codes) expect(Number(code) % 1000).toBe(0);
    const low = codes.filter(({ code }) => code < "500000").length;
    expect(Math.abs(low - 250)).toBeLessThan(110);
    expect(codes.map(({ code }) => code)).not.toEqual(codes.map(({ code }) => code).sort());
  });

  test("one more than remain is refused, says how many do, and changes nothing", async () => {
    expect(await exhausted(full, 1001)).toMatch(/\b1,000\b/);
    expect(await exhausted(full, 1_000_000)).toMatch(/\b1,000\b/);
  });

  test("exactly as many as remain come, and then none is left", async () => {
    await runAndRollBack(full, async (inner) => {
      expect(await made({ amount: 1000, type: "numeric" }, inner)).toHaveLength(1000);
      await expect(generateCodes(inner, { amount: 1, type: "numeric" })).rejects.toMatchObject({
        errorName: "code_space_exhausted",
        message: expect.stringMatching(/\b0\b/),
      });
    });
  });

  test("other formats have room", async () => {
    await runAndRollBack(full, async (inner) => {
      expect(await made({ amount: 500, type: "alphanumeric" }, inner)).toHaveLength(500);
      expect(await made({ amount: 500 }, inner)).toHaveLength(500);
    });
  });

  test("a preview of personal codes says what sending them would", async () => {
    const emails = await insertLeads(full, 1001);
    const asked = (amount: number) => previewSend(full, { personal: { type: "numeric" }, emails: emails.slice(0, amount) });
    const [enough, tooMany] = [await asked(1000), await asked(1001)];
    expect(enough).toMatchObject({ notifiedLeads: 1000, refusal: null });
    const refusal = await inviteLeads(full, { emails, type: "numeric" }).catch((error: unknown) => error as ApiError);
    expect(tooMany.error).toEqual({ error: "code_space_exhausted", message: (refusal as ApiError).message });
  });

  test("of two at once that ask for more than remain together, one gets all and one is refused", async () => {
    const outcomes = await Promise.allSettled([full, other].map((by) => made({ amount: 600, type: "numeric" }, by)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const rejected = outcomes.find((each) => each.status === "rejected");
    expect(rejected?.reason).toMatchObject({ errorName: "code_space_exhausted", message: expect.stringMatching(/\b400\b/) });
  });
});
