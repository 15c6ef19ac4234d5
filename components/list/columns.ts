import { createColumnHelper, metaHelper, rowSelectionFeature, type TableOptions, tableFeatures } from "@tanstack/react-table";
import { cn } from "@/lib/cn";

/** How a column looks. */
export type ColumnMeta = {
  /** A class such as `w-36`. Every column has one but that which takes the rest of the row. */
  width?: string;
  /** From how much room for the table it is shown; from the least unless told. The first column always is. */
  minTableWidth?: keyof typeof hidden;
  /** Its cell carries the link that opens the row; the first column unless one says so. */
  isMain?: boolean;
  /** Figures stand at the end, so that their digits align. */
  numeric?: boolean;
  /** For codes, keys and addresses. */
  mono?: boolean;
  /** Its name is read aloud only, as over menus. */
  hideLabel?: boolean;
  className?: string;
};

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });
export type Features = typeof features;

/** Makes the columns of a list of `Item`. The id of a column that the list can be sorted by is the name of that sort. */
export const createColumns = <Item extends object>() => createColumnHelper<Features, Item>();

export type Columns<Item extends object> = TableOptions<Features, Item>["columns"];

// Of the table and not of the window, which a sidebar may share.
const hidden = {
  sm: "@max-[37rem]:hidden",
  md: "@max-[42rem]:hidden",
  lg: "@max-[58rem]:hidden",
  wide: "@max-[67rem]:hidden",
} as const;

/** The classes of a column's cells, in the header and below. */
export const getColumnClass = ({ width, minTableWidth: from, className }: ColumnMeta = {}): string => cn(width, from && hidden[from], className);
