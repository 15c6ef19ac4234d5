import { SourceTag } from "@/contract/attribution";
import { multilineText, singleLineText } from "@/contract/fields";
import { isConsentField, isSuppressed, kindMeaning } from "@/contract/import-questions";
import { maxTags } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import { parseAnswer } from "@/contract/questions";
import { Tag, TagSet } from "@/contract/tags";
import { suppress } from "../leads/added-lead";
import { cleanLine, parseCellEmail, splitName, splitTags } from "../table-files/cell-texts";
import { CellProblem, parseWith } from "../table-files/cells";
import { classifyValue, isRefusal } from "./consent-words";
import { readConfirmed, readDate, readExpires } from "./row-dates";
import type { Cell, RowLead } from "./row-lead";
import { readStatus } from "./row-status";

const name = singleLineText(200);
const notes = multilineText(10_000);
const consentText = multilineText(1000);

function parseYesNo(text: string): boolean {
  const kind = classifyValue(text);
  if (kind === "yes" || kind === "subscribed" || kind === "waiting") return true;
  if (kind === "no" || kind === "unsubscribed" || kind === "left" || text === "-") return false;
  throw new CellProblem("must be yes or no");
}

/** Saves what a cell says about a lead. Throws a `CellProblem`. */
export function readCell(lead: RowLead, field: string, cell: Cell): void {
  const { column, settings, preset, isOwn, text, value } = cell;
  const { consent, tags = [] } = settings;
  if (field.startsWith("field:")) lead.answers = { ...lead.answers, ...readAnswer(field.slice("field:".length), cell) };
  else if (field === "name") readFullName(lead, cleanCell({ ...cell, isOwn: false }));
  else if (field === "firstname" || field === "lastname") lead[field] = parseWith(name, cleanCell(cell));
  else if (field === "notes") lead.notes = parseWith(notes, text);
  else if (field === "createdAt" || field === "consentedAt") readDate(lead, field, cell);
  else if (field === "waitlist") lead.onWaitlist = parseYesNo(value);
  else if (field === "waitlistPosition") lead.position = parsePosition(value);
  else if (field === "sourceTag") lead.sourceTag = SourceTag.parse(value.slice(0, 4096));
  else if (field === "tags") lead.tags = parseTags(cell, tags);
  else if (field === "referralCode") lead.referralCode = normalizeCode(value);
  else if (field === "referredBy") lead.referrer = readReferrer(value);
  else if (field === "confirmed") readConfirmed(lead, cell);
  else if (field === "expires") readExpires(lead, cell);
  else if (isConsentField(field)) readStatus(lead, field, value, cell);
  else if (field === "consent" && isOwn) lead.consent = parseWith(consentText, text);
  else if (field === "consent") {
    // A yes agrees to what the settings say, and a no to nothing. Anything else is the text itself, also one that refuses.
    const meaning = kindMeaning("subscribed", preset.kindOf(column, value));
    if (meaning === null || isRefusal(value)) lead.consent = parseConsent(value);
    else if (isSuppressed(meaning)) {
      lead.consent = "";
      suppress(lead, { reason: meaning });
    } else if (consent !== "") lead.consent = consent;
  }
}

// cspell:disable
/** Words of a refusal in a short text. Longer ones can say what isn't done with the data. */
const refusal =
  /(?<!\p{L})(?:not|no|never|without|n[o']?t|\p{L}+n['’]t|declin|refus|reject|withdr|revok|opt(?:ed|ing)?[- ]?out|unsubscri|den(?:y|ied)|disagree|pending|nicht|kein|ohne|abgelehnt|widerruf|verweiger|pas|non|sans|retir|sin|rechaz|deneg|senza|rifiut|revoc|não|nao|sem|recus|niet|geen|weiger|ingetrok|inte|ikke|ej|nej|nie|bez|odm[oó]w|wycof|не|нет|без|отказ|отозв)|拒否|ません|しない|撤回|不|未|拒|않|거부|철회/iu;
