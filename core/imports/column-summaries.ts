import { isConsentField } from "@/contract/import-questions";
import type { ColumnStats, CutOff, DateStats, ImportColumnSummary } from "@/contract/import-settings";
import { type ConsentField, type DateOrder, type ImportValueKind, ignoredColumn } from "@/contract/import-values";
import type { RowOf } from "@/db/query";
import type { imports } from "@/db/schema";
import { normalizeHeader } from "../table-files/cells";
import { columnOrders, dateSamples, looksLikeDates, unreadableCount } from "../table-files/date-columns";
import { canBeAgreement, detectConsentColumn, hasAgreementHeader, isHardBounceReason, reasonField } from "./consent-columns";
import { type DetectedPreset, detectPreset } from "./detect-preset";
import { memberStates } from "./member-states";
import { ownProduct } from "./preset";
import { detectReasonColumn } from "./suppression-columns";

/** The last row of a file that ends in the middle of it. */
export const findCutOff = ({ column_stats: stats }: Pick<StoredColumns, "column_stats">): CutOff | null => stats?.[0]?.cutOff ?? null;

/** Describes the columns of a file by their headers and values. Returns nothing for imports of earlier versions, which have no stats. */
export const summarizeColumns = (row: StoredColumns): ImportColumnSummary[] => summarize(row, detectPreset(row.columns, row.kind));

function summarize(row: StoredColumns, preset: DetectedPreset): ImportColumnSummary[] {
  const summaries = (row.column_stats ?? []).map((stats, index) => summarizeColumn(row.columns[index] ?? "", stats, row, preset));
  if (row.kind !== "leads") return summaries;
  return summaries.map((summary) => {
    const field = summary.consent === null && preset.fieldOf(summary.column) === undefined ? saidByReasons(summary) : null;
    if (field === null || (!isHardBounceReason(summary.column) && summaries.some((other) => saysWho(other, field)))) return summary;
    return { ...summary, consent: { field, isCertain: isHardBounceReason(summary.column) } };
  });
}

/** What those with a reason or a count have done, if any row has one. */
const saidByReasons = ({ column, filled, values }: ImportColumnSummary) =>
  values.reduce((rows, value) => rows - (value.kind === "no" ? value.rows : 0), filled) > 0 ? reasonField(column) : null;

/** Whether a column says with certainty who has unsubscribed, bounced or complained, so that the reasons aren't needed. */
const saysWho = ({ consent, values }: ImportColumnSummary, field: ConsentField): boolean =>
  consent?.isCertain === true &&
  (consent.field === field ||
    (field === "unsubscribed" && consent.field === "subscribed") ||
    (consent.field === "emailStatus" && (field === "unsubscribed" || values.some(({ kind }) => kind === field))));

type StoredColumns = RowOf<typeof imports, "kind" | "columns" | "column_stats" | "row_count"> & Partial<RowOf<typeof imports, "format">>;

function summarizeColumn(
  column: string,
  { otherRows, dateStats, cutOff: _, ...stats }: ColumnStats,
  { kind: fileKind, row_count: rowCount, columns, format = "csv" }: StoredColumns,
  { fieldOf, kindOf, product }: DetectedPreset,
): ImportColumnSummary {
  const values = stats.values.map(([value, rows]) => ({ value, rows, kind: kindOf(column, value) }));
  const kinds = new Set<ImportValueKind | null>(values.map(({ kind }) => kind));
  if (stats.dates > 0) kinds.add("date");
  if (otherRows > 0) kinds.add(null);
  const isNumeric = stats.numbers === stats.filled;
  const unknownValues = otherRows > 0 || isNumeric ? Number.POSITIVE_INFINITY : values.filter(({ kind }) => kind === null).length;
  const states = memberStates(values.map(({ value }) => value));
  const presetField = fieldOf(column);
  const reason = fileKind === "suppressions" ? detectReasonColumn(column, values, otherRows) : null;
  const detected = reason ?? detectConsentColumn(column, kinds, { isPartial: stats.filled < rowCount, unknownValues, states });
  const consent = isConsentField(presetField) ? { field: presetField, isCertain: true } : presetField === undefined ? detected : null;
  // Columns that a known product fills, and that aren't needed.
  const isShifted = !isNamed(column) && columns.some(isNamed) && 2 * stats.filled < rowCount;
  const isAnswer = fileKind === "leads" && product !== ownProduct && !isShifted && canBeAgreement(column, kinds, isNumeric);
  const common = isAnswer ? "yes_no" : commonKind(column, { ...stats, dateStats, rowCount });
  const looksLike = presetField === ignoredColumn ? null : common;
  return {
    ...stats,
    column,
    values,
    otherRows,
    consent,
    looksLike,
    ...summarizeDates(dateStats, stats.filled, product === ownProduct ? "csv" : format),
  };
}

/** Whether a column has a header. Of others, the rows of files with headers are refused if few have a value. */
const isNamed = (column: string): boolean => !/^Column \d+$/.test(column);

/** What most values of a column are, if that is a date or an email. Where some have no date of a consent, they may not have agreed. */
function commonKind(
  column: string,
  { filled, emails, dateStats, rowCount }: Pick<ColumnStats, "filled" | "emails" | "dateStats"> & { rowCount: number },
): ImportColumnSummary["looksLike"] {
  if (filled > 0 && emails / filled >= 0.8) return "email";
  if (!dateStats || !looksLikeDates(dateStats, filled, normalizeHeader(column))) return null;
  return filled < rowCount && hasAgreementHeader(column) ? "consent_date" : "date";
}

type DateSummary = Pick<ImportColumnSummary, "dateOrder" | "orderedDates" | "unreadableDates" | "dateSamples">;

function summarizeDates(stats: DateStats | undefined, filled: number, format: "csv" | "xlsx"): DateSummary {
  if (!stats)
    return { dateOrder: null, orderedDates: 0, unreadableDates: { month_first: 0, day_first: 0, year_first: 0 }, dateSamples: [] };
  const unreadable = (order: DateOrder) => unreadableCount(stats, filled, order);
  return {
    dateOrder: columnOrders(stats).slashes,
    orderedDates: stats.slashes.ordered,
    unreadableDates: { month_first: unreadable("month_first"), day_first: unreadable("day_first"), year_first: unreadable("year_first") },
    dateSamples: dateSamples(stats, format),
  };
}
