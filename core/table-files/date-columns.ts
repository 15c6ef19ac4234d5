import type { DateStats } from "@/contract/import-settings";
import { type DateOrder, importDateOrders } from "@/contract/import-values";
import { type DateOrders, isNoDate, isWholeDay, orderedNumbers, readCellDate } from "./cell-dates";

/** How many dates are kept to show how they are read. */
const maxFirst = 3;

/** Several numbers, or one of a day or a time with at least five digits and no word before it. Most texts of a file are told apart by this. */
const canBeDate = /\d\D+\d|^\P{L}*\d{5}/u;

type Signs = keyof DateOrders;

/** Counts how the dates of a column can be read, value by value. */
export class DateCounter {
  private readonly stats: DateStats = {
    readable: 0,
    numbers: 0,
    none: 0,
    first: [],
    slashes: { ordered: 0, different: 0, month_first: 0, day_first: 0, year_first: 0 },
    dots: { ordered: 0, different: 0, month_first: 0, day_first: 0, year_first: 0 },
  };

  /** Counts a value without blanks around it. Returns whether it can be a date. */
  add(value: string): boolean {
    if (isNoDate(value)) this.stats.none++;
    else if (value.length <= 100 && canBeDate.test(value) && !value.includes("@")) return this.addDate(value);
    return false;
  }

  private addDate(value: string): boolean {
    const sign = orderedNumbers(value);
    const readings = (sign === null ? (["month_first"] as const) : importDateOrders).map(
      (order) => readCellDate(value, order, order, true)?.instant ?? null,
    );
    if (readings.every((reading) => reading === null)) return false;
    this.stats.readable++;
    if (!/\D/.test(value)) this.stats.numbers++;
    if (this.stats.first.length < maxFirst && !this.stats.first.includes(value)) this.stats.first.push(value);
    if (sign !== null) this.count(sign === "." ? "dots" : "slashes", readings);
    return true;
  }

  private count(signs: Signs, readings: readonly (string | null)[]): void {
    const counts = this.stats[signs];
    counts.ordered++;
    for (const [index, order] of importDateOrders.entries()) if (readings[index] !== null) counts[order]++;
    if (readings[0] !== readings[1]) counts.different++;
  }

  result = (): DateStats => this.stats;
}

/** The order in which all dates of a column can be read. `null` if several orders are possible, or none reads all of them. */
function commonOrder({ ordered, different, ...counts }: DateStats[Signs]): DateOrder | null {
  const [monthFirst, dayFirst] = [counts.month_first === ordered, counts.day_first === ordered];
  if (monthFirst && dayFirst) return different === 0 ? "month_first" : null;
  if (monthFirst || dayFirst) return monthFirst ? "month_first" : "day_first";
  return counts.year_first === ordered ? "year_first" : null;
}

/** How the dates of a column are ordered. `slashes` is null if it has to be asked. Where dots leave it open, they start with the day. */
export const columnOrders = (stats: DateStats): { slashes: DateOrder | null; dots: DateOrder } => ({
  slashes: commonOrder(stats.slashes),
  dots: commonOrder(stats.dots) ?? "day_first",
});

/** How many values can't be read as dates if those whose order is open have this one. */
export function unreadableCount(stats: DateStats, filled: number, order: DateOrder): number {
  const { slashes, dots } = columnOrders(stats);
  const wrong = stats.slashes.ordered - stats.slashes[slashes ?? order] + stats.dots.ordered - stats.dots[dots];
  return filled - stats.none - stats.readable + wrong;
}

/** The first dates of a column, and how they are read if those whose order is open have this one: as days or times. */
export function dateSamples(stats: DateStats, format: "csv" | "xlsx"): { value: string; readings: Record<DateOrder, string | null> }[] {
  const { slashes, dots } = columnOrders(stats);
  const read = (value: string, order: DateOrder): string | null => {
    const date = readCellDate(value, slashes ?? order, dots);
    return date && (isWholeDay(date, format) ? date.instant.slice(0, 10) : date.instant);
  };
  return stats.first.map((value) => ({
    value,
    readings: { month_first: read(value, "month_first"), day_first: read(value, "day_first"), year_first: read(value, "year_first") },
  }));
}

// cspell:disable-next-line
const dateHeader = /date|time|created|joined|added|signup|registered|subscribed|datum|fecha|angemeldet|inscri/;

/** Whether most values of a column are dates. Numbers are only dates if the header, as `normalizeHeader` returns it, says so. */
export const looksLikeDates = ({ readable, numbers, none }: DateStats, filled: number, header: string): boolean =>
  filled > none && (readable - (dateHeader.test(header) ? 0 : numbers)) / (filled - none) >= 0.8;
