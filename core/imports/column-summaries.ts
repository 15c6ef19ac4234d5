import { type ColumnStats, type ImportColumnSummary, isConsentField } from "@/contract/import-questions";
import type { ImportValueKind } from "@/contract/import-values";
import type { RowOf } from "@/db/query";
import type { imports } from "@/db/schema";
import { detectConsentColumn } from "./consent-columns";
import { type DetectedPreset, detectPreset } from "./detect-preset";

/** Describes the columns of a file by their headers and values. Returns nothing for imports of earlier versions, which have no stats. */
export const summarizeColumns = (row: StoredColumns): ImportColumnSummary[] => summarize(row, detectPreset(row.columns));

const summarize = (row: StoredColumns, preset: DetectedPreset): ImportColumnSummary[] =>
  (row.column_stats ?? []).map((stats, index) => summarizeColumn(row.columns[index] ?? "", stats, row.row_count, preset));

type StoredColumns = RowOf<typeof imports, "columns" | "column_stats" | "row_count">;

function summarizeColumn(
  column: string,
  { otherRows, ...stats }: ColumnStats,
  rowCount: number,
  { fieldOf, kindOf }: DetectedPreset,
): ImportColumnSummary {
  const values = stats.values.map(([value, rows]) => ({ value, rows, kind: kindOf(column, value) }));
  const kinds = new Set<ImportValueKind | null>(values.map(({ kind }) => kind));
  if (stats.dates > 0) kinds.add("date");
  if (otherRows > 0) kinds.add(null);
  const unknownValues = otherRows > 0 ? Number.POSITIVE_INFINITY : values.filter(({ kind }) => kind === null).length;
  const presetField = fieldOf(column);
  const detected = detectConsentColumn(column, kinds, { isPartial: stats.filled < rowCount, unknownValues });
  const consent = isConsentField(presetField) ? { field: presetField, isCertain: true } : presetField === undefined ? detected : null;
  return { ...stats, column, values, otherRows, consent };
}
