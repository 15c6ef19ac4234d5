import { SourceTag } from "@/contract/attribution";
import { multilineText, singleLineText } from "@/contract/fields";
import type { ImportSettings, RowProblem } from "@/contract/imports";
import { parseAnswer, type Question } from "@/contract/questions";
import { TagSet } from "@/contract/tags";
import { startOfDay } from "@/lib/dates";
import { isNoDate, isWholeDay, parseCellDate } from "../table-files/cell-dates";
import { cleanLine, parseCellEmail, splitName, splitTags } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, parseWith, unmarkFormula } from "../table-files/cells";

/** What a row says about a lead. Fields without a value are left out. */
export type RowLead = {
  firstname?: string;
  lastname?: string;
  notes?: string;
  createdAt?: string;
  onWaitlist?: boolean;
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

// cspell:disable
const yes = /^(?:true|t|yes|y|1|x|on|ja|oui|si|sí|sim|tak|是|はい|да|subscribed|opted.?in|waiting)$/iu;
const no = /^(?:false|f|no|n|0|-|off|nein|non|não|nao|nie|否|いいえ|нет|unsubscribed|opted.?out)$/iu;
// cspell:enable

// cspell:disable
// The words of Mailchimp, MailerLite, Kit, Brevo and HubSpot, in several languages.
const emailStatuses: readonly [RegExp, RowSuppression["reason"] | null][] = [
  [/^(?:subscribed|active|enabled|confirmed|opted.?in|abonniert|aktiv|abonné|suscrito|iscritto|ingeschreven)$/iu, null],
  [
    /^(?:unsubscribed?|opted.?out|canceled|cancelled|blacklisted|abgemeldet|désabonné|désinscrit|dado de baja|disiscritto|uitgeschreven)$/iu,
    "unsubscribed",
  ],
  [/^(?:cleaned|(?:hard |soft )?bounced?|undeliverable|bereinigt)$/iu, "bounced"],
  [/^(?:complained|complaint|(?:marked as )?spam|abuse)$/iu, "complained"],
];
// cspell:enable
const emailStatusProblem =
  "must be subscribed, unsubscribed, cleaned, bounced or complained. People with another status haven't agreed to emails";

function parseYesNo(text: string): boolean {
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  throw new CellProblem("must be yes or no");
}

function parseEmailStatus(text: string): RowSuppression | undefined {
  const [, reason] = emailStatuses.find(([pattern]) => pattern.test(text)) ?? [];
  if (reason === undefined) throw new CellProblem(emailStatusProblem);
  return reason === null ? undefined : { reason };
}

/** Reads a column that has a date, a yes, or the status itself for people who must not be emailed. */
function parseSuppression(
  text: string,
  reason: "unsubscribed" | "bounced",
  settings: ImportSettings,
  file: FileContext,
): RowSuppression | undefined {
  const [, status] = emailStatuses.find(([pattern]) => pattern.test(text)) ?? [];
  if (status !== undefined) return status === null ? undefined : { reason: status };
  if (yes.test(text)) return { reason };
  if (no.test(text) || isNoDate(text)) return undefined;
  try {
    return { reason, at: parseImportDate(text, settings, file) };
  } catch {
    throw new CellProblem("must be yes, no, or a date such as 2025-12-31");
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
  return (cells: readonly string[]): ParsedRow => {
    const lead: RowLead = {};
    let [email, fullName] = ["", ""];
    for (const { column, index, field } of mapped) {
      const value = unmarkFormula((cells[index] ?? "").trim());
      try {
        if (field === "email") ({ email, name: fullName } = parseCellEmail(value));
        else if (value !== "") readCell(lead, field, value, settings, questions, file);
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

function readCell(
  lead: RowLead,
  field: string,
  value: string,
  settings: ImportSettings,
  questions: readonly Question[],
  file: FileContext,
): void {
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
  else if (field === "emailStatus") suppress(lead, parseEmailStatus(value));
  else if (field === "unsubscribed" || field === "bounced") suppress(lead, parseSuppression(value, field, settings, file));
  else if (field === "consent") {
    // A yes agrees to what the settings say. Anything else is the text itself.
    if (no.test(value)) lead.consent = "";
    else if (!yes.test(value)) lead.consent = parseWith(consentText, value);
    else if (consent !== "") lead.consent = consent;
  }
}

const parseName = (text: string) => splitName(parseWith(name, cleanLine(text)));

function parseTags(text: string, others: readonly string[]): string[] {
  const { data, error } = TagSet.safeParse([...splitTags(text), ...others]);
  if (data === undefined) throw new CellProblem(error?.issues[0]?.message ?? "isn't valid");
  return data;
}

/** Keeps the first reason, with the date of another column. */
function suppress(lead: RowLead, suppression: RowSuppression | undefined): void {
  if (suppression) lead.suppression = { ...suppression, ...lead.suppression };
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
