import { rowReader } from "./csv-rows";
import { isHeaderWord } from "./header-words";

const delimiters = [",", ";", "\t", "|"] as const;

/** How many rows of the beginning are compared. */
const maxRows = 100;

type TextLayout = {
  delimiter: string;
  /** How many cells most rows have. Null if none has two. */
  columns: number | null;
};

/** Detects the separator: with it, the most rows have the same number of cells, and the headers are words that are common in headers. */
export function detectLayout(sample: string, isComplete: boolean, chosen?: string): TextLayout {
  const layouts = (chosen === undefined ? delimiters : [chosen]).map((delimiter) => measure(sample, isComplete, delimiter));
  const [best] = layouts.sort((a, b) => b.score - a.score);
  return { delimiter: best?.delimiter ?? ",", columns: best?.columns ?? null };
}

function measure(sample: string, isComplete: boolean, delimiter: string): TextLayout & { score: number } {
  // Rows whose cells aren't certain aren't counted.
  const reader = rowReader(delimiter, 0);
  const rows: string[][] = [];
  let headerWords = 0;
  const read = function* () {
    yield* reader.add(sample);
    if (isComplete) yield* reader.end();
  };
  for (const { cells, problem } of read()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    // Broken rows are no sample, but files of only them have no other.
    if (problem === undefined || rows.length === 0) rows.push(cells);
    headerWords = Math.max(headerWords, cells.filter(isHeaderWord).length);
    if (rows.length === maxRows) break;
  }
  const byCount = [...Map.groupBy(rows, ({ length }) => length)].sort(([, a], [, b]) => b.length - a.length);
  const [columns = 1, same = []] = byCount.find(([count]) => count > 1) ?? [];
  if (columns === 1) return { delimiter, columns: null, score: headerWords };
  const share = same.length / rows.length;
  return { delimiter, columns: share >= 0.5 ? columns : null, score: 10 * share * share + Math.min(columns, 20) / 4 + 2 * headerWords };
}
