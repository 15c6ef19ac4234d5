import { answeredMeaning, fileConsentId, isSuppressed, kindMeaning } from "@/contract/import-questions";
import type { ImportSettings } from "@/contract/import-settings";
import type { ConsentField, ImportValueMeaning } from "@/contract/import-values";
import { reasonsBySeverity, suppress } from "../leads/added-lead";
import { CellProblem } from "../table-files/cells";
import { isEmptyValue } from "./column-stats";
import { tryParseDate } from "./row-dates";
import type { Cell, RowLead } from "./row-lead";

const statusProblem =
  "must be subscribed, unsubscribed, cleaned, bounced or complained. People with another status haven't agreed to emails";

/** Saves what a value of a column about emails means: by the answer that was given for it, or by itself. Dates say since when. */
export function readStatus(lead: RowLead, field: ConsentField, value: string, cell: Cell): void {
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
  else if (meaning === "subscribed") lead.isSubscribed = true;
  else if (meaning === "unconfirmed") lead.isUnconfirmed = true;
  else if (meaning === "waiting") lead.onWaitlist = true;
  else if (meaning === "left") lead.leftWaitlist = true;
}

/** An empty cell means something where that was asked and answered. */
export function readEmptyCell(lead: RowLead, column: string, { answers }: ImportSettings): void {
  const meaning = answeredMeaning(answers, column, "");
  if (meaning !== null) applyMeaning(lead, meaning);
}

/** A row that says nothing itself has what was answered for the whole file. */
export function applyFileConsent(lead: RowLead, { answers }: ImportSettings): void {
  const reason = reasonsBySeverity.find((each) => each === answers?.[fileConsentId]);
  if (reason !== undefined && lead.suppression === undefined && !lead.isSubscribed) suppress(lead, { reason });
}
