import { SourceTag } from "@/contract/attribution";
import { multilineText, singleLineText } from "@/contract/fields";
import { answeredMeaning, isConsentField, isSuppressed, kindMeaning } from "@/contract/import-questions";
import type { ConsentField, ImportValueMeaning } from "@/contract/import-values";
import type { ImportSettings, RowProblem } from "@/contract/imports";
import { parseAnswer, type Question } from "@/contract/questions";
import { TagSet } from "@/contract/tags";
import { startOfDay } from "@/lib/dates";
import { isNoDate, isWholeDay, parseCellDate } from "../table-files/cell-dates";
import { cleanLine, parseCellEmail, splitName, splitTags } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, parseWith, unmarkFormula } from "../table-files/cells";

import { isEmptyValue } from "./column-stats";
import { classifyValue } from "./consent-words";
import { type DetectedPreset, detectPreset } from "./detect-preset";

/** What a row says about a lead. Fields without a value are left out. */
export type RowLead = {
  firstname?: string;
  lastname?: string;
  notes?: string;
  createdAt?: string;
  onWaitlist?: boolean;
  /** They were on the waitlist of another tool, such as people who were invited there. */
  leftWaitlist?: boolean;
  position?: number;
  consent?: string;
  consentedAt?: string;
  sourceTag?: string;
  answers?: Record<string, string | boolean>;
  /** With those for all leads. */
  tags?: string[];
  suppression?: RowSuppression;
};

/** Why a row's lead must not be emailed, and since when. */
export type RowSuppression = { reason: "unsubscribed" | "bounced" | "complained"; at?: string };

export type ParsedRow = { email: string; lead: RowLead; problem?: never } | { problem: RowProblem; email?: never; lead?: never };

const name = singleLineText(200);
const notes = multilineText(10_000);
const consentText = multilineText(1000);

function parseYesNo(text: string): boolean {
  const kind = classifyValue(text);
  if (kind === "yes" || kind === "subscribed" || kind === "waiting") return true;
  if (kind === "no" || kind === "unsubscribed" || kind === "left" || text === "-") return false;
  throw new CellProblem("must be yes or no");
}

const statusProblem =
  "must be subscribed, unsubscribed, cleaned, bounced or complained. People with another status haven't agreed to emails";

/** Saves what a value of a column about emails means: by itself, or by the answer that was given for it. Dates say since when. */
function readStatus(lead: RowLead, field: ConsentField, value: string, cell: CellContext): void {
  const { column, settings, preset } = cell;
  if (isEmptyValue(value)) return readEmptyCell(lead, column, settings);
  const kind = preset.kindOf(column, value);
  const at = kind === "date" || kind === null ? tryParseDate(value, cell) : undefined;
  const meaning =
    kindMeaning(field, kind) ?? answeredMeaning(settings.answers, column, value) ?? kindMeaning(field, at === undefined ? null : "date");
  if (meaning === null) throw new CellProblem(field === "emailStatus" ? statusProblem : "must be yes, no, or a date such as 2025-12-31");
  applyMeaning(lead, meaning, at);
}

function applyMeaning(lead: RowLead, meaning: ImportValueMeaning, at?: string): void {
  if (meaning === "skip") throw new CellProblem("isn't imported, as you chose for this value");
  if (isSuppressed(meaning)) suppress(lead, { reason: meaning, at });
  else if (meaning === "waiting") lead.onWaitlist = true;
  else if (meaning === "left") lead.leftWaitlist = true;
}

function tryParseDate(text: string, { settings, file }: CellContext): string | undefined {
  try {
    return parseImportDate(text, settings, file);
  } catch (error) {
    if (error instanceof CellProblem) return undefined;
    throw error;
  }
}

/** Reads a date that has passed. A date without a time is the start of that day in the project's time zone. */
function parseImportDate(text: string, { dates }: ImportSettings, { timeZone, format }: FileContext): string {
  const date = parseCellDate(text, dates);
  const instant = isWholeDay(date, format) ? startOfDay(date.instant.slice(0, 10), timeZone) : date.instant;
  // A day of tolerance for dates without an offset.
  if (Date.parse(instant) > Date.now() + 86_400_000) throw new CellProblem("must not be in the future");
  return instant;
}

/** What cells are read with, apart from the settings. */
export type FileContext = { format: "csv" | "xlsx"; timeZone: string };

