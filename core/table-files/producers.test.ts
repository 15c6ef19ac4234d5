// cspell:disable
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { openTable } from "./open-table";

async function read(bytes: Uint8Array) {
  const path = join(tmpdir(), `gatehouse-test-${crypto.randomUUID()}`);
  writeFileSync(path, bytes);
  try {
    const { info, rows, close } = await openTable(path, {});
    const cells = (await Array.fromAsync(rows)).map((row) => row.cells);
    await close();
    return { info, cells };
  } finally {
    rmSync(path);
  }
}

type Files = Readonly<Record<string, string>>;
const zip = (files: Files) => zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006/relationships";
const strictMain = "http://purl.oclc.org/ooxml/spreadsheetml/main";
const strictRelated = "http://purl.oclc.org/ooxml/officeDocument/relationships";

const relations = (items: readonly [id: string, type: string, target: string][], base = related) =>
  `${declaration}<Relationships xmlns="${packaged}">${items
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;
const root = relations([["rId1", "officeDocument", "xl/workbook.xml"]]);
const workbookXml = (settings = "") =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${related}">${settings}<sheets><sheet name="People" sheetId="1" r:id="rId3"/></sheets></workbook>`;
const sheetXml = (rows: string, before = "") =>
  `${declaration}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData></worksheet>`;
const dateStyles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const sharedTexts = `${declaration}<sst xmlns="${main}" count="4" uniqueCount="4"><si><t>Email</t></si><si><t>Joined</t></si><si><t>ada@example.org</t></si><si><t>Ada</t></si></sst>`;
const sharedRows = (serial: number) =>
  `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>${serial}</v></c></row>`;
const inlineRows =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Email</t></is></c><c r="B1" t="inlineStr"><is><t>Joined</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>ada@example.org</t></is></c><c r="B2" s="1"><v>45720</v></c></row>';

const files = (sheet: string, others: Files = {}, target = "worksheets/sheet1.xml"): Files => ({
  "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
  "_rels/.rels": root,
  "xl/workbook.xml": workbookXml(),
  "xl/_rels/workbook.xml.rels": relations([
    ["rId1", "sharedStrings", "sharedStrings.xml"],
    ["rId2", "styles", "styles.xml"],
    ["rId3", "worksheet", target],
  ]),
  "xl/worksheets/sheet1.xml": sheet,
  "xl/styles.xml": dateStyles,
  "xl/sharedStrings.xml": sharedTexts,
  ...others,
});
const without = (all: Files, ...names: string[]): Files =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
const prefixed = (xml: string) => xml.replace(/<(\/?)(?![?!])/g, "<$1x:").replace("xmlns=", "xmlns:x=");

const people = [
  ["Email", "Joined"],
  ["ada@example.org", "2025-03-04"],
];
const dimension = '<dimension ref="A1:B2"/>';

