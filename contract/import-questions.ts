import { suppressionReasons } from "./enums";
import type { CutOff, FileConsent, ImportColumnSummary, ImportQuestion, SuppressionList } from "./import-settings";
import {
  type ConsentField,
  consentFields,
  type ImportKind,
  type ImportValueKind,
  type ImportValueMeaning,
  ignoredColumn,
  importDateOrders,
  importValueMeanings,
  meaningOptions,
  valueKey,
} from "./import-values";

// What has to be asked about a file. The same rules run in the browser and on the server.

/** What the questions about a file depend on, apart from its columns. `suppressions` is null for leads. */
export type ImportedFile = {
  rowCount: number;
  suppressions: SuppressionList | null;
  fileConsent?: FileConsent | null;
  cutOff?: CutOff | null;
};

const fileKind = ({ suppressions }: Pick<ImportedFile, "suppressions">): ImportKind => (suppressions === null ? "leads" : "suppressions");

export type ImportAnswers = Readonly<Record<string, string>>;

const kindMeanings: Readonly<Record<ConsentField, Partial<Record<ImportValueKind, ImportValueMeaning>>>> = {
  emailStatus: {},
  subscribed: { yes: "subscribed", no: "unsubscribed", date: "subscribed" },
  unsubscribed: { yes: "unsubscribed", no: "subscribed", date: "unsubscribed" },
  bounced: { yes: "bounced", no: "subscribed", date: "bounced" },
  complained: { yes: "complained", no: "subscribed", date: "complained" },
};

type SuppressionReason = (typeof suppressionReasons)[number];

const isMeaning = (text: string | null | undefined): text is ImportValueMeaning => importValueMeanings.some((meaning) => meaning === text);

export const isConsentField = (field: string | undefined): field is ConsentField => consentFields.some((each) => each === field);

/** What a value of a kind means in a column that is imported as `field`. `null`: it has to be asked. */
export function kindMeaning(field: ConsentField, kind: ImportValueKind | null): ImportValueMeaning | null {
  const ofField = kind === null ? null : kindMeanings[field][kind];
  return ofField ?? (isMeaning(kind) ? kind : null);
}

/** The ID of the question about a value, which is the key of its answer. */
const valueQuestionId = (column: string, value: string): string => `value_meaning:${column}:${valueKey(value)}`;

/** Returns what was answered for a value, or null. */
export function answeredMeaning(answers: ImportAnswers, column: string, value: string): ImportValueMeaning | null {
  const id = valueQuestionId(column, value);
  const answer = Object.hasOwn(answers, id) ? answers[id] : null;
  return isMeaning(answer) ? answer : null;
}

/** How many rows of a column have each meaning, with the values that have it. Values without a meaning are left out. */
export function columnMeanings(
  { column, dates, values }: ImportColumnSummary,
  field: ConsentField,
  answers: ImportAnswers,
): { meaning: ImportValueMeaning; value: string | null; rows: number }[] {
  const items = values.flatMap(({ value, rows, kind }) => {
    const meaning = kindMeaning(field, kind) ?? answeredMeaning(answers, column, value);
    return meaning === null ? [] : [{ meaning, value, rows }];
  });
  const meaning = kindMeaning(field, "date");
  return dates > 0 && meaning !== null ? [...items, { meaning, value: null, rows: dates }] : items;
}

/** Returns what has to be asked about a file with this mapping, in the order of its columns. */
export function importQuestions(
  summaries: readonly ImportColumnSummary[],
  mapping: Readonly<Record<string, string>>,
  file: ImportedFile,
): ImportQuestion[] {
  const columns = summaries.map((summary) => ({
    summary,
    field: Object.hasOwn(mapping, summary.column) ? mapping[summary.column] : undefined,
  }));
  return [
    ...(file.cutOff ? [cutOffQuestion(file.cutOff)] : []),
    ...columns.flatMap(({ summary, field }) => [
      ...consentQuestions(summary, field, file),
      ...dateQuestions(summary, field),
      ...(field === "expires" ? expiredRows(summary) : []),
    ]),
    ...unusedColumns(columns, file),
    ...(file.fileConsent ? fileConsentQuestions(file.fileConsent, silentRows(columns, file.rowCount)) : []),
    ...(file.suppressions === null ? [] : listQuestions(columns, file.rowCount, file.suppressions)),
  ];
}

/** A column, and what it is imported as. */
type MappedColumn = { summary: ImportColumnSummary; field: string | undefined };

function consentQuestions(summary: ImportColumnSummary, field: string | undefined, file: ImportedFile): ImportQuestion[] {
  if (isConsentField(field)) return [...oppositeSense(summary, field), ...valueMeanings(summary, field, file)];
  return field === "consent" ? emptyConsent(summary, file.rowCount) : unusedConsent(summary, field);
}

