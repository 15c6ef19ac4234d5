// cspell:disable
import { comparableText } from "./smtp-rejections";

/**
 * What a mail server limits: how many connections there are, how many emails one connection sends, how fast they come, or how many there are
 * in a day or a month.
 */
export type SmtpLimit = "connections" | "emails_per_connection" | "rate" | "quota";

export type LimitReply = {
  limit: SmtpLimit;
  /** How long the server asks to wait, in milliseconds. 0 if it doesn't say. */
  wait: number;
};

const maxLength = 1500;

/** About one recipient: how much email they get, or how full their mailbox is. Others may still get email. */
const aboutRecipient =
  /(?:user|recipient|mailbox|inbox|account) (?:\S+ ){0,6}receiving|recipient (?:thread|rate|is|has|over)|recipients? (?:\S+ ){0,2}(?:mailbox|inbox|quota)|you are trying to (?:contact|reach)|you tried to reach|(?:mail ?box|inbox|postfach|disk|user|users) (?:\S+ ){0,4}(?:full|over ?quota|quota|storage)|quota exceeded for|(?:disk|storage|mailbox) (?:quota|limit)|gr[ae]y ?list/;

/** An enhanced status code that says that the mailbox is full. */
const fullMailbox = /(?<![\d.])[245]\.2\.2(?![\d.])/;

/** About one email, or the wrong kind of limit. */
const aboutEmail =
  /\b(?:size|too large|too big|too long|attachment|line length|header|hop count|hops|loop|relay (?:denied|not)|invalid recipients)\b/;

/** Words about what we send, which outweigh those about a mailbox. */
const aboutSending =
  /\b(?:daily|per day|per hour|this hour|per minute|sending|send limit|sent|submission|submit|smtp relay|relay limit|outgoing|outbound|throttling|message quota|messages? limit|emails? limit|mail send)\b/;

const connectionNoun = "(?:connections?|sessions?|threads?|channels?|verbindung(?:en)?|connexions?|conexion(?:es)?|connession[ei])";
const emailNoun = "(?:messages?|e ?mails?|mails?|transactions?|recipients?|envelopes?|nachrichten)";

const emailsPerConnection = new RegExp(
  `${emailNoun} (?:\\S+ ){0,4}?(?:per|in|on|for|during|over|from|within|by) (?:\\S+ ){0,3}?(?:connection|session|verbindung|connexion)\\b|\\b(?:connection|session) (?:message|mail|email|transaction) (?:limit|count)`,
);

const tooMany =
  "(?:too many|too much|concurren\\S*|simultan\\S*|parallel|gleichzeitig\\S*|max(?:imum)?|limit\\S*|exceed\\S*|exceeded|reached|number of|more than|zu viele|trop de|demasiad\\S*|troppe)";
const connections = new RegExp(
  `\\b${tooMany} (?:\\S+ ){0,6}?${connectionNoun}\\b|\\b${connectionNoun} (?:\\S+ ){0,4}?${tooMany}(?= )|\\bconcurrency limit\\b`,
);

const exceeded =
  "(?:exceed\\S*|reach\\S*|limit\\S*|over|quota|too many|too much|maximum|max|used up|no more|out of|uberschritten|erreicht|depasse\\S*|atteint\\S*|superad\\S*|alcanzad\\S*|superat\\S*|raggiunt\\S*)";

const longPeriod =
  "(?:daily|per day|a day|this day|for the day|today|24 ?h|24 hours?|monthly|per month|this month|weekly|per week|credits?|tageslimit|pro tag|taglich\\S*|quotidien\\S*|par jour|diari[oa]\\S*|por dia|al giorno|giornalier\\S*)";

const quota = new RegExp(
  `\\b${longPeriod} (?:\\S+ ){0,8}?${exceeded}(?= )|\\b${exceeded} (?:\\S+ ){0,8}?${longPeriod}\\b|\\b(?:message|sending|send|submission|sent|email|mail|smtp|your|relay|outgoing|outbound|monthly|daily)(?: \\S+){0,2} quota\\b|\\bquota (?:\\S+ ){0,3}(?:sending|messages|emails)\\b|submissionquotaexceeded|you have exceeded your (?:\\S+ )?quota`,
);

