import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { ExportFormat } from "@/contract/enums";
import type { CsvCell, CsvExport } from "@/contract/export-columns";
import type { ApiError } from "../api-error";
import { type ListResult, readAllFrom } from "../pagination";
import { markFormula, unmarkFormula } from "../table-files/cells";
import { exportChunks } from "./file-formats";

const csv: CsvExport<CsvCell[]> = {
  name: "cells",
  columns: { one: ["One", ([one]) => one ?? null], "second.part": ["Two", ([, two]) => two ?? null] },
};

const page = (items: CsvCell[][]): ListResult<unknown> => ({ page: items, next: null, total: items.length });

const exportRows = (format: ExportFormat, list: ListResult<unknown>, columns?: string[]) =>
  exportChunks({ csv: csv as CsvExport, format, columns }, list);

async function toCsvRow(...items: CsvCell[][]): Promise<string> {
  const pieces = await Array.fromAsync(exportRows("csv", page(items)));
  return pieces.join("").replace("\uFEFFOne,Two\r\n", "");
}

const toBytes = async (chunks: AsyncIterable<string | Uint8Array>): Promise<Buffer> =>
  Buffer.concat((await Array.fromAsync(chunks)).map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));

/** The cells of each sheet of an Excel file. */
async function readSheets(list: ListResult<unknown>): Promise<unknown[][][]> {
  const { sheets } = await readXlsx(await toBytes(exportRows("xlsx", list)));
  return sheets.map(({ rows }) => rows);
}

test("a CSV file starts with a byte order mark and the column titles", async () => {
  expect(await Array.fromAsync(exportRows("csv", page([])))).toEqual(["\uFEFFOne,Two\r\n", ""]);
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
  // Codes reach other programs as they are.
  ["004217", "004217"],
  ["2e5", "2e5"],
  ["curious-otter", "curious-otter"],
  ["=1+1", "'=1+1"],
  ["+49 30 123", "'+49 30 123"],
  ["-Ada", "'-Ada"],
  ["@ada", "'@ada"],
  ["Ada;=1+1", "Ada;'=1+1"],
  ["Ada|@ada\t-1;'=2", "Ada|'@ada\t'-1;''=2"],
  ["Ada\n=1+1", `"Ada\n'=1+1"`],
  ["a=b; c - d", "a=b; c - d"],
  ["\tada", "'\tada"],
  ['=HYPERLINK("https://example.org","click")', `"'=HYPERLINK(""https://example.org"",""click"")"`],
])("the cell %j is written as %j in a CSV file", async (cell, expected) => {
  expect(await toCsvRow([cell, "x"])).toBe(`${expected},x\r\n`);
});

test("every text can be restored from a file, and none in a CSV file starts a formula", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\n", ";", "|", "\uFF1D", "a", " ") }),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom("csv", "xlsx"), (original, format) => {
      const marked = markFormula(original, format);
      expect(unmarkFormula(marked)).toBe(original);
      if (format === "csv") expect(marked).not.toMatch(/(?:^|[;|\t\r\n])[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/);
    }),
  );
});

test("every text of an Excel file is a text cell, and numbers are numbers", async () => {
  const texts = [
    "004217",
    "2e5",
    "=1+1",
    "+49 30 123",
    "@ada",
    "12-05",
    "true",
    'O"Hara <Ada> & Co',
    "two\nlines",
    " padded ",
    "ab\u0001c",
  ];
  const [[titles, ...rows] = []] = await readSheets(page(texts.map((text, index) => [text, index])));
  expect(titles).toEqual(["One", "Two"]);
  expect(rows).toEqual(texts.map((text, index) => [text, index]));
});

test("an Excel file can have empty cells, booleans and no rows", async () => {
  const [rows = []] = await readSheets(
    page([
      [null, true],
      ["x", null],
    ]),
  );
  expect(rows.slice(1).map(([one = null, two = null]) => [one, two])).toEqual([
    [null, true],
    ["x", null],
  ]);
  expect(await readSheets(page([]))).toEqual([[["One", "Two"]]]);
});

test("the columns of texts have the format of text, so that Excel keeps a code that is edited", async () => {
  const { sheets } = await readXlsx(await toBytes(exportRows("xlsx", page([["004217", 3]]))), { readStyles: true });
  const [code, amount] = ["1,0", "1,1"].map((position) => sheets[0]?.cells?.get(position));
  expect(code?.style?.numFmt).toBe("@");
  expect(amount?.style?.numFmt).toBeUndefined();
});

