// cspell:words Mailadresse muller Müller ller
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Cell } from "hucre";
import { writeXlsx } from "hucre/xlsx";
import { expect, onTestFinished, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { importCodes } from "../codes/import-codes";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { listImportRows } from "./record";
import { uploadImport } from "./upload";

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const text = "Mailadresse\tVorname\nmuller@example.org\tMüller – Zoë\n";
const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
test.each([
  ["UTF-8", Buffer.from(text), "UTF-8"],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`), "UTF-8"],
  ["UTF-16 LE", utf16, "UTF-16LE"],
  ["UTF-16 BE", Buffer.from(utf16).swap16(), "UTF-16BE"],
  ["Windows-1252", Buffer.from(text.replace("–", "\x96"), "latin1"), "WINDOWS-1252"],
])("%s is detected", async (_name, file, encoding) => {
  const ctx = await createProject();
  expect(await uploadLeads(ctx, file)).toMatchObject({
    encoding,
    delimiter: "\t",
    suggestedMapping: { Mailadresse: "email", Vorname: "firstname" },
  });
  await importLeads(ctx, file);
  expect((await getLead(ctx, "muller@example.org")).firstname).toBe("Müller – Zoë");
});

test("an Excel file is read with its dates, and formulas are data", async () => {
  const ctx = await createProject();
  const rows = [
    ["Email", "First name", "Created"],
    ["ada@example.org", "=1+1", new Date("2020-01-02T00:00:00Z")],
  ];
  const { done } = await importLeads(ctx, await writeXlsx({ sheets: [{ name: "Leads", rows }] }));
  expect(done).toMatchObject({ format: "xlsx", result: { created: 1 } });
  expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: "=1+1", createdAt: "2020-01-02T00:00:00.000Z" });
});

const workbook = (...rows: string[][]) => writeXlsx({ sheets: [{ name: "a", rows: [["email"], ...rows] }] });
/** An Excel file with a row, in whose files and their names `from` was replaced. Not compressed, which takes half a second for 5 MB. */
const changedWorkbook = async (cell: string, from: string, to: string) => {
  const files = Object.entries(unzipSync(await workbook([cell])));
  const changed = files.map(([name, content]) => [name.replace(from, to), strToU8(strFromU8(content).replaceAll(from, to))]);
  return zipSync(Object.fromEntries(changed), { level: 0 });
};
/** An Excel file whose second row says that it has another number. */
const misnumbered = (number: string) => changedWorkbook("a@example.org", '<row r="2"', `<row r="${number}"`);
const withCell = (cell: string) => changedWorkbook("@@@", "@@@", cell);

test("at most six files of a project arrive at a time, and stalled ones don't block files of codes or of other projects", async () => {
  const ctx = await createProject();
  const started: number[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isFull, resolve: setFull } = Promise.withResolvers<void>();
  const uploads = Array.from({ length: 8 }, (_, index) =>
    uploadImport(
      ctx,
      (async function* () {
        if (started.push(index) === 6) setFull();
        await released;
        yield Buffer.from("email\na@example.org");
      })(),
      "leads.csv",
    ),
  );
  await isFull;
  expect(await uploadLeads(await createProject(), "email\na@example.org")).toMatchObject({ format: "csv" });
  expect(await importCodes(ctx, Buffer.from("code\nQX7V-9RTM-4KZP"), { dryRun: true })).toMatchObject({ imported: 1 });
  expect(started.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  release();
  expect(await Promise.all(uploads)).toHaveLength(8);
  expect(started.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test.each(["sep=;\n", '"sep=;"\n'])("the first line %j only states the separator, and rows keep their numbers", async (line) => {
  const ctx = await createProject();
  const { id, columns, delimiter } = await uploadLeads(ctx, `${line}email;name, title\n\n;\na@example.org;Ada, Dr.\n`);
  expect({ columns, delimiter }).toEqual({ columns: ["email", "name, title"], delimiter: ";" });
  expect(await collectAll(await listImportRows(ctx, id, {}))).toMatchObject([{ row: 5, cells: ["a@example.org", "Ada, Dr."] }]);
});

test("an upload removes the files of uploads that were killed hours ago", async () => {
  const [abandoned, recent] = [7, 5].map((hours) => {
    const path = join(tmpdir(), `gatehouse-import-${randomUUID()}`);
    writeFileSync(path, "");
    utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000));
    return path;
  }) as [string, string];
  onTestFinished(() => rmSync(recent));
  await uploadLeads(await createProject(), "email\na@example.org");
  expect([existsSync(abandoned), existsSync(recent)]).toEqual([false, true]);
});

test("an Excel file with gaps between its rows keeps their numbers", async () => {
  const ctx = await createProject();
  const { id } = await uploadLeads(ctx, await misnumbered("5"));
  expect(await collectAll(await listImportRows(ctx, id, {}))).toMatchObject([{ row: 5, cells: ["a@example.org"] }]);
});

test("a formula of an Excel file is read as its saved value, and never evaluated or imported as a formula", async () => {
  const ctx = await createProject();
  const rows = [["Email", "First name", "Notes"], ["ada@example.org"], ["grace@example.org"]];
  const cells = new Map<string, Partial<Cell>>([
    ["1,1", { formula: "1+1", formulaResult: "Ada" }],
    ["1,2", { formula: 'HYPERLINK("https://example.com","Click")', formulaResult: "Click" }],
    ["2,1", { formula: 'IMAGE("https://example.com")' }],
  ]);
  const file = await writeXlsx({ sheets: [{ name: "Leads", rows, cells }] });
  const { done } = await importLeads(ctx, file);
  expect(done.result.created).toBe(2);
  expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: "Ada", notes: "Click" });
  expect(await getLead(ctx, "grace@example.org")).toMatchObject({ firstname: null, notes: "" });
});

const bomb = async () => {
  const file = Buffer.from(await workbook(["a@example.org"]));
  // Both places that state the unpacked size of each file say 4 GB.
  for (let at = file.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = file.indexOf("PK\x01\x02", at + 4, "latin1"))
    file.writeUInt32LE(0xfffffffe, at + 24);
  return file;
};
test.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, RegExp]>([
  ["an empty file", () => "", /empty/],
  ["headers only", () => "email\n", /no rows/],
  ["a cell of 1 MB", () => `email,notes\na@example.org,${"x".repeat(1_000_000)}`, /Row 2 has more than 100,000 characters/],
  ["10,000 columns", () => `email\n${"x,".repeat(10_000)}`, /Row 2 has 10,001 columns/],
  ["20,000 empty columns", () => `email\n${",".repeat(20_000)}`, /Row 2 has 20,001 columns/],
  ["a row of separators only", () => `email\n${",".repeat(600_000)}`, /Row 2 has more than 100,000 characters/],
  ["more than a million empty lines", () => `email\n${"\n".repeat(1_200_000)}a@example.org`, /1,048,576 with the empty ones/],
  ["a NUL byte", () => "email,notes\na@example.org,\0", /Row 2 has a NUL/],
  ["a quote that is never closed", () => 'email,notes\na@example.org,"half', /cut off/],
  [
    "a quote that is never closed in front of more than a million lines",
    () => `email,notes\na@example.org,x\n"b@example.org,y\n${"a,b\n".repeat(1_200_000)}`,
    /^Row 3 has a quote that is never closed/,
  ],
  ["a quote in the wrong place", () => 'email,notes\na@example.org,"a "b", c"', /Row 2 has a quote in the wrong place/],
  ["a file cut in the middle of a character", () => Buffer.from("email\nü").subarray(0, 7), /cut off/],
  [
    "mixed encodings",
    () => Buffer.concat([Buffer.from("email,n\na@example.org,Müller é à\n"), Buffer.from("b@example.org,M\xfcller", "latin1")]),
    /mixes/,
  ],
  ["a truncated Excel file", async () => (await workbook()).subarray(0, 700), /damaged or cut off/],
  ["an Excel file that unpacks to gigabytes", bomb, /too large when unpacked/],
  ["an Excel file that unpacks to 1,000 times its size", () => workbook(["x".repeat(3_000_000)]), /too large when unpacked/],
  ["an Excel cell of 1 MB", () => withCell(randomBytes(500_000).toString("hex")), /Row 2 has more than 100,000 characters/],
  ["an Excel cell of 5 MB", () => withCell(randomBytes(2_500_000).toString("hex")), /Row 2 has more than 100,000 characters/],
  ["an Excel tag of 200 KB", () => withCell(`<${"a".repeat(200_000)}`), /damaged or cut off/],
  [
    "an Excel cell in a far column with a long tag",
    () => changedWorkbook("x", '<c r="A2"', `<c x="${">".repeat(80_000)}" r="AAAA2"`),
    /column AAA/,
  ],
  ["an Excel row of 300 columns", () => workbook(Array(300).fill("x")), /Row 2 has 300 columns/],
  ["an Excel row of 10,000 columns", () => workbook(Array(10_000).fill("x")), /cells in column AAA or later/],
  ["a ZIP file that isn't of Excel", () => changedWorkbook("x", "xl/workbook.xml", "my/contacts.csv"), /Unpack it/],
  ["an Excel file with a row twice", () => misnumbered("1"), /damaged or cut off/],
  ["an Excel file with a negative row", () => misnumbered("-5"), /damaged or cut off/],
  ["an Excel file with a row without a number", () => misnumbered("x"), /damaged or cut off/],
  ["an old Excel file", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /old or encrypted/],
])("%s is refused with a clear error, and nothing is stored", async (_name, file, message) => {
  const ctx = await createProject();
  const outcome = await uploadLeads(ctx, await file()).catch((error: Error & { errorName?: string }) => error);
  expect(outcome).toMatchObject({ errorName: "import_not_readable", message: expect.stringMatching(message) });
  expect(await queryRows(db, sql`select from imports where project_id = ${ctx.projectId}`)).toEqual([]);
  expect(await queryRows(db, sql`select from import_rows where project_id = ${ctx.projectId}`)).toEqual([]);
});
