import { parse } from "date-fns/parse";
import type { DateOrder } from "@/contract/import-values";
import { parseDateTime } from "@/contract/normalize";
import { currentTime } from "@/lib/clock";
import { CellProblem } from "./cells";
import { monthNames } from "./month-names";

/** `isDay`: it has no time, and the instant is midnight in UTC. */
export type CellDate = { instant: string; isDay: boolean };

/** Whether a date means a whole day. Excel saves a date without a time as midnight. */
export const isWholeDay = ({ instant, isDay }: CellDate, format: "csv" | "xlsx"): boolean =>
  isDay || (format === "xlsx" && instant.endsWith("T00:00:00.000Z"));

/** How the numbers of a date are ordered if its year isn't the first: with dots, and with slashes or hyphens. */
export type DateOrders = { slashes: DateOrder; dots: DateOrder };

const unreadable = "must be a date such as 2025-12-31 or 2025-12-31 17:00";
const wrongOrder = "must be a date such as 2025-12-31. Is the order of day and month right?";

// cspell:words eest
/** The offsets of names that mean only one: those of RFC 2822 and the European ones. */
const zoneOffsets: Readonly<Record<string, string>> = {
  z: "Z",
  utc: "Z",
  gmt: "Z",
  ut: "Z",
  wet: "Z",
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  cet: "+01:00",
  cest: "+02:00",
  eet: "+02:00",
  eest: "+03:00",
  west: "+01:00",
};

const zone = `(?:(?:(?:utc|gmt) ?)?(?<sign>[+-])(?<hours>\\d{1,2}):?(?<minutes>\\d{2})?|(?<name>${Object.keys(zoneOffsets).join("|")}))(?: ?\\(.*\\)| ?\\[.*\\]| utc)?`;
const time =
  "(?:(?<before>am|pm) ?)?(?<hour>\\d{1,2})[:.h](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?: ?(?<after>am|pm)| uhr)?";
// cspell:disable-next-line
const separator = "(?:[ ,t·]+|(?<=[日일]) ?)(?:(?:at|um|à|a las|alle(?: ore)?|às|om|kl\\.?|klo|o|в) )?";

const dateTime = new RegExp(`^(?<date>.+?)${separator}${time}(?: ?${zone})?$`, "i");
const timeFirst = new RegExp(`^${time}(?: ?${zone})?[ ,·]+(?<date>\\D*\\d.*)$`, "i");
/** As `date` of Unix and Twitter write it: "Thu Mar 5 13:31:25 +0000 2026". */
const yearLast = new RegExp(`^(?<date>\\p{L}+ \\p{L}+ \\d{1,2}) ${time}(?: ${zone})? (?<year>\\d{4})$`, "iu");

/** What tools write for a date that isn't set. */
const noDate =
  /^(?:0000-00-00(?:[ t]00:00(?::00(?:\.0+)?)?)?|0001-01-01(?:[ t].*)?|mon, 0?1 jan 0001 .*|null|none|n\/?a|na[nt]|never|undefined|\\n|0|[-–—])$/i;

/** Whether a cell says that there is no date. */
export const isNoDate = (text: string): boolean => text === "" || noDate.test(text);

/** Parses a date as `readCellDate` does. Throws a `CellProblem` that says what is wrong with the text. */
export function parseCellDate(...args: Parameters<typeof readDateOrProblem>): CellDate {
  const date = readDateOrProblem(...args);
  if (typeof date === "string") throw new CellProblem(date);
  return date;
}

/**
 * Reads a date with or without a time. Without an offset, it's UTC. Dates with dots have an order of their own, and unless `isStrict`, the month
 * is first where nothing else is possible. Returns null for a text that is no date.
 */
export function readCellDate(...args: Parameters<typeof readDateOrProblem>): CellDate | null {
  const date = readDateOrProblem(...args);
  return typeof date === "string" ? null : date;
}

function readDateOrProblem(text: string, order: DateOrder, dots: DateOrder = "day_first", isStrict = false): CellDate | string {
  const instant = parseDateTime(text) ?? parseDateTime(text.replace(" ", "T"));
  if (instant !== null) return { instant, isDay: false };
  const plain = plainText(text);
  if (plain.length > 100) return unreadable;
  if (/^\d+(?:[.,]\d+)?$/.test(plain)) return readNumber(plain) ?? unreadable;
  const parts = (dateTime.exec(plain) ?? yearLast.exec(plain) ?? timeFirst.exec(plain))?.groups;
  const date = [parts?.date ?? plain, parts?.year ?? ""].join(" ").trim();
  const day = readDay(date, { slashes: order, dots }, isStrict);
  if (day === null) return orderedDay.test(date) ? wrongOrder : unreadable;
  const parsed = parseDateTime(`${day}T${parts ? clockTime(parts) : "00:00Z"}`);
  return parsed === null ? unreadable : { instant: parsed, isDay: parts === undefined };
}

/** Writes full-width characters, blanks, signs and halves of the day in one way. */
const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/[−–]/g, "-")
    .replace(/ ?(?:午前|上午|오전)/g, " am ")
    .replace(/ ?(?:午後|下午|오후)/g, " pm ")
    .replace(/(?<![\p{L}])([ap])\.? ?m(?![\p{L}])\.?/giu, "$1m")
    .replace(/\(((?:gmt|utc)[^()]*)\)$/i, "$1")
    .replace(/ {2,}/g, " ")
    .trim();

