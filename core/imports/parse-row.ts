import { isConsentField } from "@/contract/import-questions";
import type { ImportSettings } from "@/contract/import-settings";
import { ignoredColumn } from "@/contract/import-values";
import type { Question } from "@/contract/questions";
import { parseCellEmail } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, normalizeHeader, unmarkFormula } from "../table-files/cells";
import { detectPreset } from "./detect-preset";
import { parseSuppression } from "./parse-suppression";
import { ownProduct } from "./preset";
import { dateOrders } from "./row-dates";
import { parseName, readCell } from "./row-fields";
import type { FileContext, ParsedRow, RowLead } from "./row-lead";
import { readEmptyCell } from "./row-status";

/** Reads the rows of a file with a mapping. Rows have a lead, or the first problem. */
export function rowParser(columns: readonly string[], settings: ImportSettings, questions: readonly Question[], file: FileContext) {
  const preset = detectPreset(columns, file.kind);
  // Our own exports come back as they are.
  const isOwn = preset.product === ownProduct;
  const mapped = columns.flatMap((column, index) => {
    const field = Object.hasOwn(settings.mapping, column) ? settings.mapping[column] : undefined;
    return field === undefined || field === ignoredColumn
      ? []
      : [{ column, index, field, orders: dateOrders(file.columnStats?.[index]?.dateStats, column, settings) }];
  });
  const emailColumn = mapped.find(({ field }) => field === "email");
  const names = columns.map(normalizeHeader);
  return (cells: readonly string[]): ParsedRow => {
    const lead: RowLead = {};
    let [email, fullName] = ["", ""];
    let [current, value] = [emailColumn, ""];
    try {
      for (current of mapped) {
        const { column, field, index, orders } = current;
        const cell = cells[index] ?? "";
        const text = unmarkFormula(cell);
        value = unmarkFormula(cell.trim());
        if (field === "email") ({ email, name: fullName } = parseCellEmail(value));
        else if (value !== "" || (isOwn && text !== ""))
          readCell(lead, field, { column, settings, questions, preset, orders, file, isOwn, text, value });
        else if (isConsentField(field) || field === "consent") readEmptyCell(lead, column, settings);
      }
      if (file.kind === "leads") return { email, lead: completeLead(lead, fullName, settings) };
      // What is missing in a suppression is a problem of the row.
      [current, value] = [emailColumn, email];
      const cell = (header: string) => cells[names.indexOf(header)]?.trim().toLowerCase() ?? "";
      return { email, lead: parseSuppression(lead, { settings, preset, cell }) };
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      return { problem: { column: current?.column ?? "", value: value.slice(0, maxValueLength).toWellFormed(), reason: error.message } };
    }
  };
}

/** Adds what several cells or the settings say. */
function completeLead(lead: RowLead, fullName: string, { tags = [] }: ImportSettings): RowLead {
  if (fullName !== "" && lead.firstname === undefined && lead.lastname === undefined) Object.assign(lead, parseName(fullName));
  // People who agreed had signed up by then.
  if (lead.consentedAt !== undefined) lead.createdAt ??= lead.consentedAt;
  if (tags.length > 0) lead.tags ??= [...tags];
  return lead;
}
