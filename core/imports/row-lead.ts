import type { ColumnStats, ImportSettings } from "@/contract/import-settings";
import type { ImportKind } from "@/contract/import-values";
import type { RowProblem } from "@/contract/imports";
import type { Question } from "@/contract/questions";
import type { AddedLead } from "../leads/added-lead";
import type { DateOrders } from "../table-files/cell-dates";
import type { DetectedPreset } from "./detect-preset";

/** What a row says about a lead. Fields without a value are left out. */
export type RowLead = AddedLead & {
  /** Whether a column says that they can be emailed. */
  isSubscribed?: boolean;
  /** Whether the suppression has ended. */
  isExpired?: boolean;
  /** Whether a date was left out because it can't be read. */
  omitsDate?: boolean;
  /** The cells that were left out or cleaned, and what is suspicious about the email. */
  warnings?: RowProblem[];
};

/** Why a row's lead must not be emailed, and since when. */
export type RowSuppression = NonNullable<AddedLead["suppression"]>;

export type ParsedRow = { email: string; lead: RowLead; problem?: never } | { problem: RowProblem; email?: never; lead?: never };

/** The file that rows are from, apart from the settings of the import. */
export type FileContext = {
  kind: ImportKind;
  format: "csv" | "xlsx";
  timeZone: string;
  columnStats: readonly ColumnStats[] | null;
  rowCount: number;
  hasHeaders: boolean;
};

/** A cell with its text, and the same without blanks around it. */
export type Cell = {
  column: string;
  settings: ImportSettings;
  questions: readonly Question[];
  preset: DetectedPreset;
  orders: DateOrders;
  file: FileContext;
  isOwn: boolean;
  text: string;
  value: string;
  /** Records that a part of the cell was left out or changed. */
  warn: (reason: string) => void;
};
