import { importLimits } from "@/contract/import-values";
import type { TextEncoding } from "@/contract/table-files";
import type { EncodingCandidate } from "./detect-encoding";

/**
 * A row of a file. `row`: its number in the file, from 1. `problem`: why it can't be read, continuing "Row 5 …"; its cells are a guess.
 * `isCutOff`: the file seems to end in the middle of it.
 */
export type TableRow = { row: number; cells: string[]; problem?: string; isCutOff?: boolean };

/** How to read a file, where that shouldn't be detected. */
export type ReadOptions = { encoding?: TextEncoding | undefined; delimiter?: string | undefined; sheet?: string | undefined };

/** What a file is, apart from its rows. */
export type TableInfo = {
  format: "csv" | "xlsx";
  encoding: TextEncoding | null;
  /** The encodings that a text file can have, the likeliest first. */
  encodings: EncodingCandidate[];
  delimiter: string | null;
  /** The sheets of an Excel file, and which one is read. */
  sheets: { name: string; isHidden: boolean }[];
  sheet: string | null;
};

export const tooManyRows = `A file can have at most ${importLimits.rows.toLocaleString("en-US")} rows. Split it.`;

/** The size of an Excel sheet, which files of spreadsheets can have with empty rows and columns. */
export const maxSheet = { rows: 1_048_576, columns: 16_384 };
