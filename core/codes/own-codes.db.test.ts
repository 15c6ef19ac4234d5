import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { GenerateCodesInput } from "@/contract/codes";
import { customCodeType } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { createBatch } from "../batches/create";
import { getBatch } from "../batches/record";
import type { Context } from "../context";
import { listFormats } from "./capacity";
import { claimCode } from "./claim";
import { formats } from "./draw-code";
import { generateCodes } from "./generate";
import { importCodes } from "./import-codes";
import { listCodes } from "./list";
import { patternFormat } from "./pattern-format";

const { ctx, db } = await createTestApp();
const generate = (input: object, generateCtx: Context = ctx) => collectAll(generateCodes(generateCtx, GenerateCodesInput.parse(input)));

describe("a code of your own", () => {
  test("is created as typed, with the type custom", async () => {
    const [code, ...others] = await generate({ code: "  SPRING-A1B2 ", allowedClaims: 50, name: "Spring" });
    expect(others).toEqual([]);
    expect(code).toMatchObject({ code: "SPRING-A1B2", type: "custom", status: "active", allowedClaims: 50, batch: { name: "Spring" } });
    expect(await claimCode(ctx, { code: normalizeCode("spring a1B2"), email: "ada@example.org" })).toMatchObject({ code: "SPRING-A1B2" });
  });

  test("can't have the letters and digits of an existing code", async () => {
    await generate({ code: "Winter Gala 2026" });
    for (const code of ["WINTER  GALA2026", "winter_gala-2026"]) expect(await getErrorName(generate({ code }))).toBe("code_exists");
    const taken = (await generate({ amount: 1, type: "numeric" }))[0]?.code ?? "";
    expect(await getErrorName(generate({ code: taken }))).toBe("code_exists");
    expect(await getErrorName(createBatch(ctx, { code: taken }))).toBe("code_exists");
  });

  test.each(["4711", "AB", "LAUNCH", "password", "a-b-c"])("needs a confirmation if it's as easy to guess as %s", async (code) => {
    const { ctx: projectCtx } = await insertProject(ctx);
    expect(await getErrorName(generate({ code }, projectCtx))).toBe("code_easy_to_guess");
    expect(await getErrorName(createBatch(projectCtx, { code }))).toBe("code_easy_to_guess");
    expect(await generate({ code, allowEasyToGuess: true }, projectCtx)).toMatchObject([{ code }]);
  });

  test("needs no confirmation if it's reserved, because others can't claim it", async () => {
    expect(await generate({ code: "4712", reservedFor: "ada@example.org" })).toMatchObject([{ code: "4712" }]);
  });
});

