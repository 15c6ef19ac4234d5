/** A line of a chart: what it counts, and how many on each day, by its date (`2026-11-21`). */
export type Series = { label: string; days: readonly { date: string; count: number }[] };

/** How the first and the second line are drawn. */
export const seriesStyles: readonly { color: string; className: string; dashes?: string }[] = [
  { color: "var(--chart-1)", className: "text-chart-1" },
  { color: "var(--chart-2)", className: "text-chart-2", dashes: "5 3" },
];

/** The highest count of all lines; 0 where there is none. */
export const getMaxCount = (series: readonly Series[]): number =>
  series.reduce((highest, { days }) => days.reduce((most, { count }) => Math.max(most, count), highest), 0);
