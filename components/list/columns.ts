import { createColumnHelper, metaHelper, rowSelectionFeature, type TableOptions, tableFeatures } from "@tanstack/react-table";
import { cn } from "@/lib/cn";

/** How a column looks. */
export type ColumnLook = {
  /** A class such as `w-36`. Every column has one but that which takes the rest of the row. */
  width?: string;
  /** The width of the window from which it is shown; from the narrowest unless told. The first column always is. */
  from?: "sm" | "md" | "lg" | "wide";
  /** Its cell carries the link that opens the row; the first column unless one says so. */
  main?: boolean;
  /** Figures stand at the end, so that their digits align. */
  numeric?: boolean;
  /** For codes, keys and addresses. */
  mono?: boolean;
  /** Its name is read aloud only, as over menus. */
  quiet?: boolean;
  className?: string;
};

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnLook>() });
export type Features = typeof features;

/** Makes the columns of a list of `Item`. The id of a column that the list can be sorted by is the name of that sort. */
export const columnsOf = <Item extends object>() => createColumnHelper<Features, Item>();

export type Columns<Item extends object> = TableOptions<Features, Item>["columns"];

const hidden = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden", wide: "max-wide:hidden" } as const;

/** The classes of a column's cells, in the header and below. */
export const placeOf = ({ width, from, className }: ColumnLook = {}): string => cn(width, from && hidden[from], className);
