import type { z } from "zod";

/** A header without accents, case, spaces and punctuation. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A pattern of headers without the marks of letters, which some scripts write as part of the letter. */
export const headerPattern = (pattern: RegExp): RegExp => new RegExp(pattern.source.normalize("NFKD").replace(/\p{M}/gu, ""));

/** The maximum length of the value in a problem. */
export const maxValueLength = 100;

/** Why a cell is refused. */
export class CellProblem extends Error {}

/** Parses a cell. Throws a `CellProblem`. */
export function parseWith<Value>(schema: z.ZodType<Value, string>, text: string): Value {
  const { data, error } = schema.safeParse(text);
  if (data === undefined) throw new CellProblem(error?.issues[0]?.message ?? "isn't valid");
  return data;
}

/** The first character of texts that spreadsheets run as formulas, also in its full-width form. */
const formulaStart = "[=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20]";
// Spreadsheets in other languages start a new cell at some of these characters, even in a cell with quotes.
const cellStart = "(?<=^|[;|\\t\\r\\n])";
const marked = new RegExp(`${cellStart}'+(?=${formulaStart})`, "g");
const needsMark = { csv: new RegExp(`${cellStart}'*(?=${formulaStart})`, "g"), xlsx: marked };

/**
 * Marks a text for an exported file with an apostrophe, also after what separates cells in some files: in CSV files, so that a spreadsheet doesn't
 * run it as a formula, and in all files, so that `unmarkFormula` returns the text.
 */
export const markFormula = (text: string, format: "csv" | "xlsx"): string => text.replace(needsMark[format], "'$&");

/** What formulas with errors leave in a cell. */
const formulaErrors = new Set(["#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"]);

/** Returns a cell of another product's file without what spreadsheets add: `="0123"` is a text as a formula. Errors of formulas are empty. */
export function unwrapText(text: string): string {
  if (formulaErrors.has(text)) return "";
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim();
}

/** Returns a text as it was before it was exported. Files of both formats can have the marks of CSV files. */
export const unmarkFormula = (text: string): string => text.replace(marked, (apostrophes) => apostrophes.slice(1));