test("an NDJSON file has one record or the chosen columns per line", async () => {
  const list = () => page([["a\nb", 1]]);
  expect(await toBytes(exportRows("ndjson", list()))).toEqual(Buffer.from('["a\\nb",1]\n'));
  expect(String(await toBytes(exportRows("ndjson", list(), ["TWO", "one"])))).toBe('{"TWO":1,"one":"a\\nb"}\n');
});

test("a table for a program has columns with the names of the fields of records, or those that it asked for", async () => {
  const list = () => page([["a", 1]]);
  const write = (columns?: string[]) => exportChunks({ csv: csv as CsvExport, format: "csv", columns, header: "names" }, list());
  expect(String(await toBytes(write()))).toBe("\uFEFFone,second.part\r\na,1\r\n");
  expect(String(await toBytes(write(["two", "one"])))).toBe("\uFEFFtwo,one\r\n1,a\r\n");
  const { sheets } = await readXlsx(await toBytes(exportChunks({ csv: csv as CsvExport, format: "xlsx", header: "names" }, list())));
  expect(sheets[0]?.rows).toEqual([
    ["one", "second.part"],
    ["a", 1],
  ]);
});

test("a file has the chosen columns in the chosen order", async () => {
  const list = () => page([["a", 1]]);
  expect(String(await toBytes(exportRows("csv", list(), ["two", "One"])))).toBe("\uFEFFTwo,One\r\n1,a\r\n");
  const { sheets } = await readXlsx(await toBytes(exportRows("xlsx", list(), ["two"])));
  expect(sheets[0]?.rows).toEqual([["Two"], [1]]);
});

test("a file with columns that a list doesn't have is rejected before a row is read", () => {
  const list: ListResult<unknown> = {
    page: [],
    next: null,
    total: 0,
    addedColumns: [{ name: "fields.about", title: "About us?", cell: () => null, olderName: "field.about" }],
  };
  const rejected = (columns: string[]) => {
    try {
      exportRows("csv", list, columns);
    } catch (error) {
      return (error as ApiError).fields?.columns;
    }
  };
  for (const name of ["fields.about", "field.about"]) expect(rejected(["one", name])).toBeUndefined();
  expect(rejected(["second.part2", "x"])).toEqual([
    'includes "second.part2", which isn\'t a column of this list. Did you mean second.part?',
    'includes "x", which isn\'t a column of this list. This list has one, second.part, fields.about.',
  ]);
});

test("a CSV file is streamed chunk by chunk", async () => {
  let requestedChunks = 0;
  async function* chunks() {
    for (; requestedChunks < 3; requestedChunks++) yield [[`${requestedChunks}`, null]] as CsvCell[][];
  }
  const pieces = exportRows("csv", { readAll: readAllFrom(chunks) });
  await pieces.next();
  expect(requestedChunks).toBe(0);
  expect((await pieces.next()).value).toBe("0,\r\n");
  expect((await pieces.next()).value).toBe("1,\r\n");
  expect(requestedChunks).toBe(1);
});

test("requests the rows of an Excel file only as fast as it is read, and stops when the reader does", async () => {
  let requestedRows = 0;
  let isClosed = false;
  async function* chunks() {
    try {
      for (;;) {
        requestedRows += 100;
        // Random texts, which don't compress.
        yield Array.from({ length: 100 }, () => [crypto.randomUUID().repeat(20), null]) as CsvCell[][];
      }
    } finally {
      isClosed = true;
    }
  }
  const pieces = exportRows("xlsx", { readAll: readAllFrom(chunks) });
  for (let piece = 0; piece < 12; piece++) expect((await pieces.next()).done).toBe(false);
  expect(requestedRows).toBeLessThan(5000);
  await pieces.return(undefined);
  expect(isClosed).toBe(true);
});

test("an Excel file fails before it starts if the first rows can't be read", async () => {
  async function* chunks(): AsyncGenerator<CsvCell[][]> {
    yield* [];
    throw new Error("The database is gone");
  }
  await expect(exportRows("xlsx", { readAll: readAllFrom(chunks) }).next()).rejects.toThrow("The database is gone");
});
