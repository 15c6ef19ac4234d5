import fc from "fast-check";
import { expect, test } from "vitest";
import { rowReader } from "./csv-rows";
import { detectLayout } from "./delimiter";

/** Reads text in pieces of a length. Rows that can't be read are their problem. */
function read(text: string, { pieces = text.length || 1, delimiter = ",", columns = null as number | null } = {}): (string[] | string)[] {
  const reader = rowReader(delimiter, columns);
  const rows = [];
  for (let at = 0; at < text.length; at += pieces) rows.push(...reader.add(text.slice(at, at + pieces)));
  rows.push(...reader.end());
  return rows.map(({ cells, problem }) => problem ?? cells);
}

test.each([
  ["LF", "a,b\nc,d\n"],
  ["CRLF", "a,b\r\nc,d\r\n"],
  ["CR", "a,b\rc,d\r"],
  ["CRLF and LF", "a,b\r\nc,d\n"],
  ["LF and CRLF", "a,b\nc,d\r\n"],
  ["CR and LF", "a,b\rc,d\n"],
  ["no line end at the end", "a,b\r\nc,d"],
])("lines that end with %s are rows, and no cell keeps a line end", (_name, text) => {
  for (const pieces of [1, 2, 3, 100])
    expect(
      read(text, { pieces }).filter((row) => row.length > 1 || row[0] !== ""),
      `in pieces of ${pieces}`,
    ).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
});

test.each<[string, string, (string[] | RegExp)[]]>([
  ["an inch sign", 'a,5" pipe,b', [["a", '5" pipe', "b"]]],
  ["an inch sign at the end", 'a,5",b', [["a", '5"', "b"]]],
  ["quotes after backslashes", 'a,"a \\"b\\" c",d', [["a", 'a "b" c', "d"]]],
  ["a separator between quotes after backslashes", 'a,"x \\"b, c\\" d",e', [["a", 'x "b, c" d', "e"]]],
  ["a cell that ends with a backslash", 'a,"C:\\",d', [["a", "C:\\", "d"]]],
  ["a blank before a quote", 'a, "b, c", d', [["a", "b, c", " d"]]],
  ["blanks after a quote", 'a,"b, c"  ,d', [["a", "b, c", "d"]]],
  ["a quote after a blank in text", 'a, "b" and c,d', [["a", ' "b" and c', "d"]]],
  ["quotes that aren't doubled", 'a,"5" pipe",b', [["a", '5" pipe', "b"]]],
  ["text after a quoted part", 'a,"b" c,d', [["a", "b c", "d"]]],
  ["doubled quotes", 'a,"say ""hi""",""', [["a", 'say "hi"', ""]]],
  [
    "line breaks in quotes",
    'a,"b\r\nc\rd\ne",f\ng,h,i',
    [
      ["a", "b\r\nc\rd\ne", "f"],
      ["g", "h", "i"],
    ],
  ],
  ["too few cells because of a quote", 'a,b,c\nd,"e "f", g",h\ni,j,k', [["a", "b", "c"], /quote in the wrong place/, ["i", "j", "k"]]],
  ["a quote that is never closed", 'a,b,c\nd,"e,f\ng,h,i', [["a", "b", "c"], /never closed/, ["g", "h", "i"]]],
  ["a quote that isn't closed before the next", 'a,b,c\nd,"e,f\ng,"h",i', [["a", "b", "c"], /quote/, ["g", "h", "i"]]],
  [
    "byte order marks of joined files",
    '\ufeffa,b\n\ufeff"c",d',
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a line separator of Unicode",
    "a,b\u2028c\nd,e",
    [
      ["a", "b\u2028c"],
      ["d", "e"],
    ],
  ],
  ["empty lines", "a,b\n\n\r\nc,d", [["a", "b"], [""], [""], ["c", "d"]]],
])("the reader accepts %s", (_name, text, expected) => {
  for (const pieces of [1, 4, 1000]) {
    const rows = read(text, { pieces, columns: expected.filter((row) => Array.isArray(row)).at(-1)?.length ?? null });
    expect(rows).toEqual(expected.map((row) => (row instanceof RegExp ? expect.stringMatching(row) : row)));
  }
});

test("every table that is written with doubled quotes is read as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", ";", "\n", "\r", "\\", " ", "\t", "é", "\u2028") });
  const write = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 20 }),
      (table, pieces) => {
        const text = table.map((cells) => `${cells.map(write).join(",")}\r\n`).join("");
        expect(read(text, { pieces })).toEqual(table);
      },
    ),
  );
});

test("a line without an end is refused by its number, and takes neither memory nor time", () => {
  const reader = rowReader(",", null);
  const rows = [];
  for (let piece = 0; piece < 500; piece++) rows.push(...reader.add("x".repeat(100_000)));
  rows.push(...reader.add("\na,b\n"), ...reader.end());
  expect(rows.map(({ row, problem, cells }) => [row, problem ?? cells])).toEqual([
    [1, expect.stringMatching(/more than 100,000 characters/)],
    [2, ["a", "b"]],
  ]);
});

test.each([
  [",", "email,name\na@example.org,Ada"],
  [";", "email;name, title\na@example.org;Ada, Dr.\nb@example.org;Bo"],
  ["\t", "email\tname\na@example.org\tLovelace, Ada"],
  ["|", "email|name\na@example.org|Ada"],
  [";", "List of customers, March\n\nemail;name\na@example.org;Ada\nb@example.org;Bo"],
  [";", "Name;Price\nAda;1,50\nBo;2,75\nCy;3,00"],
  [",", 'email,notes\na@example.org,"x; y; z"\nb@example.org,"p; q; r"'],
  [",", "a@example.org\nb@example.org"],
])("the separator %j of %j is detected", (delimiter, text) => {
  expect(detectLayout(text, true).delimiter).toBe(delimiter);
});
