import { isConsentField, refusesUnreadableDates } from "@/contract/import-questions";
import type { ImportSettings } from "@/contract/import-settings";
import { ignoredColumn } from "@/contract/import-values";
import type { RowProblem } from "@/contract/imports";
import type { Question } from "@/contract/questions";
import { cleanLine, parseCellEmail } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, normalizeHeader, unmarkFormula, unwrapText } from "../table-files/cells";
import { unnamedColumn } from "../table-files/header-row";
import { detectPreset } from "./detect-preset";
import { parseSuppression } from "./parse-suppression";
import { ownProduct } from "./preset";
import { dateOrders } from "./row-dates";
import { parseName, readCell } from "./row-fields";
import type { FileContext, ParsedRow, RowLead } from "./row-lead";
import { applyFileConsent, readEmptyCell } from "./row-status";

type FieldProblem = RowProblem & { field: string };

/**
 * Whether a cell can be left out of its row: not the email, nor what a separator shifted. Cells that say who can be emailed, only if another
 * one says that the person must not be. In lists of suppressions, not what says whether and why.
 */
function canBeLeftOut({ field }: FieldProblem, isSuppressed: boolean, { kind }: FileContext): boolean {
  if (field === "email" || field === shifted) return false;
  if (kind === "suppressions") return isSuppressed && !(isConsentField(field) || field === "expires");
  return isSuppressed || !(isConsentField(field) || field === "consent" || field === refusedDate);
}

/** Stands for the field of cells without a header. */
const shifted = "shifted";
/** Stands for the field of dates without which rows aren't imported, as was chosen. */
const refusedDate = "refusedDate";
const shiftedProblem = "is in a column without a header. Put cells with separators in quotes, or name the column";

/**
 * Reads the rows of a file with a mapping. Rows have a lead, or the first problem. Those who must not be emailed have a lead despite problems with
 * other cells, which are left out.
 */
export function rowParser(columns: readonly string[], settings: ImportSettings, questions: readonly Question[], file: FileContext) {
  const preset = detectPreset(columns, file.kind);
  // Our own exports come back as they are.
  const isOwn = preset.product === ownProduct;
  const mapped = columns
    .flatMap((column, index) => {
      const field = Object.hasOwn(settings.mapping, column) ? settings.mapping[column] : undefined;
      return field === undefined || field === ignoredColumn
        ? []
        : [{ column, index, field, orders: dateOrders(file.columnStats?.[index]?.dateStats, column, settings) }];
    })
    // A full name only fills in what the columns of its parts don't say.
    .sort((a, b) => Number(a.field === "name") - Number(b.field === "name"));
  const emailColumn = mapped.find(({ field }) => field === "email")?.column ?? "";
  const names = columns.map(normalizeHeader);
  const unexpected = listUnexpectedColumns(columns, file);
  return (cells: readonly string[]): ParsedRow => {
    const lead: RowLead = {};
    let [email, fullName] = ["", ""];
    const problems: FieldProblem[] = [];
    const warnings: RowProblem[] = [];
    const shorten = <Problem extends RowProblem>({ value, ...problem }: Problem) => ({
      ...problem,
      value: value.slice(0, maxValueLength).toWellFormed(),
    });
    const addProblem = (problem: FieldProblem) => problems.push(shorten(problem));
    const attempt = (at: Omit<FieldProblem, "reason">, read: () => void) => {
      const reason = findProblem(read);
      if (reason !== null) addProblem({ ...at, reason });
    };
    for (const { column, field, index, orders } of mapped) {
      const cell = cells[index] ?? "";
      const text = unmarkFormula(cell);
      const value = isOwn ? unmarkFormula(cell.trim()) : unwrapText(unmarkFormula(cell.trim()));
      const warn = (reason: string) => warnings.push(shorten({ column, value, reason }));
      const isRefused = (field === "createdAt" || field === "consentedAt") && refusesUnreadableDates(settings.answers, column);
      attempt({ column, field: isRefused ? refusedDate : field, value }, () => {
        if (field === "email") ({ email, name: fullName } = readEmail(isOwn ? value : value.replace(/^'/, "")));
        else if (value !== "" || (isOwn && text !== ""))
          readCell(lead, field, { column, settings, questions, preset, orders, file, isOwn, text, value, warn });
        else if (isConsentField(field) || field === "consent") readEmptyCell(lead, column, settings);
      });
    }
    for (const index of unexpected) {
      const value = (cells[index] ?? "").trim();
      if (value !== "") addProblem({ column: columns[index] ?? "", field: shifted, value, reason: shiftedProblem });
    }
    if (file.kind === "suppressions" && problems.every((problem) => canBeLeftOut(problem, true, file))) {
      const cell = (header: string) => cells[names.indexOf(header)]?.trim().toLowerCase() ?? "";
      // What is missing in a suppression is a problem of the row.
      attempt({ column: emailColumn, field: "email", value: email }, () =>
        Object.assign(lead, parseSuppression(lead, { settings, preset, cell })),
      );
    }
    if (file.kind === "leads") applyFileConsent(lead, settings);
    const refusal = problems.find((problem) => !canBeLeftOut(problem, lead.suppression !== undefined, file));
    if (refusal) return { problem: withoutField(refusal) };
    warnings.unshift(...problems.map(withoutField));
    if (warnings.length > 0) lead.warnings = warnings;
    return { email, lead: file.kind === "leads" ? completeLead(lead, fullName, settings) : lead };
  };
}

function readEmail(text: string) {
  if (cleanLine(text) === "") throw new CellProblem("Email is missing");
  return parseCellEmail(text);
}

/** Returns why a cell is refused, or null. */
function findProblem(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof CellProblem) return error.message;
    throw error;
  }
}

const withoutField = ({ column, value, reason }: FieldProblem): RowProblem => ({ column, value, reason });

/** The columns after those with a header, if few rows have them: a separator in a cell without quotes has shifted the others. */
function listUnexpectedColumns(columns: readonly string[], { columnStats, rowCount, hasHeaders }: FileContext): number[] {
  const first = columns.findLastIndex((column, index) => column !== unnamedColumn(index)) + 1;
  if (!hasHeaders || columnStats === null) return [];
  return columns.flatMap((_column, index) => (index >= first && 2 * (columnStats[index]?.filled ?? 0) < rowCount ? [index] : []));
}

/** Adds what several cells or the settings say. */
function completeLead(lead: RowLead, fullName: string, { tags = [] }: ImportSettings): RowLead {
  if (fullName !== "" && lead.firstname === undefined && lead.lastname === undefined) Object.assign(lead, parseName(fullName));
  // People who agreed had signed up by then.
  if (lead.consentedAt !== undefined) lead.createdAt ??= lead.consentedAt;
  if (tags.length > 0) lead.tags ??= [...tags];
  return lead;
}
