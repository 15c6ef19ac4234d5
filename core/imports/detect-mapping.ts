import { isConsentField, isOpposite } from "@/contract/import-questions";
import type { ImportColumnSummary } from "@/contract/import-settings";
import { type ImportKind, ignoredColumn } from "@/contract/import-values";
import type { Question } from "@/contract/questions";
import { normalizeHeader } from "../table-files/cells";
import { detectPreset } from "./detect-preset";
import { knownHeaders } from "./known-headers";
import { hasReasonHeader, suppressionHeaders } from "./suppression-columns";

type Known = {
  kind: ImportKind;
  summaries: readonly ImportColumnSummary[];
  questions: readonly Question[];
  /** What was last chosen for each header. */
  remembered: Readonly<Record<string, string>>;
};

/**
 * Suggests what the columns hold: who must not be emailed if a column says so with certainty, else what was chosen for this header the last
 * time, else the field of the product that the file is from, else a question with this key or label, else a known header. Without a known
 * header, the column with the most emails holds the email. Only fields about emails are suggested for several columns. Of two known headers
 * for another field, the first in the list is meant, such as "Source tag" and "Source", unless it is empty.
 */
export function suggestMapping(columns: readonly string[], { kind, summaries, questions, remembered }: Known): Record<string, string> {
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  const byColumn = new Map(summaries.map((summary) => [summary.column, summary]));
  const [mostEmails] = summaries.filter(({ emails }) => emails > 0).sort((a, b) => b.emails - a.emails);
  const suggest = (column: string | undefined, field: string | undefined) => {
    if (column === undefined || field === undefined || Object.hasOwn(mapping, column) || taken.has(field)) return;
    const summary = byColumn.get(column);
    if (summary && !canHold(summary, field, mostEmails !== undefined)) return;
    // Substack's comments are how many someone wrote.
    if (kind === "leads" && field === "notes" && summary && summary.filled > 0 && summary.numbers === summary.filled) return;
    mapping[column] = field;
    if (field !== ignoredColumn && !isConsentField(field)) taken.add(field);
  };
  const rememberedField = (column: string) => (Object.hasOwn(remembered, column) ? remembered[column] : undefined);
  for (const { column, consent } of summaries) {
    if (!consent?.isCertain) continue;
    const field = rememberedField(column);
    suggest(column, (isConsentField(field) && !isOpposite(field, consent.field)) || field === "consent" ? field : consent.field);
  }
  const { fieldOf, suppressions } = detectPreset(columns, kind);
  const unsure = new Set(summaries.filter(({ consent }) => consent !== null).map(({ column }) => column));
  for (const column of columns)
    if (!unsure.has(column) || rememberedField(column) !== ignoredColumn) suggest(column, rememberedField(column));
  for (const column of columns) suggest(column, fieldOf(column));
  const byName = new Map(columns.toReversed().map((column) => [normalizeHeader(column), column]));
  if (kind === "leads")
    for (const { key, label } of questions)
      for (const name of [key, label, `fields.${key}`]) suggest(byName.get(normalizeHeader(name)), `field:${key}`);
  const isEmpty = (column: string | undefined) => column !== undefined && byColumn.get(column)?.filled === 0;
  const known = (kind === "leads" ? knownHeaders : suppressionHeaders).map(([name, field]) => ({ column: byName.get(name), field }));
  for (const { column, field } of [...known.filter((each) => !isEmpty(each.column)), ...known.filter((each) => isEmpty(each.column))])
    if (kind === "leads" || suppressions !== null || field !== "createdAt") suggest(column, field);
  suggest(mostEmails?.column, "email");
  if (kind === "suppressions") {
    suggest(onlyDates(summaries, mapping), "createdAt");
    suggest(summaries.find(({ column, consent, filled }) => filled > 0 && consent === null && hasReasonHeader(column))?.column, "notes");
  }
  return mapping;
}

/** The only column with dates that isn't used, if it has no header that says what they are. */
function onlyDates(summaries: readonly ImportColumnSummary[], mapping: Readonly<Record<string, string>>): string | undefined {
  const [found, ...others] = summaries.filter(({ column, looksLike }) => looksLike === "date" && !Object.hasOwn(mapping, column));
  return others.length === 0 && found && /^Column \d+$/.test(found.column) ? found.column : undefined;
}

/** Whether the values of a column can be those of a field. */
function canHold({ filled, emails, numbers, otherRows }: ImportColumnSummary, field: string, hasEmails: boolean): boolean {
  if (field === "email") return emails > 0 || !hasEmails;
  // LinkedIn's position is a job.
  if (field === "waitlistPosition") return numbers === filled;
  return field !== "emailStatus" || otherRows === 0;
}
