import { dateOrderId, importsExpired } from "@/contract/import-questions";
import type { ColumnStats, ImportSettings } from "@/contract/import-settings";
import { importDateOrders } from "@/contract/import-values";
import { currentTime } from "@/lib/clock";
import { addDays, startOfDay } from "@/lib/dates";
import { isInFuture } from "../leads/added-lead";
import { type DateOrders, isNoDate, isWholeDay, parseCellDate } from "../table-files/cell-dates";
import { CellProblem } from "../table-files/cells";
import { columnOrders } from "../table-files/date-columns";
import { classifyValue } from "./consent-words";
import type { Cell, RowLead } from "./row-lead";

/** How dates of a column are ordered: as all of them can be read, else as was answered. */
export function dateOrders(stats: ColumnStats["dateStats"], column: string, { answers, dates }: ImportSettings): DateOrders {
  const { slashes = null, dots = "day_first" as const } = stats ? columnOrders(stats) : {};
  const id = dateOrderId(column);
  const answer = Object.hasOwn(answers, id) ? importDateOrders.find((order) => order === answers[id]) : undefined;
  return { slashes: slashes ?? answer ?? dates ?? "month_first", dots };
}

/** Reads a date. A date without a time is the start of that day in the project's time zone, or its end for what lasts through it. */
function parseInstant(text: string, { orders, file, isOwn }: Cell, edge: "start" | "end" = "start"): string {
  const date = parseCellDate(text, orders.slashes, orders.dots);
  if (!isWholeDay(date, isOwn ? "csv" : file.format)) return date.instant;
  const day = date.instant.slice(0, 10);
  return edge === "start" || day === lastDay ? startOfDay(day, file.timeZone) : startOfDay(addDays(day, 1), file.timeZone);
}

/** Other tools write it for what never ends, and there is no day after it. */
const lastDay = "9999-12-31";

/** Reads a date that has passed, or nothing. */
export function tryParseDate(text: string, cell: Cell): string | undefined {
  try {
    return parseImportDate(text, cell);
  } catch (error) {
    if (error instanceof CellProblem) return undefined;
    throw error;
  }
}

/** Reads a date that has passed. */
function parseImportDate(text: string, cell: Cell): string {
  const instant = parseInstant(text, cell);
  if (isInFuture(instant)) throw new CellProblem("must not be in the future");
  return instant;
}

/** Reads a date. Throws a `CellProblem` for one that can't be read, which is left out unless refusing the row was chosen. */
export function readDate(lead: RowLead, field: "createdAt" | "consentedAt", cell: Cell): void {
  if (isNoDate(cell.value)) return;
  try {
    lead[field] = parseImportDate(cell.value, cell);
  } catch (error) {
    if (error instanceof CellProblem) lead.omitsDate = true;
    throw error;
  }
}

/** Reads whether a lead confirmed their email: yes or no, or when. */
export function readConfirmed(lead: RowLead, cell: Cell): void {
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

/** Reads whether a suppression has ended: yes or no, or when it ends. */
export function readExpires(lead: RowLead, cell: Cell): void {
  const { value, column, settings } = cell;
  const kind = classifyValue(value);
  if (kind === "no" || isNoDate(value) || importsExpired(settings.answers, column)) return;
  lead.isExpired ||= kind === "yes" || Date.parse(parseInstant(value, cell, "end")) <= currentTime();
}
