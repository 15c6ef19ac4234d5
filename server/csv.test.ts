import { expect, test } from "vitest";
import type { CsvCell, CsvExport } from "@/contract/endpoint";
import { csvChunks } from "./csv";

const csv: CsvExport<CsvCell[]> = { name: "cells", columns: { One: ([one]) => one ?? null, Two: ([, two]) => two ?? null } };

async function toCsvRow(...items: CsvCell[][]): Promise<string> {
  const pieces = await Array.fromAsync(csvChunks(csv as CsvExport, { page: items, next: null, total: items.length }));
  return pieces.join("").replace("\uFEFFOne,Two\r\n", "");
}

test("starts with a byte order mark and the column titles", async () => {
  expect(await Array.fromAsync(csvChunks(csv as CsvExport, { page: [], next: null, total: 0 }))).toEqual(["\uFEFFOne,Two\r\n", ""]);
});

test.each<[CsvCell, string]>([
  ["Ada", "Ada"],
  ["", ""],
  [null, ""],
  [true, "true"],
  [42, "42"],
  [-1, "-1"],
  ['O"Hara, Ada', '"O""Hara, Ada"'],
  ["two\nlines", '"two\nlines"'],
  ["فاطمة الزهراء", "فاطمة الزهراء"],
  ["=1+1", "'=1+1"],
  ["+49 30 123", "'+49 30 123"],
  ["-Ada", "'-Ada"],
  ["@ada", "'@ada"],
  ["\tada", "'\tada"],
  ['=HYPERLINK("https://example.org","click")', `"'=HYPERLINK(""https://example.org"",""click"")"`],
  // Only `{ text }` cells are protected from conversion to a number.
  ["007", "007"],
])("writes %j as %j", async (cell, expected) => {
  expect(await toCsvRow([cell, "x"])).toBe(`${expected},x\r\n`);
});

test.each([
  ...["007", "000000", "555555", "1", "2e5", "2E5", "12.50", "1,5", "12-05", "2026-11-21", "10:30", "3/4", "123 456", "-5", "+5", "5%"],
  ...["may2026", "jan-5", "5-jan", "21 november", "TRUE", "false", " 7"],
])("keeps the text %j as text in spreadsheets", async (text) => {
  expect(await toCsvRow([{ text }, null])).toBe(`"=""${text}""",\r\n`);
});

test.each(["curious-otter", "bc2df3", "2d5x", "e5", "mayfly-7th", "march-hare", "1e", "", "trueblue"])(
  "writes the text %j without quotes, because spreadsheets keep it as text",
  async (text) => {
    expect(await toCsvRow([{ text }, null])).toBe(`${text},\r\n`);
  },
);

test("neutralizes a text that starts a formula", async () => {
  expect(await toCsvRow([{ text: '=A1&"x"' }, { text: "@sum" }])).toBe(`"'=A1&""x""",'@sum\r\n`);
});

test("streams lists chunk by chunk", async () => {
  let requestedChunks = 0;
  async function* chunks() {
    for (; requestedChunks < 3; requestedChunks++) yield [[`${requestedChunks}`, null]] as CsvCell[][];
  }
  const pieces = csvChunks(csv as CsvExport, { chunks: chunks() });
  await pieces.next();
  expect(requestedChunks).toBe(0);
  expect((await pieces.next()).value).toBe("0,\r\n");
  expect((await pieces.next()).value).toBe("1,\r\n");
  expect(requestedChunks).toBe(1);
});