const ownRefusal = /(?<!\p{L})I\s+(?:do\s+not|don['’]?t|did\s+not|decline|refuse|withdraw)(?!\p{L})/iu;
// cspell:enable

/** How long a text can be that is searched for words of a refusal. */
const maxRefusalLength = 60;

/** Reads the text that a person agreed to. Throws a `CellProblem` if it says that they didn't. */
function parseConsent(text: string): string {
  if (isRefusal(text) || (text.length <= maxRefusalLength && refusal.test(text)) || ownRefusal.test(text))
    throw new CellProblem("doesn't say that the person agreed. If they must not be emailed, write no");
  return parseWith(consentText, text);
}

/** Saves the parts of a full name that no other column of the row has. */
function readFullName(lead: RowLead, text: string): void {
  const { firstname, lastname } = lead;
  if (firstname === undefined && lastname === undefined) Object.assign(lead, parseName(text));
  else if (firstname === undefined && lastname !== undefined) lead.firstname = parseWith(name, leaveOut(lastname, cleanLine(text)));
  else if (firstname !== undefined && lastname === undefined) {
    const rest = leaveOut(firstname, cleanLine(text));
    if (rest !== cleanLine(text)) lead.lastname = parseWith(name, rest);
  }
}

/** Returns a full name without a part at its start or end. */
function leaveOut(part: string, full: string): string {
  const [name, removed] = [full.toLowerCase(), part.toLowerCase()];
  if (name.endsWith(` ${removed}`)) return full.slice(0, -removed.length - 1).trim();
  return /^,? /.test(name.startsWith(removed) ? name.slice(removed.length) : "") ? full.slice(removed.length).replace(/^,? /, "") : full;
}

/** Splits a full name. */
export const parseName = (text: string) => splitName(parseWith(name, cleanLine(text)));

/** A text of one line. Line breaks are spaces, and listed. What our own exports contain stays as it is, where it can. */
function cleanCell({ value, isOwn, warn }: Pick<Cell, "value" | "isOwn" | "warn">): string {
  if (isOwn && name.safeParse(value).success) return value;
  const cleaned = cleanLine(value);
  if (/[\n\r\u2028\u2029]/.test(value) && cleaned !== value) warn("has a line break, which becomes a space");
  return cleaned;
}

/** Reads tags. Those that aren't valid, or too many, are left out and listed. */
function parseTags({ value, warn }: Cell, others: readonly string[]): string[] {
  const { data, error } = TagSet.safeParse([...splitTags(value), ...others]);
  if (data !== undefined) return data;
  const valid = splitTags(value).filter((tag) => Tag.safeParse(tag).success);
  const kept = TagSet.safeParse([...new Set([...others, ...valid])].slice(0, maxTags));
  if (kept.data === undefined || valid.length === 0) throw new CellProblem(error?.issues[0]?.message ?? "isn't valid");
  warn(`${error?.issues[0]?.message ?? "isn't valid"}. The other tags are imported`);
  return kept.data;
}

function readAnswer(key: string, { questions, isOwn, value, warn }: Cell): Record<string, string | boolean> {
  const question = questions.find((each) => each.key === key);
  if (!question) throw new CellProblem("is mapped to a question that doesn't exist");
  const text = cleanCell({ value, isOwn, warn });
  const { answer, problem } = parseAnswer(question, question.type === "checkbox" ? parseYesNo(text) : text);
  if (answer === undefined) throw new CellProblem(problem);
  return { [key]: answer };
}

/** Reads the email or the referral code of a referrer. */
const readReferrer = (text: string): string => (text.includes("@") ? parseCellEmail(text).email : normalizeCode(text));

/** Parses a position such as `12`, `#12`, `1,234` or, from a spreadsheet, `12.0`. */
function parsePosition(text: string): number {
  const digits = text.replace(/^#/, "");
  const isGrouped = /^\d{1,3}(?:[,.' ]\d{3})+$/.test(digits);
  const position = isGrouped ? digits.replace(/\D/g, "") : digits.replace(/[.,]0+$/, "");
  if (!/^\d{1,9}$/.test(position)) throw new CellProblem("must be a whole number");
  return Number(position);
}