/** The time with its offset, as ISO 8601 writes it. */
function clockTime(parts: Record<string, string | undefined>): string {
  const { hour = "", minute, second = "00", fraction = "0", before, after = before, name, sign, hours, minutes = "00" } = parts;
  const isHalf = after !== undefined;
  // 0:15 PM and 13:15 PM are no times.
  const hour24 = !isHalf ? Number(hour) : Number(hour) < 1 || Number(hour) > 12 ? 99 : (Number(hour) % 12) + (/^p/i.test(after) ? 12 : 0);
  const offset = sign !== undefined ? `${sign}${hours?.padStart(2, "0")}:${minutes}` : (zoneOffsets[name?.toLowerCase() ?? "z"] ?? "Z");
  return `${String(hour24).padStart(2, "0")}:${minute}:${second}.${fraction}${offset}`;
}

/** Reads a number: a day, an Excel serial number, or the time since 1970 in seconds or smaller units. */
function readNumber(text: string): CellDate | null {
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  const value = Number(`${whole}.${fraction || "0"}`);
  const units: Readonly<Record<number, number>> = { 10: 1000, 13: 1, 16: 1e-3, 19: 1e-6 };
  const unit = units[whole.length];
  if (unit !== undefined) return toCellDate(value * unit, false);
  // From 1954 to 2119, and the day that means never.
  const isSerial = (whole.length === 5 && value >= 20_000 && value < 80_000) || text === "2958465";
  if (isSerial) return toCellDate(Date.UTC(1899, 11, 30) + value * 86_400_000, Number.isInteger(value));
  const [, date = "", hour = "00", minute = "00", second = "00"] = /^(\d{8})(?:(\d\d)(\d\d)(\d\d)?)?$/.exec(text) ?? [];
  const day = date === "" ? null : parseDay(date, ["yyyyMMdd"]);
  const instant = day === null ? null : parseDateTime(`${day}T${hour}:${minute}:${second}Z`);
  return instant === null ? null : { instant, isDay: text.length === 8 };
}

const toCellDate = (milliseconds: number, isDay: boolean): CellDate => ({
  instant: new Date(Math.round(milliseconds)).toISOString(),
  isDay,
});

/** Three numbers whose year isn't the first. */
const orderedDay = /^(\d{1,2}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{2}|\d{4})\.?$/;
const yearFirstDay = /^(\d{4}) ?[./年년-] ?(\d{1,2}) ?[./月월-] ?(\d{1,2}) ?[.日일]?$/;
const namedDay = /^(?:\p{L}+ )?(?:(\d{1,2} \p{L}{3,} \d{2,4})|(\p{L}{3,} \d{1,2} \d{2,4})|(\d{4} \p{L}{3,} \d{1,2}))$/u;

/** The sign between the numbers of a date whose year isn't the first. `null` for other texts. */
export const orderedNumbers = (text: string): string | null =>
  /^(?:\d{1,2} ?([./-]) ?\d{1,2} ?\1 ?(?:\d{2}|\d{4})(?!\d))/.exec(text)?.[1] ?? null;

const orderFormats: Readonly<Record<DateOrder, readonly string[]>> = {
  month_first: ["M/d/yyyy", "M/d/yy"],
  day_first: ["d/M/yyyy", "d/M/yy"],
  year_first: ["yy/M/d"],
};
const namedFormats = [["d MMMM yyyy", "d MMMM yy"], ["MMMM d yyyy", "MMMM d yy"], ["yyyy MMMM d"]] as const;

/** Most rows of a file have one of few days. */
const days = new Map<string, string | null>();
const maxDays = 20_000;

/** Reads a date without a time as `2025-12-31`. */
function readDay(text: string, orders: DateOrders, isStrict: boolean): string | null {
  const key = `${orders.slashes} ${orders.dots} ${isStrict} ${text}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= maxDays) days.clear();
  const day = parseAnyDay(text.replace(/ ?\([^()]*\)$/, ""), orders, isStrict);
  days.set(key, day);
  return day;
}

function parseAnyDay(text: string, orders: DateOrders, isStrict: boolean): string | null {
  const [, year, month, date] = yearFirstDay.exec(text) ?? [];
  if (year) return parseDay(`${year}-${month}-${date}`, ["yyyy-M-d"]);
  const [, first, sign, second, third] = orderedDay.exec(text) ?? [];
  if (first) {
    const day = `${first}/${second}/${third}`;
    if (sign !== ".") return parseDay(day, orderFormats[orders.slashes]);
    return parseDay(day, orderFormats[orders.dots]) ?? (isStrict ? null : parseDay(day, orderFormats.month_first));
  }
  return parseNamedDay(text);
}

// cspell:disable
/** Words and signs between the day, the month and the year. */
const fillers = /(?<=\d)(?:st|nd|rd|th|er|º|ª|\.)(?=[ ,/-])|(?<=\p{L})\.|,|(?<= )(?:de|del|of|den|the) |(?<=[\d ])г\.?$/giu;
// cspell:enable

function parseNamedDay(text: string): string | null {
  const words = text
    .replace(/(?<=\p{L})[/-](?=\d)|(?<=\d)[/-](?=\p{L})/gu, " ")
    .replace(/(?<=\d)(?=\p{L}{3})|(?<=\p{L}{3})(?=\d)/gu, " ")
    .replace(fillers, " ")
    .replace(/ +/g, " ")
    .trim();
  const shape = namedDay.exec(words);
  if (!shape) return null;
  const index = shape.slice(1).findIndex((part) => part !== undefined);
  const day = shape[index + 1] ?? "";
  for (const locale of monthNames) {
    const parsed = parseDay(day, namedFormats[index] ?? [], locale);
    if (parsed !== null) return parsed;
  }
  return null;
}

function parseDay(text: string, formats: readonly string[], locale = monthNames[0]): string | null {
  const now = new Date(currentTime());
  for (const format of formats) {
    const date = parse(text, format, now, locale && { locale });
    const year = date.getFullYear();
    if (year >= 1900 && year <= 9999) return `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  }
  return null;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