const requiredDates: readonly string[] = ["createdAt", "consentedAt"];
const dateFields: readonly string[] = [...requiredDates, "subscribed", "unsubscribed", "bounced", "complained", "confirmed", "expires"];

export const dateOrderId = (column: string): string => `date_order:${column}`;
const unreadableDatesId = (column: string): string => `unreadable_dates:${column}`;

/** Whether rows with a date that can't be read are refused, instead of imported without the date. */
export const refusesUnreadableDates = (answers: ImportAnswers, column: string): boolean => {
  const id = unreadableDatesId(column);
  return Object.hasOwn(answers, id) && answers[id] === "skip";
};

/** Asks for the order of day and month if no date decides it, and what happens to rows whose date can't be read. */
function dateQuestions(summary: ImportColumnSummary, field: string | undefined): ImportQuestion[] {
  const { column, dateOrder, orderedDates, unreadableDates } = summary;
  if (field === undefined || !dateFields.includes(field)) return [];
  const question = { column, value: null };
  const questions: ImportQuestion[] = [];
  if (dateOrder === null && orderedDates > 0)
    questions.push({
      ...question,
      id: dateOrderId(column),
      suggestion: null,
      kind: "date_order",
      rows: orderedDates,
      options: [...importDateOrders],
    });
  const unreadable = unreadableDates[dateOrder ?? "month_first"] ?? 0;
  if (unreadable > 0 && requiredDates.includes(field))
    questions.push({
      ...question,
      id: unreadableDatesId(column),
      suggestion: "ignore",
      kind: "unreadable_dates",
      rows: unreadable,
      options: ["ignore", "skip"],
    });
  return questions;
}

/** The ID of the question about columns that aren't imported. */
export const unusedColumnsId = "unused_columns";

const isUnused = (field: string | undefined): boolean => field === undefined || field === ignoredColumn;

/** Asks once about all columns with dates or emails that aren't imported. Those that can be about consent are asked about by themselves. */
function unusedColumns(columns: readonly MappedColumn[], { rowCount }: ImportedFile): ImportQuestion[] {
  const unused = columns.filter(
    ({ summary: { looksLike, consent }, field }) => (looksLike === "date" || looksLike === "email") && consent === null && isUnused(field),
  );
  if (unused.length === 0) return [];
  const column = unused.map(({ summary }) => summary.column).join(", ");
  return [{ id: unusedColumnsId, kind: "unused_columns", column, value: null, rows: rowCount, options: ["ignore"], suggestion: null }];
}

/** How many rows don't say who must not be emailed. */
const silentRows = (columns: readonly MappedColumn[], rowCount: number): number =>
  rowCount - Math.max(0, ...columns.map(({ summary, field }) => (isConsentField(field) ? summary.filled : 0)));

/** The ID of the question about a file that ends in the middle of its last row. */
export const cutOffId = "cut_off";

/** Asks what happens to the last row of a file that is cut off. One that can't be read isn't imported in any case. */
const cutOffQuestion = ({ isReadable }: CutOff): ImportQuestion => ({
  id: cutOffId,
  kind: "cut_off",
  column: "",
  value: null,
  rows: 1,
  options: isReadable ? ["skip", "ignore"] : ["skip"],
  suggestion: isReadable ? null : "skip",
});

/** The ID of the question about a file whose people seem not to be emailed. */
export const fileConsentId = "file_consent";

/** Asks what happens to rows that say nothing in a file whose people must not be emailed, according to its name or columns. */
const fileConsentQuestions = ({ reason, isCertain }: FileConsent, rows: number): ImportQuestion[] =>
  rows === 0
    ? []
    : [
        {
          id: fileConsentId,
          kind: "file_consent",
          column: "",
          value: null,
          rows,
          options: ["unsubscribed", "bounced", "complained", "ignore"],
          suggestion: isCertain ? reason : null,
        },
      ];

/** The ID of the question about suppressions without a reason. */
export const missingReasonId = "missing_reason";

/** Asks why people of a list of suppressions are suppressed if their rows don't say so, and whether it is one. */
function listQuestions(columns: readonly MappedColumn[], rowCount: number, { reason, isAllowlist }: SuppressionList): ImportQuestion[] {
  const [missing, about] = [silentRows(columns, rowCount), { column: "", value: null }];
  const questions: ImportQuestion[] = [];
  if (isAllowlist) questions.push({ ...about, id: "allowlist", kind: "allowlist", rows: rowCount, options: ["confirm"], suggestion: null });
  if (missing > 0)
    questions.push({
      ...about,
      id: missingReasonId,
      kind: "missing_reason",
      rows: missing,
      options: [...meaningOptions.suppressions],
      suggestion: reason,
    });
  return questions;
}

const expiredRowsId = (column: string): string => `expired_rows:${column}`;

/** Whether suppressions that have ended are imported like the others. */
export const importsExpired = (answers: ImportAnswers, column: string): boolean => {
  const id = expiredRowsId(column);
  return Object.hasOwn(answers, id) && answers[id] === "ignore";
};

