import { SourceTag } from "@/contract/attribution";
import { multilineText, singleLineText } from "@/contract/fields";
import {
  answeredMeaning,
  type ColumnStats,
  dateOrderId,
  isConsentField,
  isSuppressed,
  kindMeaning,
  omitsUnreadableDates,
} from "@/contract/import-questions";
import { type ConsentField, type ImportValueMeaning, importDateOrders } from "@/contract/import-values";
import type { ImportSettings, RowProblem } from "@/contract/imports";
import { normalizeCode } from "@/contract/normalize";
import { parseAnswer, type Question } from "@/contract/questions";
import { TagSet } from "@/contract/tags";
import { startOfDay } from "@/lib/dates";
import { type DateOrders, isNoDate, isWholeDay, parseCellDate } from "../table-files/cell-dates";
import { cleanLine, parseCellEmail, splitName, splitTags } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, parseWith, unmarkFormula } from "../table-files/cells";
import { columnOrders } from "../table-files/date-columns";
import { isEmptyValue } from "./column-stats";
import { classifyValue } from "./consent-words";
import { type DetectedPreset, detectPreset } from "./detect-preset";
import { ownProduct } from "./presets";

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
  referralCode?: string;
  /** The email or the referral code of the referrer. */
  referrer?: string;
  /** Whether they confirmed their email, and when. */
  isConfirmed?: boolean;
  confirmedAt?: string;
  /** Whether a date was left out because it can't be read. */
  omitsDate?: boolean;
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

