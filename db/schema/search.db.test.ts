import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { foldText as foldTextInProcess } from "@/lib/fold-text";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { foldText } from "./search";

const { db } = await createTestApp();

type Row = { folded: string; decomposed: string };

const fold = (texts: readonly string[]): Promise<Row[]> =>
  queryRows<Row>(
    db,
    sql`select ${foldText(sql`item`)} as folded, lower(normalize(item, NFKD) collate "und-x-icu") as decomposed
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as items (item, position) order by position`,
  );

/** Parts of a list, each joined with something that no character combines with. */
const joinParts = (texts: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(texts.length / 100) }, (_, index) => texts.slice(index * 100, index * 100 + 100).join(" | "));

const hexadecimal = (text: string) => [...text].map((character) => character.codePointAt(0)?.toString(16)).join(" ");

test("the database folds every character like the process", async () => {
  const characters = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint)
    .filter((codePoint) => codePoint > 0 && (codePoint < 0xd800 || codePoint > 0xdfff))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character))
    .filter((character, index) => index % size(10, 1) === 0 || !/\p{Unified_Ideograph}/u.test(character));
  const rows = await fold(characters);
  // The database can know an older version of Unicode.
  const isKnown = (character: string, index: number) => rows[index]?.decomposed === character.normalize("NFKD").toLowerCase();
  const known = characters.filter(isKnown);
  expect(characters.length - known.length).toBeLessThan(300);
  const differences = characters.filter(
    (character, index) => isKnown(character, index) && rows[index]?.folded !== foldTextInProcess(character),
  );
  expect(differences.map(hexadecimal)).toEqual([]);
  // Beside a letter with an accent, which the next one can combine with.
  const parts = joinParts(known.map((character) => `a${character}e\u0301${character}`));
  const folded = await fold(parts);
  expect(parts.filter((part, index) => folded[index]?.folded !== foldTextInProcess(part)).map(hexadecimal)).toEqual([]);
});

// cspell:disable
test.each([
  "José",
  "Łukasz",
  "O’Brien",
  "straße",
  "İstanbul ısparta",
  "Семён Андрей",
  "ΣΟΦΟΣ",
  "Nguyễn",
  "한국",
  "ｶﾞ",
  "a`b",
  "葛\u{e0100}",
])("the database folds %s like the process, composed and decomposed", async (text) => {
  const variants = [text, text.normalize("NFD"), text.normalize("NFKD"), text.toUpperCase()];
  expect((await fold(variants)).map((row) => row.folded)).toEqual(variants.map(foldTextInProcess));
});
// cspell:enable
