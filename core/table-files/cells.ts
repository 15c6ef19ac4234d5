import type { z } from "zod";
import type { ImportSettings } from "@/contract/imports";
import { parseDateTime } from "@/contract/normalize";

/** A header without accents, case, spaces and punctuation. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

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
const needsMark = { csv: new RegExp(`^'*${formulaStart}`), xlsx: new RegExp(`^'+${formulaStart}`) };

/**
 * Marks a text for an exported file with an apostrophe: in CSV files, so that a spreadsheet doesn't run it as a formula, and in all files, so
 * that `unmarkFormula` returns the text.
 */
export const markFormula = (text: string, format: "csv" | "xlsx"): string => (needsMark[format].test(text) ? `'${text}` : text);

/** Returns a text as it was before it was exported. Files of both formats can have the marks of CSV files. */
export const unmarkFormula = (text: string): string => (needsMark.xlsx.test(text) ? text.slice(1) : text);

const slashDate =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?(?:\s*(?:UTC|GMT|Z))?$/i;

/**
 * Parses a date-time, or a date such as `2025-03-04`, `04.03.2025` or `3/4/2025 9:15 PM`. Without an offset, it's UTC. `isDay`: it has no
 * time. Throws a `CellProblem`.
 */
export function parseCellDate(text: string, order: ImportSettings["dates"]): { instant: string; isDay: boolean } {
  const instant = parseDateTime(text) ?? parseDateTime(text.replace(" ", "T"));
  if (instant !== null) return { instant, isDay: false };
  const [, first = "", second = "", third = "", hour, minute = "00", seconds = "00", half = ""] = slashDate.exec(text) ?? [];
  if (first === "") throw new CellProblem("must be a date such as 2025-12-31 or 2025-12-31 17:00");
  const isYearFirst = first.length === 4;
  const isDayFirst = /^\d{1,2}\./.test(text) || order === "day_first";
  const [year, month, day] = isYearFirst ? [first, second, third] : isDayFirst ? [third, second, first] : [third, first, second];
  const fullYear = year.length === 2 ? `20${year}` : year;
  const isAfternoon = /^p/i.test(half);
  const hours = half === "" ? Number(hour ?? 0) : (Number(hour ?? 0) % 12) + (isAfternoon ? 12 : 0);
  const two = (value: string | number) => String(value).padStart(2, "0");
  const parsed = parseDateTime(`${fullYear}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${seconds}Z`);
  if (parsed === null) throw new CellProblem("must be a date such as 2025-12-31. Is the order of day and month right?");
  return { instant: parsed, isDay: hour === undefined };
}
