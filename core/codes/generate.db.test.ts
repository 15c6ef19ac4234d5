import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/kinds";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { generateCodes } from "./generate";
import { getCode } from "./get";
import { listCodes } from "./list";

const world = await createTestApp();
const { ctx, db } = world;
const made = (ask: Parameters<typeof generateCodes>[1], by: Context = ctx) => collectAll(generateCodes(by, ask));

describe("generating", () => {
  test("makes one active creative code with one claim, unless told otherwise", async () => {
    const [code, ...more] = await made({ amount: 1 });
    expect(more).toEqual([]);
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
    expect(code?.batch.name).toMatch(/1 creative/);
  });

  test("makes what was asked", async () => {
    const validFrom = secondsFromNow(60);
    const validUntil = secondsFromNow(120);
    const codes = await made({
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

  test("with an end in the past makes codes that are expired", async () => {
    expect(await made({ amount: 1, validUntil: secondsFromNow(-60) })).toMatchObject([{ status: "expired" }]);
  });

  test("records one event with the batch and its size", async () => {
    const [code] = await made({ amount: 12, type: "alphanumeric" });
    const recorded = await queryRows<{ kind: string }>(
      db,
      sql`select kind, actor_kind, data from events where data ->> 'batch' = ${code?.batch.id}`,
    );
    expect(recorded).toMatchObject([{ kind: "codes.generated", actor_kind: "secret_key", data: { amount: 12, type: "alphanumeric" } }]);
  });
});

describe.each<[number, CodeType, RegExp]>([
  [3000, "creative", /^[a-z]+-[a-z]+$/],
  [3000, "alphanumeric", /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/],
  [25_000, "numeric", /^[0-9]{6}$/],
])("%i %s codes", (amount, type, form) => {
  test("are all there, different, in their form, and answered in the order made", async () => {
    const codes = await made({ amount, type });
    expect(codes).toHaveLength(amount);
    expect(new Set(codes.map((code) => normalizeCode(code.code))).size).toBe(amount);
    expect(codes.filter((code) => !form.test(code.code) || code.type !== type)).toEqual([]);
    const newestFirst = await collectAll(listCodes(ctx, { batch: codes[0]?.batch.id }));
    expect(newestFirst.map((code) => code.code).reverse()).toEqual(codes.map((code) => code.code));
    const inOrder = codes.map((code) => code.code);
    expect(inOrder, "the order tells nothing").not.toEqual([...inOrder].sort());
  });
});

test("codes are unique across all types", async () => {
  for (const type of codeTypes) await made({ amount: 2000, type });
  const [counted] = await queryRows<{ codes: number; identities: number }>(
    db,
    sql`select count(*)::int as codes, count(distinct regexp_replace(text, '[^a-z0-9]', '', 'g'))::int as identities from codes where project_id = ${ctx.projectId}`,
  );
  expect(counted?.identities).toBe(counted?.codes);
});

test("digits of a generated batch are even", async () => {
  const codes = await made({ amount: 50_000, type: "numeric" });
  for (let place = 0; place < 6; place++) {
    const counts = Array.from({ length: 10 }, (_, digit) => codes.filter((code) => code.code[place] === String(digit)).length);
    // Ten standard deviations: a fair generator never gets there, and one that leaves a digit out always does.
    for (const count of counts) expect(Math.abs(count - 5000)).toBeLessThan(700);
  }
});