test.each<[string, Files, string[][]]>([
  [
    "Excel",
    files(
      sheetXml(
        sharedRows(45720),
        `${dimension}<sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="2" width="20"/></cols>`,
      ),
    ),
    people,
  ],
  [
    "LibreOffice, which has no dimension and notes the kind of each cell",
    files(sheetXml(sharedRows(45720).replace("<v>45720", "<v>45720").replaceAll('s="1"', 's="1" t="n"'))),
    people,
  ],
  ["Google Sheets, whose paths are relative and texts shared", files(sheetXml(sharedRows(45720)), {}, "worksheets/sheet1.xml"), people],
  ["openpyxl, whose paths are absolute", files(sheetXml(inlineRows), {}, "/xl/worksheets/sheet1.xml"), people],
  ["openpyxl in write-only mode, without shared texts", without(files(sheetXml(inlineRows)), "xl/sharedStrings.xml"), people],
  ["Apache POI in streaming mode, without references", files(sheetXml(inlineRows.replace(/ r="[A-Z]?\d"/g, ""))), people],
  [
    "Numbers, with empty cells that have a style",
    files(sheetXml(`${sharedRows(45720)}<row r="3"><c r="A3" s="1"/><c r="B3"/></row>`)),
    people,
  ],
  [
    "a program without styles",
    without(files(sheetXml(inlineRows)), "xl/styles.xml"),
    [
      ["Email", "Joined"],
      ["ada@example.org", "45720"],
    ],
  ],
  ["a program without a list of its parts", without(files(sheetXml(inlineRows)), "_rels/.rels", "[Content_Types].xml"), people],
  [
    "a program with prefixes",
    files(prefixed(sheetXml(sharedRows(45720))), {
      "xl/sharedStrings.xml": prefixed(sharedTexts),
      "xl/styles.xml": prefixed(dateStyles),
      "xl/workbook.xml": prefixed(workbookXml()),
    }),
    people,
  ],
  [
    "Excel as a strict workbook, with dates as text",
    {
      ...files(sheetXml(inlineRows.replace('s="1"><v>45720', 's="1" t="d"><v>2025-03-04')).replaceAll(main, strictMain)),
      "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]], strictRelated),
      "xl/workbook.xml": workbookXml().replaceAll(main, strictMain).replaceAll(related, strictRelated),
      "xl/_rels/workbook.xml.rels": relations(
        [
          ["rId2", "styles", "styles.xml"],
          ["rId3", "worksheet", "worksheets/sheet1.xml"],
        ],
        strictRelated,
      ),
    },
    people,
  ],
  [
    "Excel for Mac, with dates from 1904",
    files(sheetXml(sharedRows(44258)), { "xl/workbook.xml": workbookXml('<workbookPr date1904="true"/>') }),
    people,
  ],
  [
    "a program with backslashes in its paths",
    Object.fromEntries(
      Object.entries(files(sheetXml(inlineRows), {}, "worksheets\\sheet1.xml")).map(([name, text]) => [
        name.startsWith("xl/w") ? name.replaceAll("/", "\\") : name,
        text,
      ]),
    ),
    people,
  ],
  ["a program with other capitals in its paths", files(sheetXml(inlineRows), {}, "Worksheets/Sheet1.xml"), people],
  [
    "a program that writes byte order marks",
    files(`\ufeff${sheetXml(inlineRows)}`, { "xl/workbook.xml": `\ufeff${workbookXml()}`, "xl/sharedStrings.xml": `\ufeff${sharedTexts}` }),
    people,
  ],
])("a workbook of %s is read", async (_name, parts, expected) => {
  expect((await read(zip(parts))).cells).toEqual(expected);
});

const list = "Email,Name\r\nada@example.org,Ádá Łovelace\r\nbob@example.org,Bøb\r\n";
const rows = [
  ["Email", "Name"],
  ["ada@example.org", "Ádá Łovelace"],
  ["bob@example.org", "Bøb"],
];
const bigEndian = (bytes: Buffer, size: number) => {
  const swapped = Buffer.from(bytes);
  return size === 2 ? swapped.swap16() : swapped.swap32();
};
const wide = iconv.encode(list, "utf-16le");
const wider = iconv.encode(list, "utf-32le");
const mark = (...bytes: number[]) => Buffer.from(bytes);

describe("text files", () => {
  test.each<[string, Buffer, string]>([
    ["UTF-16 with a byte order mark", Buffer.concat([mark(0xff, 0xfe), wide]), "UTF-16LE"],
    ["UTF-16 without one", wide, "UTF-16LE"],
    ["big-endian UTF-16 with a byte order mark", Buffer.concat([mark(0xfe, 0xff), bigEndian(wide, 2)]), "UTF-16BE"],
    ["big-endian UTF-16 without one", bigEndian(wide, 2), "UTF-16BE"],
    ["UTF-32 with a byte order mark", Buffer.concat([mark(0xff, 0xfe, 0, 0), wider]), "UTF-32LE"],
    ["UTF-32 without one", wider, "UTF-32LE"],
    ["big-endian UTF-32 with a byte order mark", Buffer.concat([mark(0, 0, 0xfe, 0xff), bigEndian(wider, 4)]), "UTF-32BE"],
    ["big-endian UTF-32 without one", bigEndian(wider, 4), "UTF-32BE"],
    ["UTF-8 with a byte order mark", Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from(list)]), "UTF-8"],
    ["UTF-8 with NULs at the end", Buffer.concat([Buffer.from(list), Buffer.alloc(64)]), "UTF-8"],
    ["UTF-8 with NULs at the end of each line", Buffer.from(list.replaceAll("\r\n", "\0\0\0\r\n")), "UTF-8"],
  ])("in %s are read", async (_name, bytes, encoding) => {
    const { info, cells } = await read(bytes);
    expect(info.encoding).toBe(encoding);
    expect(cells).toEqual(rows);
  });
});
