import { createColumnHelper, metaHelper, rowSelectionFeature, type TableOptions, tableFeatures } from "@tanstack/react-table";
import { cn } from "@/lib/cn";

export type ColumnMeta = {
  /** A class such as `w-36`. One column has none and takes the remaining width. */
  width?: string;
  /** Hides the column in narrower tables. The first column is always visible. */
  minTableWidth?: keyof typeof hideBelow;
  /** Whether the cell contains the link that opens the row. Defaults to the first column. */
  isMain?: boolean;
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** For codes, keys and emails. */
  mono?: boolean;
  /** Shows the header to screen readers only. */
  hideLabel?: boolean;
  className?: string;
};

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });
export type Features = typeof features;

/** Returns a helper for the columns of a list. The ID of a sortable column must match the name in its sort options. */
export const createColumns = <Item extends object>() => createColumnHelper<Features, Item>();

export type Columns<Item extends object> = TableOptions<Features, Item>["columns"];

// Container queries on the table, because the sidebar takes part of the window.
const hideBelow = {
  sm: "@max-[37rem]:hidden",
  md: "@max-[42rem]:hidden",
  lg: "@max-[58rem]:hidden",
  wide: "@max-[67rem]:hidden",
} as const;

/** The classes of a column's header and cells. */
export const getColumnClass = ({ width, minTableWidth, className }: ColumnMeta = {}): string =>
  cn(width, minTableWidth && hideBelow[minTableWidth], className);