/** Asks what happens to suppressions that have ended. */
const expiredRows = ({ column, filled }: ImportColumnSummary): ImportQuestion[] =>
  filled === 0
    ? []
    : [
        {
          id: expiredRowsId(column),
          kind: "expired_rows",
          column,
          value: null,
          rows: filled,
          options: ["skip", "ignore"],
          suggestion: "skip",
        },
      ];

const meaningQuestion = (column: string, value: string, rows: number, options: readonly string[]): ImportQuestion => ({
  id: valueQuestionId(column, value),
  kind: "value_meaning",
  column,
  value,
  rows,
  options: [...options],
  suggestion: null,
});

/** Whether one field is about people who can be emailed, and the other about people who must not be. */
export const isOpposite = (field: ConsentField, other: ConsentField): boolean =>
  (field === "subscribed") !== (other === "subscribed") && field !== "emailStatus" && other !== "emailStatus";

/** Asks about a column that is imported as the opposite of what its header says, such as `subscribed: no` as *Unsubscribed*. */
function oppositeSense({ column, filled, consent }: ImportColumnSummary, field: ConsentField): ImportQuestion[] {
  if (consent === null || !isOpposite(field, consent.field)) return [];
  return [
    { id: `opposite_sense:${column}`, kind: "opposite_sense", column, value: null, rows: filled, options: ["confirm"], suggestion: null },
  ];
}

/** Asks what unknown words mean, and empty cells where the others say who can be emailed. */
function valueMeanings({ column, filled, values }: ImportColumnSummary, field: ConsentField, file: ImportedFile): ImportQuestion[] {
  const options = meaningOptions[fileKind(file)];
  const unknown = values.filter(({ kind }) => kindMeaning(field, kind) === null);
  const questions = unknown.map(({ value, rows }) => meaningQuestion(column, value, rows, options));
  const saysWho = field === "subscribed" || (field === "emailStatus" && values.some(({ kind }) => kind === "subscribed"));
  if (file.suppressions === null && saysWho && filled > 0 && filled < file.rowCount)
    questions.push(meaningQuestion(column, "", file.rowCount - filled, options));
  return questions;
}

/** Asks about empty cells of a column with nothing but yes and no. Texts are the consent itself. */
function emptyConsent({ column, filled, values }: ImportColumnSummary, rowCount: number): ImportQuestion[] {
  const kinds = new Set(values.map(({ kind }) => kind));
  const isAsked = kinds.size > 0 && !kinds.has(null) && filled < rowCount;
  return isAsked ? [meaningQuestion(column, "", rowCount - filled, meaningOptions.leads)] : [];
}

// What a person is called or when they joined, whatever its words are.
const fieldsWithoutConsent: readonly string[] = [
  "email",
  "name",
  "firstname",
  "lastname",
  "referralCode",
  "referredBy",
  "waitlistPosition",
];

const unusedConsentQuestion = (column: string, rows: number): ImportQuestion => ({
  id: `unused_consent:${column}`,
  kind: "unused_consent",
  column,
  value: null,
  rows,
  options: ["ignore"],
  suggestion: null,
});

/** Hours from Greenwich in Mailchimp's exports, which are all 0 or 1 in some countries. */
const isTimeOffset = (column: string): boolean => /^(gmt|dst)_?off$/i.test(column.trim());

/** Asks about a column that seems to say who must not be emailed, and isn't imported as that. */
function unusedConsent(summary: ImportColumnSummary, field: string | undefined): ImportQuestion[] {
  const { column, filled, consent, looksLike } = summary;
  if (isTimeOffset(column)) return [];
  if (consent === null)
    return (looksLike === "consent_date" || looksLike === "yes_no") && isUnused(field) ? [unusedConsentQuestion(column, filled)] : [];
  if (field !== undefined && fieldsWithoutConsent.includes(field) && !consent.isCertain) return [];
  if (field === "email") return [];
  const suppressed = columnMeanings(summary, consent.field, {}).filter(({ meaning }) => isSuppressed(meaning));
  if (
    consent.isCertain &&
    suppressed.length === 0 &&
    summary.otherRows === 0 &&
    summary.values.every(({ kind }) => kindMeaning(consent.field, kind) !== null)
  )
    return [];
  const rows = suppressed.reduce((sum, item) => sum + item.rows, 0) || filled;
  return [unusedConsentQuestion(column, rows)];
}

/** Whether people with this meaning are never emailed. */
export const isSuppressed = (meaning: ImportValueMeaning): meaning is SuppressionReason =>
  suppressionReasons.some((reason) => reason === meaning);

/** Returns the questions that need an answer and have no valid one. */
export const openQuestions = (questions: readonly ImportQuestion[], answers: ImportAnswers): ImportQuestion[] =>
  questions.filter(({ id, options, suggestion }) => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    return answer === undefined ? suggestion === null : !options.includes(answer);
  });
