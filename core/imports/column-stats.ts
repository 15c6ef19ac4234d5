import type { ColumnStats } from "@/contract/import-settings";
import { type ImportKind, type ImportValueKind, valueKey } from "@/contract/import-values";
import { isNoDate } from "../table-files/cell-dates";
import { unmarkFormula } from "../table-files/cells";
import { DateCounter } from "../table-files/date-columns";
import { hasConsentHeader } from "./consent-columns";
import { classifyValue, looksLikeDate } from "./consent-words";
import { hasReasonHeader } from "./suppression-columns";
import { classifySuppressionValue } from "./suppression-words";

/** How many different unknown values of a column are kept, and how long they can be. */
const maxUnknown = { values: 50, length: 100 };

/** Counts the values of the columns of a file, row by row. How many columns there are is known in the end. */
export function columnCounter(kind: ImportKind = "leads") {
  const classify = kind === "suppressions" ? classifySuppressionValue : classifyValue;
  const hasStatusHeader = (column: string) => hasConsentHeader(column) || (kind === "suppressions" && hasReasonHeader(column));
  const counters: ColumnCounter[] = [];
  return {
    add: (cells: readonly string[]) => {
      for (const [index, cell] of cells.entries()) {
        counters[index] ??= new ColumnCounter(classify);
        counters[index].add(cell);
      }
    },
    stats: (columns: readonly string[]): ColumnStats[] =>
      columns.map((column, index) => (counters[index] ?? new ColumnCounter(classify)).stats(hasStatusHeader(column))),
  };
}

/** An email, also as a link or after a name. */
const emailShape = /^(?:mailto:|.{0,100}<)?[^\s@<>,;]{1,64}@[^\s@<>,;]+\.[^\s@<>,;]+>?$/i;

const numberShape = /^#?\d{1,3}(?:[,.' ]?\d{3})*(?:[.,]\d+)?$/;

/** Whether a value stands for an empty cell, such as `0000-00-00` or `null`. A zero is a no. */
export const isEmptyValue = (value: string): boolean => value !== "0" && isNoDate(value);

class ColumnCounter {
  constructor(private readonly classify: (value: string) => ImportValueKind | null) {}

  private filled = 0;
  private emails = 0;
  private numbers = 0;
  private dates = 0;
  private readonly dateCounter = new DateCounter();
  private readonly known = new Map<string, { value: string; rows: number }>();
  private unknown: Map<string, { value: string; rows: number }> | null = new Map();

  add(cell: string): void {
    const value = unmarkFormula(cell.trim());
    if (isEmptyValue(value)) return;
    this.filled++;
    if (value.includes("@") && emailShape.test(value)) this.emails++;
    else if (numberShape.test(value)) this.numbers++;
    const isDate = this.dateCounter.add(value) && /\D/.test(value);
    if (isDate || looksLikeDate(value)) this.dates++;
    else if (!this.count(this.known, value) && !(this.unknown && this.count(this.unknown, value))) this.addNew(value);
  }

  private count(values: Map<string, { value: string; rows: number }>, value: string): boolean {
    const found = values.get(valueKey(value));
    if (found) found.rows++;
    return found !== undefined;
  }

  private addNew(value: string): void {
    if (this.classify(value) !== null) this.known.set(valueKey(value), { value, rows: 1 });
    else if (value.length > maxUnknown.length || value.includes("@") || this.unknown?.size === maxUnknown.values) this.unknown = null;
    else this.unknown?.set(valueKey(value), { value: value.toWellFormed(), rows: 1 });
  }

  /**
   * Unknown values can be names or other personal data, which must not outlive their rows. They are kept where they are words of a status: in
   * a column whose header or other values say so, or that has few values for many rows.
   */
  stats(hasHeader: boolean): ColumnStats {
    const { filled, emails, numbers, dates, known, unknown } = this;
    const isStatus = hasHeader || [...known.values()].some(({ value }) => !["yes", "no"].includes(this.classify(value) ?? ""));
    const isCategory = unknown !== null && filled >= 20 && filled >= 5 * (unknown.size + known.size);
    const kept = [...known.values(), ...(unknown !== null && emails === 0 && (isStatus || isCategory) ? unknown.values() : [])];
    const values = kept.map(({ value, rows }): [string, number] => [value, rows]);
    const counted = values.reduce((sum, [, rows]) => sum + rows, 0);
    const dateStats = this.dateCounter.result();
    return { filled, emails, numbers, dates, values, otherRows: filled - dates - counted, dateStats };
  }
}