describe("a pattern", () => {
  test.each([
    ["SPRING-####-????", undefined, /^SPRING-\d{4}-[BCDFGHJKMNPQRSTVWXYZ]{4}$/],
    ["vip-***********", undefined, /^vip-[bcdfghjkmnpqrstvwxyz2-9]{11}$/],
    ["Fair_** ******", "XYZ789abc", /^Fair_[XYZ789abc]{2} [XYZ789abc]{6}$/],
  ])("%s with the alphabet %s generates different codes that match it", async (pattern, alphabet, expected) => {
    const codes = await generate({ amount: 300, pattern, alphabet });
    expect(codes.filter(({ code, type }) => !expected.test(code) || type !== "custom")).toEqual([]);
    const rows = await queryRows<{ key: string; text: string }>(
      db,
      sql`select key, text from codes where batch_id = ${codes[0]?.batch.id}`,
    );
    expect(rows.filter(({ key, text }) => key !== normalizeCode(text))).toEqual([]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(300);
    expect(await getBatch(ctx, codes[0]?.batch.id ?? "")).toMatchObject({ pattern, type: "custom", amount: 300 });
  });

  test("generates its last code, and no more than there are", async () => {
    const pattern = "LAST-##";
    await generate({ code: "last 42", allowEasyToGuess: true });
    expect(await generate({ amount: 90, pattern, allowEasyToGuess: true })).toHaveLength(90);
    const message = /^Only 9 codes of this pattern are left/;
    await expect(generate({ amount: 10, pattern, allowEasyToGuess: true })).rejects.toMatchObject({
      errorName: "code_space_exhausted",
      message: expect.stringMatching(message),
    });
    expect(await generate({ amount: 9, pattern, allowEasyToGuess: true })).toHaveLength(9);
    expect(await queryRows(db, sql`select from codes where key like 'last__'`)).toHaveLength(100);
    await expect(generate({ amount: 1, pattern, allowEasyToGuess: true })).rejects.toThrow("All codes of this pattern are in use.");
  });

  test("needs a confirmation if its codes are easy to guess, counting those that exist", async () => {
    const pattern = "RISK-?????";
    const allowed = Math.floor(20 ** 5 / 10_000);
    expect(await getErrorName(generate({ amount: allowed + 1, pattern }))).toBe("code_easy_to_guess");
    expect(await generate({ amount: allowed, pattern })).toHaveLength(allowed);
    expect(await getErrorName(createBatch(ctx, { amount: 1, pattern }))).toBe("code_easy_to_guess");
    expect(await generate({ amount: 1, pattern, reservedFor: "ada@example.org" })).toHaveLength(1);
  });

  test("reads the same from SQL as from TypeScript", async () => {
    const format = patternFormat("a-##?*");
    const [row] = await queryRows<{ text: string }>(db, sql`select ${format.atSql} as text from (select 31415::bigint as i) as numbers`);
    expect(row?.text).toBe(format.at(31_415));
    expect(new Set(Array.from({ length: format.size }, (_, index) => format.at(index))).size).toBe(100 * 20 * 28);
  });
});

describe("a type", () => {
  const total = { numeric: 10 ** 6, alphanumeric: 28 ** 6, creative: formats.creative.size };

  test.each([
    ["numeric", 400_000],
    ["numeric", 101],
    ["creative", 100_000],
    ["creative", Math.floor(total.creative / 10_000) + 1],
    ["alphanumeric", Math.floor(total.alphanumeric / 10_000) + 1],
  ] as const)("%s asks before it generates %i codes, because they are easy to guess", async (type, amount) => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const input = { type, amount, allowEasyToGuess: false };
    expect(await getErrorName(generate(input, projectCtx))).toBe("code_easy_to_guess");
    expect(await getErrorName(createBatch(projectCtx, input))).toBe("code_easy_to_guess");
    expect(await queryRows(db, sql`select from batches where project_id = ${projectCtx.projectId}`)).toEqual([]);
  });

  test("generates as many as asked for if the caller confirms it, doesn't know the rule or reserves them", async () => {
    for (const options of [{ allowEasyToGuess: true }, {}, { allowEasyToGuess: false, reservedFor: "ada@example.org" }]) {
      const { ctx: projectCtx } = await insertProject(ctx);
      expect(await generate({ type: "numeric", amount: 101, ...options }, projectCtx)).toHaveLength(101);
      expect((await createBatch(projectCtx, { type: "numeric", amount: 102, ...options })).changed).toBe(102);
    }
    expect(await generate({ type: "numeric", amount: 100, allowEasyToGuess: false }, (await insertProject(ctx)).ctx)).toHaveLength(100);
  });

  test("counts the codes that exist, with the numbers of the preview, and names the chance", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    await generate({ type: "numeric", amount: 90 }, projectCtx);
    const generateMore = (amount: number) => generate({ type: "numeric", amount, allowEasyToGuess: false }, projectCtx);
    await expect(generateMore(11)).rejects.toMatchObject({
      errorName: "code_easy_to_guess",
      message: expect.stringMatching(/^About 1 in 9,900 guesses would find one of these\. Use longer codes, create fewer or reserve them/),
    });
    expect(await generateMore(10)).toHaveLength(10);
  });
});