/** Saves what a value of a column about emails means: by the answer that was given for it, or by itself. Dates say since when. */
function readStatus(lead: RowLead, field: ConsentField, value: string, cell: Cell): void {
  const { column, settings, preset } = cell;
  if (isEmptyValue(value)) {
    readEmptyCell(lead, column, settings);
    return;
  }
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

function tryParseDate(text: string, cell: Cell): string | undefined {
  try {
    return parseImportDate(text, cell);
  } catch (error) {
    if (error instanceof CellProblem) return undefined;
    throw error;
  }
}

/** Reads a date that has passed. A date without a time is the start of that day in the project's time zone. */
function parseImportDate(text: string, { orders, file, isOwn }: Cell): string {
  const date = parseCellDate(text, orders.slashes, orders.dots);
  const isDay = isWholeDay(date, isOwn ? "csv" : file.format);
  const instant = isDay ? startOfDay(date.instant.slice(0, 10), file.timeZone) : date.instant;
  // A day of tolerance for dates without an offset.
  if (Date.parse(instant) > Date.now() + 86_400_000) throw new CellProblem("must not be in the future");
  return instant;
}

/** The file that rows are from, apart from the settings of the import. */
export type FileContext = { format: "csv" | "xlsx"; timeZone: string; columnStats: readonly ColumnStats[] | null };

/** How dates of a column are ordered: as all of them can be read, else as was answered. */
function dateOrders(stats: ColumnStats["dateStats"], column: string, { answers, dates }: ImportSettings): DateOrders {
  const { slashes = null, dots = "day_first" as const } = stats ? columnOrders(stats) : {};
  const id = dateOrderId(column);
  const answer = Object.hasOwn(answers, id) ? importDateOrders.find((order) => order === answers[id]) : undefined;
  return { slashes: slashes ?? answer ?? dates ?? "month_first", dots };
}

/** Reads the rows of a file with a mapping. Rows have a lead, or the first problem. */
export function rowParser(columns: readonly string[], settings: ImportSettings, questions: readonly Question[], file: FileContext) {
  const preset = detectPreset(columns);
  // Our own exports come back as they are.
  const isOwn = preset.product === ownProduct;
  const mapped = columns.flatMap((column, index) => {
    const field = Object.hasOwn(settings.mapping, column) ? settings.mapping[column] : undefined;
    return field === undefined || field === "ignore"
      ? []
      : [{ column, index, field, orders: dateOrders(file.columnStats?.[index]?.dateStats, column, settings) }];
  });
  const { tags = [] } = settings;
  return (cells: readonly string[]): ParsedRow => {
    const lead: RowLead = {};
    let [email, fullName] = ["", ""];
    for (const { column, index, field, orders } of mapped) {
      const cell = cells[index] ?? "";
      const [text, value] = [unmarkFormula(cell), unmarkFormula(cell.trim())];
      try {
        if (field === "email") ({ email, name: fullName } = parseCellEmail(value));
        else if (value !== "" || (isOwn && text !== ""))
          readCell(lead, field, { column, settings, questions, preset, orders, file, isOwn, text, value });
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

/** A cell with its text, and the same without blanks around it. */
type Cell = {
  column: string;
  settings: ImportSettings;
  questions: readonly Question[];
  preset: DetectedPreset;
  orders: DateOrders;
  file: FileContext;
  isOwn: boolean;
  text: string;
  value: string;
};

/** An empty cell means something where that was asked and answered. */
function readEmptyCell(lead: RowLead, column: string, { answers }: ImportSettings): void {
  const meaning = answeredMeaning(answers, column, "");
  if (meaning !== null) applyMeaning(lead, meaning);
}

function readCell(lead: RowLead, field: string, cell: Cell): void {
  const { column, settings, preset, isOwn, text, value } = cell;
  const { consent, tags = [] } = settings;
  if (field.startsWith("field:")) lead.answers = { ...lead.answers, ...readAnswer(field.slice("field:".length), cell) };
  else if (field === "name") Object.assign(lead, parseName(value));
  else if (field === "firstname" || field === "lastname") lead[field] = parseWith(name, isOwn ? value : cleanLine(value));
  else if (field === "notes") lead.notes = parseWith(notes, text);
  else if (field === "createdAt" || field === "consentedAt") readDate(lead, field, cell);
  else if (field === "waitlist") lead.onWaitlist = parseYesNo(value);
  else if (field === "waitlistPosition") lead.position = parsePosition(value);
  else if (field === "sourceTag") lead.sourceTag = SourceTag.parse(value.slice(0, 4096));
  else if (field === "tags") lead.tags = parseTags(value, tags);
  else if (field === "referralCode") lead.referralCode = normalizeCode(value);
  else if (field === "referredBy") lead.referrer = readReferrer(value);
  else if (field === "confirmed") readConfirmed(lead, cell);
  else if (isConsentField(field)) readStatus(lead, field, value, cell);
  else if (field === "consent" && isOwn) lead.consent = parseWith(consentText, text);
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

function readAnswer(key: string, { questions, isOwn, value }: Cell): Record<string, string | boolean> {
  const question = questions.find((each) => each.key === key);
  if (!question) throw new CellProblem("is mapped to a question that doesn't exist");
  const text = isOwn ? value : cleanLine(value);
  const { answer, problem } = parseAnswer(question, question.type === "checkbox" ? parseYesNo(text) : text);
  if (answer === undefined) throw new CellProblem(problem);
  return { [key]: answer };
}

/** Reads a date. One that can't be read is left out if that was chosen. */
function readDate(lead: RowLead, field: "createdAt" | "consentedAt", cell: Cell): void {
  if (isNoDate(cell.value)) return;
  try {
    lead[field] = parseImportDate(cell.value, cell);
  } catch (error) {
    if (!(error instanceof CellProblem) || !omitsUnreadableDates(cell.settings.answers, cell.column)) throw error;
    lead.omitsDate = true;
  }
}

/** Reads whether a lead confirmed their email: yes or no, or when. */
function readConfirmed(lead: RowLead, cell: Cell): void {
  const { value } = cell;
  const kind = classifyValue(value);
  if (kind === "no" || kind === "yes") lead.isConfirmed = kind === "yes";
  else if (/^(?:un|not )confirmed$|^pending$/i.test(value)) lead.isConfirmed = false;
  else if (/^(?:confirmed|verified)$/i.test(value)) lead.isConfirmed = true;
  else if (!isNoDate(value)) {
    lead.confirmedAt = tryParseDate(value, cell);
    if (lead.confirmedAt === undefined) throw new CellProblem("must be yes, no, or a date such as 2025-12-31");
    lead.isConfirmed = true;
  }
}

/** Reads the email or the referral code of a referrer. */
const readReferrer = (text: string): string => (text.includes("@") ? parseCellEmail(text).email : normalizeCode(text));

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
