import type { DateStats } from "@/contract/import-values";
import { type DateOrder, type DateOrders, isNoDate, orderedNumbers, parseCellDate } from "./cell-dates";

const orders = ["month_first", "day_first", "year_first"] as const;

type Signs = keyof DateOrders;

/** Counts how the dates of a column can be read, value by value. */
export class DateCounter {
  private readonly stats: DateStats = {
    readable: 0,
    slashes: { ordered: 0, different: 0, month_first: 0, day_first: 0, year_first: 0 },
    dots: { ordered: 0, different: 0, month_first: 0, day_first: 0, year_first: 0 },
  };

  /** Counts a value without blanks around it. Returns whether it can be a date. */
  add(value: string): boolean {
    if (value.length > 100 || !/\d/.test(value) || value.includes("@") || isNoDate(value)) return false;
    const sign = orderedNumbers(value);
    const readings = (sign === null ? (["month_first"] as const) : orders).map((order) => read(value, order));
    if (readings.every((reading) => reading === null)) return false;
    this.stats.readable++;
    if (sign !== null) this.count(sign === "." ? "dots" : "slashes", readings);
    return true;
  }

  private count(signs: Signs, readings: readonly (string | null)[]): void {
    const counts = this.stats[signs];
    counts.ordered++;
    for (const [index, order] of orders.entries()) if (readings[index] !== null) counts[order]++;
    if (readings[0] !== readings[1]) counts.different++;
  }

  result = (): DateStats => this.stats;
}

const read = (value: string, order: DateOrder): string | null => {
  try {
    return parseCellDate(value, order, order, true).instant;
  } catch {
    return null;
  }
};

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
