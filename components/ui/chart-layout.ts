/** Distance between the plot area and the edges of a chart, in pixels. The axes are in the margins. */
export const chartMargins = { top: 8, right: 24, bottom: 30, left: 40 };

/** Below this width in pixels (Tailwind's `@md`), the date axis has fewer labels. */
export const narrowChartWidth = 448;

/** Maximum number of labels on the date axis. */
export const maxDateLabels = { narrow: 4, wide: 7 };

/** The labels of a count axis: three to six multiples of a round whole number, from 0 to the first that is at least `maxCount`. */
export function getCountTicks(maxCount: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxCount, 4) / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((candidate) => candidate * 5 >= Math.max(maxCount, 4)) ?? 10 * power;
  return Array.from({ length: Math.max(2, Math.ceil(maxCount / step)) + 1 }, (_, index) => index * step);
}