test.each([
  [{}, "amount"],
  [{ amount: 2, code: "SPRING" }, "amount"],
  [{ amount: 1, code: "SPRING", pattern: "A##" }, "type"],
  [{ amount: 1, type: "numeric", pattern: "A##" }, "type"],
  [{ amount: 1, pattern: "A##", alphabet: "ab" }, "alphabet"],
  [{ amount: 1, pattern: "SPRING" }, "pattern"],
])("the request %j is refused with an error at %s", (input, field) => {
  expect(GenerateCodesInput.safeParse(input).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test("filters tell custom codes from alphanumeric ones, which are stored alike", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const custom = await generate({ amount: 3, pattern: "MINE-******" }, projectCtx);
  const alphanumeric = await generate({ amount: 2, type: "alphanumeric" }, projectCtx);
  const list = async (type: "custom" | "alphanumeric", sort?: "validUntil" | "code") =>
    (await collectAll(listCodes(projectCtx, { type, sort }))).map(({ code }) => code).sort();
  for (const sort of [undefined, "code", "validUntil"] as const) {
    expect(await list(customCodeType, sort)).toEqual(custom.map(({ code }) => code).sort());
    expect(await list("alphanumeric", sort)).toEqual(alphanumeric.map(({ code }) => code).sort());
  }
  const records = await listFormats(projectCtx);
  expect(records.map(({ type }) => type)).toEqual(Object.keys(formats));
  expect(records).toContainEqual(expect.objectContaining({ type: "alphanumeric", used: 2 }));
});

describe("an imported list", () => {
  const importText = (text: string, options: Parameters<typeof importCodes>[2] = {}, importCtx: Context = ctx) =>
    importCodes(importCtx, Buffer.from(text), options);
  const listBatch = async (batch: string | undefined) => (await collectAll(listCodes(ctx, { batch }))).reverse();

  test("adds the codes of its rows with their uses, validity and reservation, as one batch", async () => {
    await db.execute(sql`update projects set time_zone = 'Europe/Berlin' where id = ${ctx.projectId}`);
    const { batch, ...reply } = await importText(
      "Code;Uses;Valid from;Valid until;Reserved for;Color\nLIST-AAAA-1;50;2030-03-01;31.12.2030;;red\nlist bbbb 2;;;2031-01-01T12:00:00Z;Ada@Example.org;\n",
      { name: "Cards", uses: 3, tags: ["fair"] },
    );
    expect(reply).toMatchObject({ imported: 2, refused: [], ignoredColumns: ["Color"], easyToGuess: 0 });
    expect(await listBatch(batch?.id)).toMatchObject([
      {
        code: "LIST-AAAA-1",
        type: "custom",
        allowedClaims: 50,
        reservedFor: null,
        tags: ["fair"],
        batch: { name: "Cards" },
        validFrom: "2030-02-28T23:00:00.000Z",
        validUntil: "2030-12-31T23:00:00.000Z",
      },
      {
        code: "list bbbb 2",
        allowedClaims: 3,
        validFrom: null,
        validUntil: "2031-01-01T12:00:00.000Z",
        reservedFor: { email: "ada@example.org" },
      },
    ]);
    expect(await getBatch(ctx, batch?.id ?? "")).toMatchObject({ amount: 2, codeCount: 2, totalAllowedClaims: 53, pattern: null });
  });

  test("accepts the last date there is, which stands for codes that never expire", async () => {
    const { ctx: utc } = await insertProject(ctx);
    const { batch } = await importText("code,valid until\nFOREVER-AAAA,9999-12-31\nFOREVER-BBBB,12/30/9999", {}, utc);
    const list = await collectAll(listCodes(utc, { batch: batch?.id }));
    expect(list.map(({ validUntil }) => validUntil)).toEqual(["9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]);
  });

  test("adds a pasted list without headers, and nothing when it's imported again", async () => {
    const text = "PASTED-AAAA\r\nPASTED-BBBB\r\n\r\nPASTED-CCCC";
    expect(await importText(text, { dryRun: true })).toMatchObject({ batch: null, imported: 3, refused: [] });
    expect(await importText(text)).toMatchObject({ batch: { id: expect.any(String) }, imported: 3, refused: [] });
    const again = await importText(text);
    expect(again).toMatchObject({ batch: null, imported: 0 });
    expect(again.refused.map(({ row, value, reason }) => [row, value, reason])).toEqual([
      [1, "PASTED-AAAA", "already exists"],
      [2, "PASTED-BBBB", "already exists"],
      [4, "PASTED-CCCC", "already exists"],
    ]);
  });

  test("names every refused row with its column, value and reason, and adds the others", async () => {
    await generate({ code: "TAKEN-CODE-1" });
    const rows = [
      ["code", "uses", "expires", "starts", "email"],
      ["GOOD-CODE-1", "", "", "", ""],
      ["taken code 1", "", "", "", ""],
      ["good_code1", "", "", "", ""],
      ["no/slash", "", "", "", ""],
      ["GOOD-CODE-2", "0", "", "", ""],
      ["GOOD-CODE-3", "1", "soon", "", ""],
      ["GOOD-CODE-4", "1", "2030-01-01", "2030-02-01", ""],
      ["GOOD-CODE-5", "1", "", "", "ada@"],
      ["", "1", "", "", "ada@example.org"],
      ["GOOD-CODE-6", "2.0", "", "", ""],
    ];
    const reply = await importText(rows.map((row) => row.join("\t")).join("\n"));
    expect(reply.imported).toBe(2);
    expect(reply.refused.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
      [3, "code", "taken code 1", "already exists"],
      [4, "code", "good_code1", "is the same code as in row 2"],
      [5, "code", "no/slash", "must only contain letters, digits, spaces, hyphens and underscores"],
      [6, "uses", "0", expect.stringMatching(/^must be a whole number/)],
      [7, "expires", "soon", expect.stringMatching(/^must be a date/)],
      [8, "expires", "2030-01-01", "must be after the start"],
      [9, "email", "ada@", expect.stringMatching(/^must be a valid email/)],
      [10, "code", "", "must contain a letter or a digit"],
    ]);
    expect((await listBatch(reply.batch?.id)).map(({ code, allowedClaims }) => [code, allowedClaims])).toEqual([
      ["GOOD-CODE-1", 1],
      ["GOOD-CODE-6", 2],
    ]);
  });

  test("needs a confirmation if its codes are easy to guess", async () => {
    const short = Array.from({ length: 200 }, (_, index) => String(1000 + index)).join("\n");
    expect(await importText(short, { dryRun: true })).toMatchObject({ imported: 200, easyToGuess: 200, guesses: 50 });
    expect(await getErrorName(importText(short))).toBe("code_easy_to_guess");
    expect(await importText(short, { allowEasyToGuess: true })).toMatchObject({ imported: 200 });
  });

  test("needs a confirmation if its codes are numbered", async () => {
    const list = Array.from({ length: 12 }, (_, index) => `SPRING-CAFE-${String(index + 1).padStart(3, "0")}`).join("\n");
    expect(await importText(`${list}\nA-LONG-CODE-OF-ITS-OWN`, { dryRun: true })).toMatchObject({ imported: 13, easyToGuess: 12 });
    expect(await getErrorName(importText(list))).toBe("code_easy_to_guess");
    expect(await importText(list, { allowEasyToGuess: true })).toMatchObject({ imported: 12 });
    const random = "code\nCAFE-7K2M9QX1\nCAFE-H4W8RTB2\nCAFE-Z6N3PLD7\nBATCH-0001-9Q4Z7R2M\nBATCH-0500-3L8W5V6B";
    expect(await importText(random, { dryRun: true })).toMatchObject({ imported: 5, easyToGuess: 0 });
  });

  test("needs a confirmation if one of them is a common word that isn't reserved", async () => {
    const list = "code,reserved for\nA-LONG-CODE-OF-ITS-OWN,\nSUM-MER,\nwelcome1,ada@example.org";
    expect(await importText(list, { dryRun: true })).toMatchObject({ imported: 3, easyToGuess: 1 });
    expect(await getErrorName(importText(list))).toBe("code_easy_to_guess");
    expect(await importText(list, { allowEasyToGuess: true })).toMatchObject({ imported: 3, refused: [] });
  });

  test.each([
    ["", /file is empty/],
    ["number,color\nA,red", /first row must hold the headers/],
    ["code\n", /no codes/],
    ["code\nA\0B", /NUL/],
    [Array.from({ length: 100_001 }, (_, index) => `x${index}`).join("\n"), /at most 100,000 codes/],
  ])("refuses a file that isn't a list of codes and adds nothing: %#", async (text, message) => {
    await expect(importText(text)).rejects.toMatchObject({ errorName: "import_not_readable", message: expect.stringMatching(message) });
  });

  test("can have different start dates, which filters by status know", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const rows = Array.from({ length: 1100 }, (_, index) => `START-CODE-${index},${index < 1000 ? "" : "2100-01-01"}`);
    await importText(["code,from", ...rows].join("\n"), { allowEasyToGuess: true }, projectCtx);
    const count = async (status: "active" | "scheduled") => (await collectAll(listCodes(projectCtx, { status }))).length;
    expect([await count("active"), await count("scheduled")]).toEqual([1000, 100]);
  });
});
