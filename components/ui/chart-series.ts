/** A line of a chart: what it counts, and how many on each day, by its date (`2026-11-21`). */
export type Series = { label: string; days: readonly { day: string; count: number }[] };

/** How the first and the second line are drawn. */
export const strokes: readonly { color: string; className: string; dashes?: string }[] = [
  { color: "var(--chart-1)", className: "text-chart-1" },
  { color: "var(--chart-2)", className: "text-chart-2", dashes: "5 3" },
];
