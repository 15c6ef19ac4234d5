import { distance } from "fastest-levenshtein";

/**
 * Returns how many letters of a text are wrong, missing, extra or swapped with the next one, compared with another text. Returns Infinity
 * above `limit`.
 */
export function editDistance(typed: string, meant: string, limit: number): number {
  // Without swaps, a swap counts twice. This rules out almost all words much faster.
  if (distance(typed, meant) > 2 * limit) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= typed.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      const replaced = cell(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? cell(row - 2, column - 2) + 1 : replaced;
      rows[row]?.push(Math.min(replaced, swapped, cell(row - 1, column) + 1, cell(row, column - 1) + 1));
    }
  }
  const total = cell(typed.length, meant.length);
  return total > limit ? Number.POSITIVE_INFINITY : total;
}
