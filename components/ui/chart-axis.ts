const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });
const fullFormat = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** Formats a date on an axis of `days` days: "Nov 21", or "Nov 2026" on long axes. */
export const formatAxisDate = (date: string, days: number): string => (days > 180 ? monthFormat : dayFormat).format(new Date(date));

/** Formats a date: "Sat, Nov 21, 2026". */
export const formatChartDate = (date: string): string => fullFormat.format(new Date(date));

const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Formats a count on an axis: "1.2K". */
export const formatAxisCount = (count: number): string => compactFormat.format(count);

/** The dates to label on an axis, at most `maxLabels`. Long axes use the first of each month, others are evenly spaced and include the last date. */
export function getDateTicks(days: readonly string[], maxLabels: number): string[] {
  const labeled = days.length > 180 ? days.filter((date) => date.endsWith("-01")) : days;
  const step = Math.max(1, Math.ceil(labeled.length / maxLabels));
  return labeled.filter((_, index) => (labeled.length - 1 - index) % step === 0);
}

/** The labels of a count axis: three to six multiples of a round whole number, from 0 to the first that is at least `maxCount`. */
export function getCountTicks(maxCount: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxCount, 4) / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((candidate) => candidate * 5 >= Math.max(maxCount, 4)) ?? 10 * power;
  return Array.from({ length: Math.max(2, Math.ceil(maxCount / step)) + 1 }, (_, index) => index * step);
}
