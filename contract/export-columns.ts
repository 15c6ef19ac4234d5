import * as z from "zod";
import { exportFormats } from "./enums";

/** A cell of an exported file. */
export type CsvCell = string | number | boolean | null;

/** A column of an exported file: the path of its value in the record, its title for people, the cell, and its older name if it had another. */
export type ExportColumn<Item = never> = { name: string; title: string; cell: (item: Item) => CsvCell; olderName?: string };

/** The exported file of a list: its name without the extension, and its columns by their names, each with its title and its cell. */
export type CsvExport<Item = never> = {
  name: string;
  columns: Readonly<Record<string, readonly [title: string, cell: (item: Item) => CsvCell]>>;
};

/** The columns of the file of every project. Their older names are the titles in camel case, such as `utmSource` for "UTM source". */
export const exportColumns = ({ columns }: CsvExport): ExportColumn[] =>
  Object.entries(columns).map(([name, [title, cell]]) => {
    const olderName = title.toLowerCase().replace(/[^a-z0-9]+([a-z0-9]?)/g, (_, letter: string) => letter.toUpperCase());
    return { name, title, cell, ...(olderName !== name && { olderName }) };
  });

/** The names of columns, separated by commas. Whether a list has them is checked when it is exported. */
const ColumnNames = z
  .string()
  .max(4000, "must be at most 4000 characters")
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ""), "must be names of columns, separated by commas")
  .refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, "must not name a column twice")
  .meta({ override: { type: "string", maxLength: 4000 } });

/** What is in the first row of a table. */
export const ExportHeader = z.enum(["names", "titles"], "must be names or titles").meta({
  description:
    "The first row of a CSV or Excel file: `names` of columns as in `columns`, for programs, or `titles` for people. Defaults to `titles`.",
});

/** The query parameters that request a list as a file. */
export const csvFormat = {
  format: z
    .enum(["json", ...exportFormats], "must be json, csv, xlsx or ndjson")
    .optional()
    .meta({
      description:
        "The format of the response. `csv` returns a CSV file, `xlsx` an Excel file with the same rows and columns, and `ndjson` one JSON record per line. Defaults to `json`.",
    }),
  columns: ColumnNames.optional().meta({
    description:
      "The columns of a CSV, Excel or NDJSON file and their order, separated by commas: the names of fields in JSON records, such as `createdAt` and `lastEmail.status`. Without it, CSV and Excel files have all columns, and NDJSON files complete records.",
  }),
  header: ExportHeader.optional(),
};

type FileOptions = { format?: string; columns?: unknown; header?: unknown };

/** Refines a query with `csvFormat`: only files have columns, and only tables a header. */
export function refineFile<Query extends z.ZodObject>(query: Query): Query {
  const columnsFit = ({ format = "json", columns }: FileOptions) => columns === undefined || format !== "json";
  const headerFits = ({ format, header }: FileOptions) => header === undefined || format === "csv" || format === "xlsx";
  return query
    .refine((value: object) => columnsFit(value), { path: ["columns"], message: "needs `format` csv, xlsx or ndjson" })
    .refine((value: object) => headerFits(value), { path: ["header"], message: "needs `format` csv or xlsx" });
}
