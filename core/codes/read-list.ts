import type { z } from "zod";
import { type CodeQuestion, type ImportCodesReply, type importCodesEndpoint, UsesText } from "@/contract/code-import";
import { OwnCode } from "@/contract/fields";
import {
  type CodeColumn,
  codeColumns,
  type DateOrder,
  ignoredColumn,
  importDateOrders,
  noLimitModes,
  unlimitedUses,
} from "@/contract/import-values";
import { maxImportedCodes } from "@/contract/limits";
import { ExternalId } from "@/contract/metadata";
import { normalizeCode } from "@/contract/normalize";
import { TagSet } from "@/contract/tags";
import { addDays, startOfDay } from "@/lib/dates";
import { notReadable } from "../table-files/archive";
import { type DateOrders, isNoDate, isWholeDay, parseCellDate } from "../table-files/cell-dates";
import { parseCellEmail, splitTags } from "../table-files/cell-texts";
import { CellProblem, maxValueLength, parseWith, unmarkFormula } from "../table-files/cells";
import { columnOrders, DateCounter } from "../table-files/date-columns";
import { type HeaderRules, splitHeader } from "../table-files/header-row";
import type { TableFile } from "../table-files/reader-process";
import { findUnusedColumns, hasForeignLimit, isUnlimited, type Layout, readLayout } from "./code-columns";

export type ImportOptions = z.output<NonNullable<typeof importCodesEndpoint.query>>;
type Refused = ImportCodesReply["refused"][number];
export type NewCode = {
  row: number;
  cells: string[];
  key: string;
  text: string;
  uses: number;
  validFrom: string | null;
  validUntil: string | null;
  reservedFor: string | null;
  tags: string[];
  externalId: string | null;
};

/** A list of codes as it was read. `questions`: what isn't certain, and has no answer in the options. */
export type CodeList = Pick<ImportCodesReply, "dates"> & {
  layout: Layout;
  accepted: NewCode[];
  refused: Refused[];
  questions: CodeQuestion[];
};

type Row = Pick<NewCode, "row" | "cells">;
type RowOptions = ImportOptions & { timeZone: string; format: "csv" | "xlsx"; orders: Readonly<Partial<Record<CodeColumn, DateOrders>>> };

const missingHeader =
  'The first row must hold the headers, one of them "code". The others can be "uses", "valid from", "valid until", "reserved for", "tags" and "external id".';

/** A code whose row lacks its last cells could be valid for longer or for more people than it should. */
const cutOffProblem = "is the last one, and the file ends in the middle of it. Upload all of the file";

/** Reads the codes of a file. Throws `import_not_readable`. */
export async function readCodeList(table: TableFile, options: ImportOptions, timeZone: string): Promise<CodeList> {
  const findLayout = (cells: readonly string[]) => readLayout(cells, options.mapping ?? {});
  const { header, headerRow, rows: dataRows } = await splitHeader(table, headerRules(findLayout), options.headerRow);
  let layout = headerRow === null ? null : findLayout(header);
  const rows: Row[] = [];
  const unreadable: Refused[] = [];
  for await (const { row, cells, isCutOff, problem = isCutOff ? cutOffProblem : undefined } of dataRows) {
    layout ??= findLayout(cells);
    if (layout === null) throw notReadable(missingHeader);
    if (rows.length + unreadable.length === maxImportedCodes)
      throw notReadable(`A list can have at most ${maxImportedCodes.toLocaleString("en-US")} codes. Split it.`);
    if (problem === undefined) rows.push({ row, cells });
    else unreadable.push({ row, column: "Row", value: (cells[0] ?? "").slice(0, maxValueLength).toWellFormed(), reason: problem, cells });
  }
  if (layout === null || rows.length === 0) throw notReadable("The file has no codes.");
  const { orders, questions } = askAboutList(layout, rows, options);
  const format = layout.isOwnExport ? "csv" : table.format;
  const { accepted, refused, dates } = parseRows(rows, layout, { ...options, timeZone, orders, format });
  return { layout, questions, accepted, dates, refused: [...unreadable, ...refused] };
}

