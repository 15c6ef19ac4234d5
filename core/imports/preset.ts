import type { ImportField, ImportValueKind, ignoredColumn, suppressionFields } from "@/contract/import-values";
import type { SuppressionRecord } from "@/contract/suppressions";

type Reason = SuppressionRecord["reason"];

/** A kind of file of a known product. */
export type Preset = {
  product: string;
  /** Headers that tell the product's files from others. A file has all of one of these lists. */
  headers: readonly (readonly string[])[];
  /** What columns hold, where their headers and values don't say so by themselves. Ignored ones are known and not needed. */
  mapping?: Readonly<Record<string, Exclude<ImportField, "expires"> | typeof ignoredColumn>>;
  /** What values of a column say, where the words mean something else in other tools. */
  values?: Readonly<Record<string, Readonly<Record<string, ImportValueKind>>>>;
  /** The reason of a suppression that several of its cells say together. They are in lower case. */
  reasonOf?: (cell: (header: string) => string) => Reason | undefined;
  /** Columns that the product only adds to files of people who must not be emailed, with the reason. */
  everyone?: Readonly<Record<string, "unsubscribed" | "bounced" | "complained">>;
  /** As a list of suppressions. */
  suppressions?: {
    mapping?: Readonly<Record<string, (typeof suppressionFields)[number] | typeof ignoredColumn>>;
    /** The reason of rows that have none. */
    reason?: Reason;
    /** The people of the file can be emailed. */
    isAllowlist?: true;
  };
};

/** The name of our own exports, which come back as they are. */
export const ownProduct = "Gatehouse";
