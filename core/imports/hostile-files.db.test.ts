import { randomBytes } from "node:crypto";
import { strToU8, type Zippable, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { uploadLeads } from "@/tests/harness/imports";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { uploadImport } from "./upload";

const app = await createTestApp();
// What is loaded with the first upload isn't measured.
beforeAll(() => uploadLeads(app.ctx, "email\na@example.org"));
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

/**
 * Runs `callback`, and returns the longest CPU time that the thread of the event loop needed before it could do something else, in
 * milliseconds. Other processes don't prolong it.
 */
async function longestBlock(callback: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, process.threadCpuUsage()];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 5);
  try {
    await callback();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/** A file as it arrives. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 64 * 1024) yield bytes.subarray(start, start + 64 * 1024);
}

const sheet = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`;
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId1" Type="http://x/${type}" Target="${target}"/></Relationships>`;

/** An Excel file with one sheet, and other files. */
const workbook = (content: string, others: Record<string, string> = {}, level: 0 | 6 = 6): Buffer => {
  const files = {
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": content,
    ...others,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable, { level }));
};

/** The start of an archive without its central directory. */
const localFiles = (archive: Buffer) => archive.subarray(0, archive.indexOf("PK\x01\x02"));

/** An archive whose local files come before those that its central directory lists. */
function withUnlistedFiles(unlisted: Buffer, listed: Buffer): Buffer {
  const file = Buffer.concat([unlisted, listed]);
  for (let at = file.indexOf("PK\x01\x02", unlisted.length); at >= 0; at = file.indexOf("PK\x01\x02", at + 4))
    file.writeUInt32LE(file.readUInt32LE(at + 42) + unlisted.length, at + 42);
  const end = file.lastIndexOf("PK\x05\x06");
  file.writeUInt32LE(file.readUInt32LE(end + 16) + unlisted.length, end + 16);
  return file;
}

const person =
  '<row r="1"><c t="inlineStr"><is><t>email</t></is></c></row><row r="2"><c t="inlineStr"><is><t>a@example.org</t></is></c></row>';
const texts = (count: number) => `<sst>${"<si><t>x</t></si>".repeat(count)}</sst>`;

test.each<[string, () => Promise<Buffer> | Buffer, RegExp | null]>([
  [
    "texts that only a local header has",
    () => withUnlistedFiles(localFiles(workbook(sheet(person), { "xl/sharedStrings.xml": texts(2_000_000) })), workbook(sheet(person))),
    null,
  ],
  ["a sheet that unpacks to 1,000 times its size", () => workbook(sheet("<row/>".repeat(3_000_000))), /too large when unpacked/],
  ["elements nested a million times", () => workbook(sheet("<a>".repeat(1_000_000))), /too large when unpacked/],
  [
    "deep elements that don't compress",
    () =>
      workbook(
        sheet(
          randomBytes(1_000_000)
            .toString("hex")
            .replace(/(.{8})/g, "<a$1>"),
        ),
        {},
        0,
      ),
    /./,
  ],
  ["a row of a million cells", () => workbook(sheet(`<row>${"<c><v>1</v></c>".repeat(1_000_000)}</row>`), {}, 0), /column AAA/],
  ["a tag of 4 MB", () => workbook(sheet(`<row a="${randomBytes(2_000_000).toString("hex")}"/>`), {}, 0), /no rows/],
  ["a line of 8 MB", () => Buffer.concat([Buffer.from("email\n"), Buffer.alloc(8_000_000, "x")]), /Row 2 has more than 100,000 characters/],
  [
    "quotes that are never closed in 20,000 lines",
    () => Buffer.from(`email,n\n${'a@example.org,"x\n'.repeat(20_000)}`),
    /Row 2 has a quote/,
  ],
  ["two million separators", () => Buffer.from(`email\n${";,\t|".repeat(500_000)}`), /Row 2 has/],
  [
    "an archive without an end",
    async () => Buffer.from(await writeXlsx({ sheets: [{ name: "a", rows: [["email"]] }] })).subarray(0, 700),
    /damaged or cut off/,
  ],
])("%s doesn't stop other requests, and the answer says why", async (_name, file, message) => {
  const bytes = await file();
  const ctx = await createProject();
  let outcome: unknown;
  const block = await longestBlock(async () => {
    outcome = await uploadImport(ctx, pieces(bytes), "leads.csv").catch((error: unknown) => error);
  });
  expect(outcome).toMatchObject(
    message === null ? { rowCount: 1 } : { errorName: "import_not_readable", message: expect.stringMatching(message) },
  );
  expect(block).toBeLessThan(200);
});