/** A row that names the column of the codes holds the headers. Otherwise, there are none. */
const headerRules = (findLayout: (cells: readonly string[]) => Layout | null): HeaderRules => ({
  countKnown(cells) {
    const layout = findLayout(cells);
    return layout?.hasHeader ? Object.keys(layout.indexes).length : 0;
  },
  isData: () => false,
  isRequired: false,
});

const dateColumns = ["validFrom", "validUntil"] as const;

/** Decides the order of the dates of each column, and lists what has to be asked. */
function askAboutList(
  layout: Layout,
  rows: readonly Row[],
  options: ImportOptions,
): { orders: Record<(typeof dateColumns)[number], DateOrders>; questions: CodeQuestion[] } {
  const { names, indexes } = layout;
  const values = (column: CodeColumn): string[] =>
    indexes[column] === undefined ? [] : rows.map(({ cells }) => cellText(cells, indexes[column]));
  const examples = (texts: readonly string[]) =>
    [...new Set(texts)].slice(0, 3).map((text) => text.slice(0, maxValueLength).toWellFormed());
  const unused = findUnusedColumns(
    layout,
    rows.map(({ cells }) => cells),
    options.mapping ?? {},
  );
  const questions: CodeQuestion[] = unused.map(({ column, rows: count, values: some }) => ({
    kind: "unused_column",
    column,
    rows: count,
    values: examples(some),
    options: [...codeColumns.filter((field) => indexes[field] === undefined), ignoredColumn],
  }));
  const noLimit = values("uses").filter((text) => isOpenLimit(text, layout));
  if (noLimit.length > 0 && options.noLimit === undefined)
    questions.push({
      kind: "no_limit",
      column: names[indexes.uses ?? 0] ?? "",
      rows: noLimit.length,
      values: examples(noLimit),
      options: [...noLimitModes],
    });
  const orderOf = (column: CodeColumn): DateOrders => {
    const texts = values(column);
    const counter = new DateCounter();
    for (const text of texts) counter.add(text);
    const { slashes, dots } = columnOrders(counter.result());
    if (slashes === null && options.dates === undefined) {
      const ambiguous = texts.filter((text) => /^\d{1,2} ?[/-]/.test(text));
      const header = names[indexes[column] ?? 0] ?? "";
      questions.push({
        kind: "date_order",
        column: header,
        rows: ambiguous.length,
        values: examples(ambiguous),
        options: [...importDateOrders],
      });
    }
    return { slashes: slashes ?? options.dates ?? "month_first", dots };
  };
  return { orders: { validFrom: orderOf("validFrom"), validUntil: orderOf("validUntil") }, questions };
}

/** Whether a number of uses may mean that there is no limit: 0 in any file, and empty cells in those of other tools. */
const isOpenLimit = (text: string, layout: Layout): boolean => isZero(text) || (text === "" && hasForeignLimit(layout));

const isZero = (text: string): boolean => /^0+(?:[.,]0+)?$/.test(text);

const cellText = (cells: readonly string[], index: number | undefined): string => unmarkFormula((cells[index ?? -1] ?? "").trim());

function parseRows(rows: readonly Row[], layout: Layout, options: RowOptions): Pick<CodeList, "accepted" | "refused" | "dates"> {
  const accepted: NewCode[] = [];
  const refused: Refused[] = [];
  const rowByKey = new Map<string, number>();
  const rowById = new Map<string, number>();
  for (const row of rows) {
    const parsed = parseRow(row, layout, options);
    if (!("key" in parsed)) {
      refused.push(parsed);
      continue;
    }
    const { key, externalId } = parsed;
    const [earlier, withSameId] = [rowByKey.get(key), externalId === null ? undefined : rowById.get(externalId)];
    if (earlier !== undefined) refused.push(refuse(parsed, layout, `is the same code as in row ${earlier}`));
    else if (withSameId !== undefined) refused.push(refuse(parsed, layout, `has the same external ID as row ${withSameId}`));
    else {
      if (externalId !== null) rowById.set(externalId, row.row);
      rowByKey.set(key, row.row);
      accepted.push(parsed);
    }
  }
  const dates = dateColumns.flatMap((column) => {
    const samples = new Map<string, string>();
    for (const code of accepted) {
      const [value, date] = [cellText(code.cells, layout.indexes[column]), code[column]];
      if (value !== "" && date !== null && samples.size < 3) samples.set(value.slice(0, maxValueLength), date);
    }
    const name = layout.names[layout.indexes[column] ?? -1] ?? "";
    return samples.size === 0 ? [] : [{ column: name, field: column, samples: [...samples].map(([value, date]) => ({ value, date })) }];
  });
  return { accepted, refused, dates };
}

