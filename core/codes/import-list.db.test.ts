// cspell:disable
import fc from "fast-check";
import { expect, test } from "vitest";
import { listCodesEndpoint } from "@/contract/codes";
import { unlimitedUses } from "@/contract/import-values";
import { insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { exportChunks } from "../exports/file-formats";
import { updateProject } from "../projects/update";
import { importCodes } from "./import-codes";
import { listCodes } from "./list";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

type Options = Parameters<typeof importCodes>[2];

const check = (ctx: Context, text: string | Uint8Array, options: Options = {}) =>
  importCodes(ctx, Buffer.from(text), { ...options, dryRun: true });

async function importList(text: string | Uint8Array, options: Options = {}) {
  const ctx = await createProject();
  const reply = await importCodes(ctx, Buffer.from(text), { allowEasyToGuess: true, ...options });
  const codes = (await collectAll(listCodes(ctx, { batch: reply.batch?.id }))).reverse();
  return { ctx, reply, codes };
}

// What the files of these products say about two codes, of which the first is limited to 50 uses and expires at the end of March.
test.each<[string, string, Options]>([
  [
    "WooCommerce",
    "id,code,amount,date_created,date_expires,usage_count,usage_limit,usage_limit_per_user\n1,spring-k4m2-7xq9,10.00,2026-01-05T10:00:00,2026-04-01T00:00:00,3,50,\n2,other-k4m2-8xw9,10.00,2026-01-05T10:00:00,,0,,",
    { noLimit: "unlimited", mapping: { date_created: "ignore", usage_count: "ignore" } },
  ],
  [
    "Shopify",
    "Name,Code,Value,Status,Times Used In Total,Usage Limit Per Code,Starts At,Ends At\nSpring,SPRING-K4M2-7XQ9,-10%,active,3,50,,2026-04-01 00:00:00 UTC\nOther,OTHER-K4M2-8XW9,-10%,active,0,,,",
    { noLimit: "unlimited", mapping: { "Times Used In Total": "ignore" } },
  ],
  [
    "Stripe",
    "id,Code,Coupon ID,Active,Max Redemptions,Times Redeemed,Expires At (UTC),Created (UTC)\npromo_1,SPRING-K4M2-7XQ9,abc,true,50,3,2026-04-01 00:00,2026-01-05 10:00\npromo_2,OTHER-K4M2-8XW9,abc,true,,0,,2026-01-05 10:00",
    { noLimit: "unlimited", mapping: { "Times Redeemed": "ignore", "Created (UTC)": "ignore" } },
  ],
  [
    "Lemon Squeezy",
    "name,code,amount,is_limited_redemptions,max_redemptions,starts_at,expires_at\nSpring,SPRINGK4M27XQ9,10,1,50,2026-01-05T10:00:00.000000Z,2026-04-01T00:00:00.000000Z\nOther,OTHERK4M28XW9,10,0,0,,",
    { noLimit: "unlimited", mapping: { is_limited_redemptions: "ignore" } },
  ],
  [
    "Paddle",
    "code,description,usage_limit,times_used,expires_at\nSPRING-K4M2-7XQ9,x,50,3,2026-03-31\nOTHER-K4M2-8XW9,x,unlimited,0,",
    { mapping: { times_used: "ignore" } },
  ],
  [
    "BigCommerce",
    "Coupon Name,Coupon Code,Discount,Max Uses,Expires,Times Used\nSpring,SPRING-K4M2-7XQ9,10%,50,03/31/2026,3\nOther,OTHER-K4M2-8XW9,10%,0,,0",
    { noLimit: "unlimited", mapping: { "Times Used": "ignore" } },
  ],
  ["Gumroad", 'name,code,max_purchase_count,expires_at\nSpring,spring-k4m2-7xq9,50,"Mar 31, 2026"\nOther,other-k4m2-8xw9,∞,', {}],
  ["Eventbrite", "Code,Quantity available,Start date,End date\nSPRING-K4M2-7XQ9,50,2026-01-05,2026-03-31\nOTHER-K4M2-8XW9,Unlimited,,", {}],
  [
    "a German spreadsheet",
    "Zugangscode;Nutzungen;Läuft ab;Reserviert für\nSPRING-K4M2-7XQ9;50;31.03.2026;\nOTHER-K4M2-8XW9;-1;;Ada <ada@example.org>",
    {},
  ],
])("the codes of %s keep their limit and expire as there", async (_product, text, options) => {
  const { codes, reply } = await importList(text, options);
  expect(reply.refused).toEqual([]);
  expect(codes.map(({ allowedClaims, validUntil }) => [allowedClaims, validUntil])).toEqual([
    [50, "2026-04-01T00:00:00.000Z"],
    [unlimitedUses, null],
  ]);
  expect(reply.unlimited).toBe(1);
});

test("a list of an app store has a link beside each code and no headers", async () => {
  const link = "https://apps.apple.com/redeem?ctx=offercodes&id=1&code=";
  const { codes } = await importList(`K4M27XQ9P3,${link}K4M27XQ9P3\nK4M28XW9P3,${link}K4M28XW9P3`);
  expect(codes.map(({ code }) => code)).toEqual(["K4M27XQ9P3", "K4M28XW9P3"]);
});

test("an import asks what 0 and empty limits mean, and adds no code with a guessed limit", async () => {
  const ctx = await createProject();
  const text = "code,usage_limit\nSPRING-K4M2-7XQ9,0\nOTHER-K4M2-8XW9,\nLAST-K4M2-9XR9,3";
  const { questions } = await check(ctx, text);
  expect(questions).toEqual([{ kind: "no_limit", column: "usage_limit", rows: 2, values: ["0", ""], options: ["unlimited", "uses"] }]);
  expect((await importCodes(ctx, Buffer.from(text), {})).refused.map(({ row, reason }) => [row, reason])).toEqual([
    [2, expect.stringContaining("unlimited")],
    [3, expect.stringContaining("unlimited")],
  ]);
  const { codes } = await importList(text, { noLimit: "uses", uses: 7 });
  expect(codes.map(({ allowedClaims }) => allowedClaims)).toEqual([7, 7, 3]);
});

test("an empty cell of our own template has the value for all codes", async () => {
  const { codes } = await importList("code,uses\nSPRING-K4M2-7XQ9,\nOTHER-K4M2-8XW9,2", { uses: 5 });
  expect(codes.map(({ allowedClaims }) => allowedClaims)).toEqual([5, 2]);
});

test.each([
  ["Valable jusqu'à nouvel ordre", "2026-03-31"],
  ["Termina", "31/03/2026"],
  ["Redemption cap", "3"],
  ["Owner", "ada@example.org"],
])("a column %s that isn't used must be confirmed or chosen", async (header, value) => {
  const ctx = await createProject();
  const text = `code,${header}\nSPRING-K4M2-7XQ9,${value}`;
  const { questions, ignoredColumns } = await check(ctx, text);
  expect(questions).toMatchObject([{ kind: "unused_column", column: header, rows: 1, values: [value] }]);
  expect(ignoredColumns).toEqual([header]);
  await expect(importCodes(ctx, Buffer.from(text), {})).rejects.toMatchObject({
    errorName: "invalid_input",
    fields: { mapping: [expect.stringContaining(header)] },
  });
  expect((await check(ctx, text, { mapping: { [header]: "ignore" } })).questions).toEqual([]);
});

test("a chosen column is used", async () => {
  const { codes } = await importList("code,Termina\nSPRING-K4M2-7XQ9,31/03/2026", { mapping: { Termina: "validUntil" } });
  expect(codes[0]?.validUntil).toBe("2026-04-01T00:00:00.000Z");
});

test("an import asks for the order of day and month if no date of the column decides it, and shows how dates are read", async () => {
  const ctx = await createProject();
  const text = "code,expires\nSPRING-K4M2-7XQ9,03/04/2026\nOTHER-K4M2-8XW9,05/04/2026";
  const { questions } = await check(ctx, text);
  expect(questions).toMatchObject([
    { kind: "date_order", column: "expires", rows: 2, options: ["month_first", "day_first", "year_first"] },
  ]);
  await expect(importCodes(ctx, Buffer.from(text), {})).rejects.toMatchObject({ fields: { dates: [expect.any(String)] } });
  const answered = await check(ctx, text, { dates: "day_first" });
  expect(answered.questions).toEqual([]);
  expect(answered.dates[0]?.samples[0]).toEqual({ value: "03/04/2026", date: "2026-04-04T00:00:00.000Z" });
  const decided = await check(ctx, `${text}\nLAST-K4M2-9XR9,25/04/2026`);
  expect(decided.questions).toEqual([]);
  expect(decided.dates[0]?.samples[0]).toEqual({ value: "03/04/2026", date: "2026-04-04T00:00:00.000Z" });
});

test("an end that says never, in words or as a zero date, is none", async () => {
  const ends = ["never", "0000-00-00 00:00:00", "NULL", "N/A", "unlimited", "no limit"];
  const { codes } = await importList(["code,expires", ...ends.map((end, index) => `K4M2-7XQ${index}-P3,${end}`)].join("\n"));
  expect(codes.map(({ validUntil }) => validUntil)).toEqual(ends.map(() => null));
});

test.each([
  ["csv", "titles"],
  ["csv", "names"],
  ["xlsx", "titles"],
  ["xlsx", "names"],
] as const)("an exported list of codes comes back as it was, as %s with %s", async (format, header) => {
  const text = fc.string({ unit: fc.constantFrom(..."ab1 é-_'\"=+@;|"), minLength: 1, maxLength: 12 });
  const tags = fc.sample(text, { numRuns: 12, seed: 7 });
  const rows = tags.map((tag, index) => [
    ...[`00${index}7XQ9K4M2`, String(index + 1), index % 2 ? "2026-01-01T00:00:00.000Z" : "", index % 3 ? "2026-03-05T13:31:25.123Z" : ""],
    ...[index % 4 ? "" : `'+ada${index}@example.org`, tag],
  ]);
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const file = [["code", "uses", "valid from", "valid until", "reserved for", "tags"], ...rows]
    .map((row) => row.map(cell).join(","))
    .join("\n");
  const original = await importList(file);
  expect(original.reply.refused).toEqual([]);
  const { csv } = listCodesEndpoint;
  if (!csv) throw new Error("Codes have no export");
  const list = listCodes(original.ctx, {});
  const pieces = await Array.fromAsync(exportChunks({ csv, format, header }, await list));
  const exported = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
  const { codes, reply } = await importList(exported);
  expect(reply.refused).toEqual([]);
  const content = (each: (typeof codes)[number]) => {
    const { code, allowedClaims, validFrom, validUntil, reservedFor } = each;
    return { code, allowedClaims, validFrom, validUntil, reservedFor, tags: each.tags };
  };
  const byCode = (all: typeof codes) => all.map(content).sort((a, b) => (a.code < b.code ? -1 : 1));
  expect(byCode(codes)).toEqual(byCode(original.codes));
});

test.each([
  ["America/New_York", "2030-10-01T04:00:00.000Z", "2031-01-01T05:00:00.000Z"],
  ["Asia/Kolkata", "2030-09-30T18:30:00.000Z", "2030-12-31T18:30:00.000Z"],
])("the days of a code's window are those of %s, and it lasts through its last day", async (timeZone, validFrom, validUntil) => {
  const ctx = await createProject();
  await updateProject(ctx, { timeZone });
  const { batch } = await importCodes(ctx, Buffer.from("code,valid from,valid until\nSPRING-K4M2-7XQ9,2030-10-01,2030-12-31\n"), {});
  expect(await collectAll(listCodes(ctx, { batch: batch?.id }))).toMatchObject([{ validFrom, validUntil }]);
});

test("a code in whose row the file ends isn't added, because its limits can be missing", async () => {
  const ctx = await createProject();
  const file = "code,uses,valid until\nSPRING-K4M2-7XQ9,1,2030-12-31\nOTHER-K4M2-8XW9,1,2030-12-31\nTHIRD-K4M2-6WQ4,5";
  const { imported, refused } = await check(ctx, file);
  expect({ imported, refused }).toMatchObject({ imported: 2, refused: [{ row: 4, reason: expect.stringContaining("the file ends") }] });
});
