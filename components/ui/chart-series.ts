/** A line of a chart: its label, and the count for each date (`2026-11-21`). */
export type Series = { label: string; days: readonly { date: string; count: number }[] };

/** The styles of the first and the second line. */
export const seriesStyles: readonly { color: string; className: string; dashes?: string }[] = [
  { color: "var(--chart-1)", className: "text-chart-1" },
  { color: "var(--chart-2)", className: "text-chart-2", dashes: "5 3" },
];

/** The highest count of all series, or 0 without data. */
export const getMaxCount = (series: readonly Series[]): number =>
  series.reduce((max, { days }) => days.reduce((dayMax, { count }) => Math.max(dayMax, count), max), 0);
