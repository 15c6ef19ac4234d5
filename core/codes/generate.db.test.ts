import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { formatDay } from "@/lib/dates";
import { insertProject, secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, getDatabaseTime } from "../context";
import { generateCodes } from "./generate";
import { listCodes } from "./list";
import { getCode } from "./record";

const app = await createTestApp();
const { ctx, db } = app;
const generateAll = (input: Parameters<typeof generateCodes>[1], generateCtx: Context = ctx) =>
  collectAll(generateCodes(generateCtx, input));

describe("generating codes", () => {
  test("creates active creative codes with one allowed claim by default", async () => {
    const [code, ...others] = await generateAll({ amount: 1 });
    expect(others).toEqual([]);
    expect(code).toMatchObject({
      type: "creative",
      status: "active",
      allowedClaims: 1,
      claims: 0,
      validFrom: null,
      validUntil: null,
      reservedFor: null,
    });
    expect(code?.code).toMatch(/^[a-z]+-[a-z]+$/);
    expect(code?.batch.name).toMatch(/^1 code, \w{3} \d+, \d{4}/);
  });

  test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("names a batch with today's date in %s", async (timeZone) => {
    const { ctx: projectCtx } = await insertProject(ctx, { timeZone });
    const [code] = await generateAll({}, projectCtx);
    expect(code?.batch.name).toBe(`1 code, ${formatDay(new Date(await getDatabaseTime(ctx)), timeZone)}`);
  });

  test("names batches by what is in them, and tells those of one day apart", async () => {
    const { ctx: projectCtx } = await insertProject(ctx, { timeZone: "UTC" });
    const day = formatDay(new Date(await getDatabaseTime(ctx)), "UTC");
    const nameOf = async (input: Parameters<typeof generateAll>[0]) => (await generateAll(input, projectCtx))[0]?.batch.name;
    expect(await nameOf({ amount: 20 })).toBe(`20 codes, ${day}`);
    expect(await nameOf({ amount: 20 })).toMatch(new RegExp(`^20 codes, ${day}, \\d\\d:\\d\\d$`));
    expect(await nameOf({ amount: 1200, type: "numeric" })).toBe(`1,200 codes, ${day}`);
    expect(await nameOf({ amount: 2, pattern: "SPRING-######" })).toBe(`2 codes SPRING-######, ${day}`);
    expect(await nameOf({ amount: 20, name: "Launch day" })).toBe("Launch day");
  });

  test("creates codes with the given options", async () => {
    const validFrom = secondsFromNow(60);
    const validUntil = secondsFromNow(120);
    const codes = await generateAll({
      amount: 3,
      type: "numeric",
      allowedClaims: 7,
      validFrom,
      validUntil,
      reservedFor: "ada@example.org",
      name: "Launch day",
    });
    expect(codes).toHaveLength(3);
    for (const code of codes) {
      expect(code).toMatchObject({
        type: "numeric",
        status: "scheduled",
        allowedClaims: 7,
        validFrom,
        validUntil,
        reservedFor: { email: "ada@example.org" },
      });
      expect(code.batch).toEqual({ id: codes[0]?.batch.id, name: "Launch day" });
      expect(await getCode(ctx, normalizeCode(code.code))).toEqual(code);
    }
  });

  test("creates expired codes if the end date is in the past", async () => {
    expect(await generateAll({ amount: 1, validUntil: secondsFromNow(-60) })).toMatchObject([{ status: "expired" }]);
  });

  test("records one event with the batch and its size", async () => {
    const [code] = await generateAll({ amount: 12, type: "alphanumeric" });
    const recorded = await queryRows<{ kind: string }>(
      db,
      sql`select kind, actor_kind, data from events where data ->> 'batch' = ${code?.batch.id}`,
    );
    expect(recorded).toMatchObject([{ kind: "codes.generated", actor_kind: "secret_key", data: { amount: 12, type: "alphanumeric" } }]);
  });
});

describe.each<[number, CodeType, RegExp]>([
  [size(1000, 3000), "creative", /^[a-z]+-[a-z]+$/],
  [size(1000, 3000), "alphanumeric", /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/],
  [size(5000, 25_000), "numeric", /^[0-9]{6}$/],
])("%i %s codes", (amount, type, pattern) => {
  test("are all created, unique, in the format, and returned in order", async () => {
    const codes = await generateAll({ amount, type });
    expect(codes).toHaveLength(amount);
    expect(new Set(codes.map((code) => normalizeCode(code.code))).size).toBe(amount);
    expect(codes.filter((code) => !pattern.test(code.code) || code.type !== type)).toEqual([]);
    const newestFirst = await collectAll(listCodes(ctx, { batch: codes[0]?.batch.id }));
    expect(newestFirst.map((code) => code.code).reverse()).toEqual(codes.map((code) => code.code));
    const texts = codes.map((code) => code.code);
    expect(texts, "the order reveals nothing").not.toEqual([...texts].sort());
  });
});

test("codes are unique across all types", async () => {
  for (const type of codeTypes) await generateAll({ amount: size(500, 2000), type });
  const [counted] = await queryRows<{ codes: number; identities: number }>(
    db,
    sql`select count(*)::int as codes, count(distinct regexp_replace(text, '[^a-z0-9]', '', 'g'))::int as identities from codes where project_id = ${ctx.projectId}`,
  );
  expect(counted?.identities).toBe(counted?.codes);
});

test("a generated batch uses all digits equally often", async () => {
  const amount = size(10_000, 50_000);
  const codes = await generateAll({ amount, type: "numeric" });
  for (let position = 0; position < 6; position++) {
    const counts = Array.from({ length: 10 }, (_, digit) => codes.filter((code) => code.code[position] === String(digit)).length);
    // Ten standard deviations: a fair generator never exceeds them, one that misses a digit always does.
    for (const count of counts) expect(Math.abs(count - amount / 10)).toBeLessThan(10 * Math.sqrt(amount * 0.09));
  }
});
