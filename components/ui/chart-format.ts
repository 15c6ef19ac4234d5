const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const whole = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A day on an axis of `days` days: "21 Nov", and on long ones "Nov 2026". */
export const formatAxisDate = (date: string, days: number): string => (days > 180 ? month : day).format(new Date(date));

/** A day by itself: "Sat, 21 Nov 2026". */
export const formatDay = (date: string): string => whole.format(new Date(date));

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A count on an axis: "1.2K". */
export const formatAxisCount = (count: number): string => short.format(count);

/** The days an axis names: the first of each month on long ones, else evenly, the last among them; at most `most`. */
export function getDateTicks(days: readonly string[], most: number): string[] {
  const named = days.length > 180 ? days.filter((date) => date.endsWith("-01")) : days;
  const step = Math.max(1, Math.ceil(named.length / most));
  return named.filter((_, place) => (named.length - 1 - place) % step === 0);
}