const shortPeriod =
  "(?:hour(?:ly)?|minute|min|second|sec|hours|minutes|seconds|stunde|heure|hora|ora|minuto|seconde|tenant|(?:short|given) (?:time|period)|period)";

/** What also says so in a permanent refusal: a limit of emails in a time. */
const explicitRate = new RegExp(
  `\\b${exceeded} (?:\\S+ ){0,8}?(?:per|this|each|an?|in|every|pro|par|por|max)(?: \\S+){0,2} ${shortPeriod}\\b|\\b${emailNoun} per ${shortPeriod}\\b|\\bsending rate\\b|\\brate limit\\S*|\\brate exceeded\\b|\\bratelimit|\\bthrottl\\S*|\\bsend(?:ing)? (?:\\S+ )?limit\\b|\\btoo many (?:requests|emails|mails|messages)\\b|\\bsend(?:ing)? too (?:fast|many|much|quickly)|\\bslow down\\b|versandlimit|sendelimit|unusual sending activity`,
);

/** What says so in a temporary refusal. */
const temporaryRate = new RegExp(
  `\\bunusual rate\\b|\\btoo (?:fast|quickly|frequent\\S*|often)\\b|\\btoo (?:many|much) ${emailNoun}\\b|\\b(?:relay|message|mail|email|recipient|sender|user|account|domain|host|ip)s? (?:\\S+ ){0,3}?limit\\b|\\blimit(?:s|ed)? (?:\\S+ ){0,3}?(?:exceeded|reached)|\\bexcessive\\b|\\b(?:unexpected|high) volume\\b|\\bflood\\S*|\\bfrequency\\b|\\bexceeded (?:\\S+ ){0,4}(?:limit|rate|allowed|maximum)|\\bserver (?:is )?(?:too )?busy\\b|\\boverload\\S*|\\bsystem resources\\b|\\bsystem storage\\b|\\bnot accepting (?:network )?messages\\b`,
);

const statedWait =
  /\b(?:in|after|for|within|wait|next)\s+(?:another\s+|about\s+|at least\s+)?(\d{1,6})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)?\b/i;
const unitMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** The longest wait that a server can ask for, in milliseconds. */
const maxStatedWait = 24 * 3_600_000;

/** How long a reply asks to wait, in milliseconds. Only what is said of another try counts: "500 emails in 60 minutes" is no wait. */
function readWait(text: string): number {
  const request = /(?:try|retry|again|wait|resend|resume|available|back|later)[^.;]{0,40}/i.exec(text)?.[0] ?? "";
  const [, amount, unit = "s"] = statedWait.exec(request) ?? [];
  const factor = unitMs[unit.charAt(0).toLowerCase() as keyof typeof unitMs];
  return amount === undefined ? 0 : Math.min(Number(amount) * factor, maxStatedWait);
}

/**
 * Returns which limit of the mail server a refusal says we have reached. Null if it says none, or if it is about the recipient or the email: a
 * permanent refusal has to name the limit.
 */
export function readLimitReply(reply: string): LimitReply | null {
  const text = reply.slice(0, maxLength);
  const limit = detectLimit(text);
  return limit && { limit, wait: readWait(text) };
}

function detectLimit(text: string): SmtpLimit | null {
  if (!/^[45]\d\d\b/.test(text)) return null;
  const isTemporary = text.startsWith("4");
  const words = comparableText(text);
  if (emailsPerConnection.test(words)) return "emails_per_connection";
  if (connections.test(words) && !/recipient thread/.test(words)) return "connections";
  if (aboutEmail.test(words)) return null;
  if ((aboutRecipient.test(words) && !aboutOurLimit(words)) || (fullMailbox.test(text) && !aboutSending.test(words))) return null;
  if (quota.test(words)) return "quota";
  if (explicitRate.test(words)) return "rate";
  return isTemporary && (temporaryRate.test(words) || text.startsWith("452")) ? "rate" : null;
}

/** Whether words that could be about a recipient name a limit of ours, such as "daily user sending limit". */
const aboutOurLimit = (words: string): boolean => aboutSending.test(words) && !/receiving|gr[ae]y ?list|recipient thread/.test(words);