/** Reads the rows of a file with a mapping. Rows have a lead, or the first problem. */
export function rowParser(columns: readonly string[], settings: ImportSettings, questions: readonly Question[], file: FileContext) {
  const mapped = columns.flatMap((column, index) => {
    const field = Object.hasOwn(settings.mapping, column) ? settings.mapping[column] : undefined;
    return field === undefined || field === "ignore" ? [] : [{ column, index, field }];
  });
  const { tags = [] } = settings;
  const preset = detectPreset(columns);
  return (cells: readonly string[]): ParsedRow => {
    const lead: RowLead = {};
    let [email, fullName] = ["", ""];
    for (const { column, index, field } of mapped) {
      const value = unmarkFormula((cells[index] ?? "").trim());
      try {
        if (field === "email") ({ email, name: fullName } = parseCellEmail(value));
        else if (value !== "") readCell(lead, field, value, { column, settings, questions, file, preset });
        else if (isConsentField(field) || field === "consent") readEmptyCell(lead, column, settings);
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error;
        return { problem: { column, value: value.slice(0, maxValueLength).toWellFormed(), reason: error.message } };
      }
    }
    if (fullName !== "" && lead.firstname === undefined && lead.lastname === undefined) Object.assign(lead, parseName(fullName));
    // People who agreed had signed up by then.
    if (lead.consentedAt !== undefined) lead.createdAt ??= lead.consentedAt;
    if (tags.length > 0) lead.tags ??= tags;
    return { email, lead };
  };
}

type CellContext = {
  column: string;
  settings: ImportSettings;
  questions: readonly Question[];
  file: FileContext;
  preset: DetectedPreset;
};

/** An empty cell means something where that was asked and answered. */
function readEmptyCell(lead: RowLead, column: string, { answers }: ImportSettings): void {
  const meaning = answeredMeaning(answers, column, "");
  if (meaning !== null) applyMeaning(lead, meaning);
}

function readCell(lead: RowLead, field: string, value: string, cell: CellContext): void {
  const { column, settings, questions, file, preset } = cell;
  const { consent, tags = [] } = settings;
  if (field.startsWith("field:")) {
    const question = questions.find(({ key }) => key === field.slice("field:".length));
    if (!question) throw new CellProblem("is mapped to a question that doesn't exist");
    const { answer, problem } = parseAnswer(question, question.type === "checkbox" ? parseYesNo(value) : value);
    if (answer === undefined) throw new CellProblem(problem);
    lead.answers = { ...lead.answers, [question.key]: answer };
  } else if (field === "name") Object.assign(lead, parseName(value));
  else if (field === "firstname" || field === "lastname") lead[field] = parseWith(name, cleanLine(value));
  else if (field === "notes") lead.notes = parseWith(notes, value);
  else if (field === "createdAt" || field === "consentedAt") {
    if (!isNoDate(value)) lead[field] = parseImportDate(value, settings, file);
  } else if (field === "waitlist") lead.onWaitlist = parseYesNo(value);
  else if (field === "waitlistPosition") lead.position = parsePosition(value);
  else if (field === "sourceTag") lead.sourceTag = SourceTag.parse(value.slice(0, 4096));
  else if (field === "tags") lead.tags = parseTags(value, tags);
  else if (isConsentField(field)) readStatus(lead, field, value, cell);
  else if (field === "consent") {
    // A yes agrees to what the settings say, and a no to nothing. Anything else is the text itself.
    const meaning = kindMeaning("subscribed", preset.kindOf(column, value));
    if (meaning === null) lead.consent = parseWith(consentText, value);
    else if (isSuppressed(meaning)) {
      lead.consent = "";
      suppress(lead, { reason: meaning });
    } else if (consent !== "") lead.consent = consent;
  }
}

const parseName = (text: string) => splitName(parseWith(name, cleanLine(text)));

function parseTags(text: string, others: readonly string[]): string[] {
  const { data, error } = TagSet.safeParse([...splitTags(text), ...others]);
  if (data === undefined) throw new CellProblem(error?.issues[0]?.message ?? "isn't valid");
  return data;
}

const severity = ["bounced", "unsubscribed", "complained"] as const;

/** Keeps the gravest reason of several columns, with the date of any. */
function suppress(lead: RowLead, { reason, at }: RowSuppression): void {
  const { suppression = { reason, at } } = lead;
  const isGraver = severity.indexOf(reason) > severity.indexOf(suppression.reason);
  lead.suppression = { reason: isGraver ? reason : suppression.reason, at: suppression.at ?? at };
}

/** Parses a position such as `12`, `#12`, `1,234` or, from a spreadsheet, `12.0`. */
function parsePosition(text: string): number {
  const digits = text.replace(/^#/, "");
  const isGrouped = /^\d{1,3}(?:[,.' ]\d{3})+$/.test(digits);
  const position = isGrouped ? digits.replace(/\D/g, "") : digits.replace(/[.,]0+$/, "");
  if (!/^\d{1,9}$/.test(position)) throw new CellProblem("must be a whole number");
  return Number(position);
}

/** The consent text that a row's lead agreed to, or an empty text. The settings apply to rows that say nothing else. */
export const rowConsent = ({ consent }: RowLead, settings: ImportSettings): string => consent ?? settings.consent;