function parseRow({ row, cells }: Row, layout: Layout, options: RowOptions): NewCode | Refused {
  const { names, indexes } = layout;
  let column: CodeColumn = "code";
  let value = "";
  /** Reads a cell, or takes what applies to cells without a value. */
  const read = <Value, Fallback>(name: CodeColumn, parse: (text: string) => Value, fallback: Fallback): Value | Fallback => {
    column = name;
    value = cellText(cells, indexes[name]);
    return value === "" && name !== "code" ? fallback : parse(value);
  };
  try {
    const text = read("code", (cell) => parseWith(OwnCode, cell), "");
    const uses =
      read("uses", (cell) => parseUses(cell, options), null) ?? (hasForeignLimit(layout) ? withoutLimit(options) : (options.uses ?? 1));
    const validFrom = read("validFrom", (cell) => parseDate(cell, options, "validFrom"), options.validFrom ?? null);
    const validUntil = read("validUntil", (cell) => parseDate(cell, options, "validUntil"), options.validUntil ?? null);
    if (validFrom !== null && validUntil !== null && validUntil <= validFrom) throw new CellProblem("must be after the start");
    const reservedFor = read("reservedFor", (cell) => parseCellEmail(cell).email, options.reservedFor ?? null);
    const tags = read("tags", (cell) => parseTags(cell, options), []);
    const externalId = read("externalId", (cell) => parseWith(ExternalId, cell), null);
    return { row, cells, key: normalizeCode(text), text, uses, validFrom, validUntil, reservedFor, tags, externalId };
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    const name = names[indexes[column] ?? -1] ?? column;
    return { row, column: name, value: value.slice(0, maxValueLength).toWellFormed(), reason: error.message, cells };
  }
}

/** The uses of a code with 0 or an empty limit. */
function withoutLimit({ noLimit, uses = 1 }: RowOptions): number {
  if (noLimit === undefined)
    throw new CellProblem(
      "must be a whole number from 1. In most tools, 0 and empty cells mean unlimited: say with noLimit what they mean here",
    );
  return noLimit === "uses" ? uses : unlimitedUses;
}

/** Parses a number of uses such as `50`, `50.0`, `1,000` or `unlimited`. */
function parseUses(text: string, options: RowOptions): number {
  if (isUnlimited(text)) return unlimitedUses;
  if (isZero(text)) return withoutLimit(options);
  const isGrouped = /^\d{1,3}(?:[,.' ]\d{3})+$/.test(text);
  return parseWith(UsesText, isGrouped ? text.replace(/\D/g, "") : text.replace(/^(\d+)[.,]0+$/, "$1"));
}

function parseTags(text: string, { tags = [] }: RowOptions): string[] {
  const { data, error } = TagSet.safeParse([...splitTags(text), ...tags]);
  if (data === undefined) throw new CellProblem(error?.issues[0]?.message ?? "isn't valid");
  return data;
}

function parseDate(text: string, { orders, timeZone, format }: RowOptions, column: "validFrom" | "validUntil"): string | null {
  if (isNoDate(text) || isUnlimited(text)) return null;
  const { slashes = "month_first" satisfies DateOrder, dots = "day_first" satisfies DateOrder } = orders[column] ?? {};
  const date = parseCellDate(text, slashes, dots);
  if (!isWholeDay(date, format)) return date.instant;
  const day = date.instant.slice(0, 10);
  if (column === "validFrom") return startOfDay(day, timeZone);
  // Other tools write it for codes that never expire, and there is no day after it.
  return day === "9999-12-31" ? "9999-12-31T23:59:59.999Z" : startOfDay(addDays(day, 1), timeZone);
}

/** A row that isn't added because of its code. */
export const refuse = ({ row, text, cells }: NewCode, { names, indexes }: Layout, reason: string): Refused => ({
  row,
  cells,
  reason,
  column: names[indexes.code ?? 0] ?? "code",
  value: text,
});
