/** Where the lines of a chart lie in it: how far from its edges, in pixels. The axes are in what is left over. */
export const chartMargins = { top: 8, right: 24, bottom: 30, left: 40 };

/** Below this width, in pixels (Tailwind's `@md`), the axis of days has room for a few names only. */
export const narrowChartWidth = 448;

/** How many days an axis names at most. */
export const maxDateLabels = { narrow: 4, wide: 7 };

/** The counts an axis names, from 0 in even whole steps to the first that `highest` does not pass: three to six. */
export function getCountTicks(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 4) / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each * 5 >= Math.max(highest, 4)) ?? 10 * power;
  return Array.from({ length: Math.max(2, Math.ceil(highest / step)) + 1 }, (_, place) => place * step);
}
