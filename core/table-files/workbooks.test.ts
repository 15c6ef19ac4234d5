// cspell:words vcard vcalendar
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { expect, test } from "vitest";
import { openTable } from "./open-table";
import type { ReadOptions } from "./table-info";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type SheetSource = { name: string; state?: string; rows: string };
type Source = { sheets: SheetSource[]; texts?: string; formats?: string[]; is1904?: boolean; prefix?: string; namespace?: string };

/** Builds an Excel file as programs write them. `rows` is the XML in `sheetData`; a style `s` is the index of one of `formats`. */
function workbook({ sheets, texts, formats = [], is1904 = false, namespace = main }: Source): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const custom = formats
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', "&quot;")}"/>`)
    .join("");
  const styles = formats.map((code, index) => `<xf numFmtId="${/^\d+$/.test(code) && !/^0+$/.test(code) ? code : 164 + index}"/>`).join("");
  const files: Record<string, string> = {
    "_rels/.rels": `<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="${namespace}" xmlns:r="${relationships}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, index) => relation(`rId${index + 1}`, "worksheet", `/xl/worksheets/sheet${index + 1}.xml`))
      .join("")}${relation("rId98", "styles", "styles.xml")}${relation("rId99", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts>${custom}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${texts ?? ""}</sst>`,
  };
  for (const [index, { rows }] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`;
  const entries = Object.entries(files).map(([name, content]) => [name, strToU8(content)]);
  return zipSync(Object.fromEntries(entries) as Zippable);
}

async function read(bytes: Uint8Array, options: ReadOptions = {}) {
  const path = join(tmpdir(), `gatehouse-test-${crypto.randomUUID()}`);
  writeFileSync(path, bytes);
  try {
    const { info, rows, close } = await openTable(path, options);
    const cells = (await Array.fromAsync(rows)).map((row) => row.cells);
    await close();
    return { info, cells };
  } finally {
    rmSync(path);
  }
}

const inline = (...cells: string[]) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
const readCells = async (row: string, source: Partial<Source> = {}) =>
  (await read(workbook({ ...source, sheets: [{ name: "a", rows: `<row r="1">${row}</row>` }] }))).cells[0];

test.each<[string, string, Partial<Source>, string]>([
  ["zeros in front", '<c r="A1" s="0"><v>42</v></c>', { formats: ["000000"] }, "000042"],
  ["zeros in front of a number that is long enough", '<c s="0"><v>1234567</v></c>', { formats: ["000000"] }, "1234567"],
  ["digits with a hyphen", '<c s="0"><v>123456789</v></c>', { formats: ["00000-0000"] }, "12345-6789"],
  ["a prefix in quotes", '<c s="0"><v>7</v></c>', { formats: ['"GH-"0000'] }, "GH-0007"],
  ["a grouped number", '<c s="0"><v>1234</v></c>', { formats: ["#,##0"] }, "1234"],
  ["a number", "<c><v>1.1000000000000001</v></c>", {}, "1.1"],
  ["a long number", "<c><v>4917012345678</v></c>", {}, "4917012345678"],
  ["a percentage", '<c s="0"><v>0.125</v></c>', { formats: ["0.0%"] }, "12.5%"],
  ["a date", '<c s="0"><v>45000</v></c>', { formats: ["yyyy-mm-dd"] }, "2023-03-15"],
  ["a date with a format by its number", '<c s="0"><v>45000</v></c>', { formats: ["14"] }, "2023-03-15"],
  ["a date with a time", '<c s="0"><v>45000.5</v></c>', { formats: ["d/m/yy h:mm"] }, "2023-03-15T12:00:00.000Z"],
  ["a date of the 1904 system", '<c s="0"><v>43538</v></c>', { formats: ["yyyy-mm-dd"], is1904: true }, "2023-03-15"],
  ["a date before the day that doesn't exist", '<c s="0"><v>59</v></c>', { formats: ["yyyy-mm-dd"] }, "1900-02-28"],
  ["a time", '<c s="0"><v>0.75</v></c>', { formats: ["h:mm"] }, "18:00:00"],
  ["a red number", '<c s="0"><v>5</v></c>', { formats: ["[Red]0"] }, "5"],
  ["a date of the strict format", '<c t="d"><v>2023-03-15T00:00:00</v></c>', {}, "2023-03-15T00:00:00"],
  ["an error", '<c t="e"><v>#N/A</v></c>', {}, "#N/A"],
  ["a yes", '<c t="b"><v>1</v></c>', {}, "true"],
  ["a formula with its value", '<c t="str"><f>A1&amp;B1</f><v>Ada &amp; Bo</v></c>', {}, "Ada & Bo"],
  ["a formula without a value", "<c><f>NOW()</f></c>", {}, ""],
  ["an inline text with runs", '<c t="inlineStr"><is><r><t>Ada </t></r><r><t>L.</t></r></is></c>', {}, "Ada L."],
  ["a shared text", '<c t="s"><v>1</v></c>', { texts: '<si><t>a</t></si><si><t xml:space="preserve"> b </t></si>' }, " b "],
  ["rich text", '<c t="s"><v>0</v></c>', { texts: "<si><r><rPr><b/></rPr><t>A</t></r><r><t>da</t></r></si>" }, "Ada"],
  ["a reading of characters", '<c t="s"><v>0</v></c>', { texts: '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' }, "東京"],
  ["an escaped character", '<c t="inlineStr"><is><t>a_x000D_b</t></is></c>', {}, "a\rb"],
  ["an escaped underscore", '<c t="inlineStr"><is><t>_x005F_x0041_</t></is></c>', {}, "_x0041_"],
  ["a text in CDATA", '<c t="inlineStr"><is><t><![CDATA[<a@b>]]></t></is></c>', {}, "<a@b>"],
])("the reader accepts %s", async (_name, cell, source, expected) => {
  expect((await readCells(cell, source))?.[0] ?? "").toBe(expected);
});

test("reads cells in their columns, with and without references, and with a namespace", async () => {
  expect(await readCells('<c r="B1"><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c>')).toEqual(["", "1", "", "2", "3"]);
  const rows = '<x:row xmlns:x="x"><x:c><x:v>1</x:v></x:c></x:row>';
  expect(
    (await read(workbook({ sheets: [{ name: "a", rows }], namespace: "http://purl.oclc.org/ooxml/spreadsheetml/main" }))).cells,
  ).toEqual([["1"]]);
});

const people = inline("email", "name") + inline("a@example.org", "Ada");
test.each<[string, SheetSource[], string]>([
  [
    "hidden",
    [
      { name: "Old", state: "hidden", rows: people },
      { name: "New", rows: people },
    ],
    "New",
  ],
  [
    "very hidden",
    [
      { name: "Old", state: "veryHidden", rows: people },
      { name: "New", rows: people },
    ],
    "New",
  ],
  [
    "a cover",
    [
      { name: "Cover", rows: inline("Customers", "March") },
      { name: "Data", rows: people },
    ],
    "Data",
  ],
  [
    "empty",
    [
      { name: "Sheet1", rows: "" },
      { name: "Sheet2", rows: inline("code") + inline("QX7V") },
    ],
    "Sheet2",
  ],
  [
    "one of two lists",
    [
      { name: "A", rows: people },
      { name: "B", rows: people },
    ],
    "A",
  ],
])("the sheet with the data is chosen if the first is %s", async (_name, sheets, expected) => {
  const { info } = await read(workbook({ sheets }));
  expect(info).toMatchObject({ sheet: expected, sheets: sheets.map(({ name, state }) => ({ name, isHidden: state !== undefined })) });
});

test("the chosen sheet is read, and the others are named if there is no such sheet", async () => {
  const file = workbook({
    sheets: [
      { name: "A", rows: people },
      { name: "B", rows: inline("x") },
    ],
  });
  expect((await read(file, { sheet: "B" })).cells).toEqual([["x"]]);
  await expect(read(file, { sheet: "C" })).rejects.toThrow('It has "A", "B".');
});

test("only the files that the archive lists are read, not one that merely starts like one", async () => {
  const hidden = workbook({ sheets: [{ name: "a", rows: inline("hidden") }] });
  const listed = workbook({ sheets: [{ name: "a", rows: inline("listed") }] });
  // The files before those of the central directory, whose positions move by their length.
  const start = Buffer.from(hidden).subarray(0, Buffer.from(hidden).indexOf("PK\x01\x02"));
  const file = Buffer.concat([start, Buffer.from(listed)]);
  for (let at = file.indexOf("PK\x01\x02", start.length); at >= 0; at = file.indexOf("PK\x01\x02", at + 4))
    file.writeUInt32LE(file.readUInt32LE(at + 42) + start.length, at + 42);
  const end = file.lastIndexOf("PK\x05\x06");
  file.writeUInt32LE(file.readUInt32LE(end + 16) + start.length, end + 16);
  expect((await read(file)).cells).toEqual([["listed"]]);
});

const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8("x")])));
test.each<[string, Uint8Array, RegExp]>([
  ["OpenDocument", zip("mimetype", "content.xml"), /OpenDocument/],
  ["Numbers", zip("Index/Document.iwa"), /Numbers/],
  ["binary Excel", zip("xl/workbook.bin"), /binary Excel/],
  ["Word", zip("word/document.xml"), /Word/],
  ["PDF with the name of a CSV file", strToU8("%PDF-1.7\n"), /PDF/],
  ["HTML with the name of an Excel file", strToU8("<html><table><tr><td>email</td></tr></table></html>"), /web page/],
  ["a spreadsheet as XML", strToU8('<?xml version="1.0"?><Workbook/>'), /XML file/],
  ["JSON", strToU8('[{"email":"a@example.org"}]'), /JSON/],
  ["contacts as vCard", strToU8("BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@example.org\r\nEND:VCARD\r\n"), /vCard file.*CSV/],
  ["a calendar", strToU8("\nBEGIN:VCALENDAR\r\n"), /calendar/],
  ["an image", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), /isn't a text file/],
])("the error says what to do with %s", async (_name, file, message) => {
  await expect(read(file)).rejects.toThrow(message);
});
