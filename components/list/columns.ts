import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** A column of a list. */
export type Column<Item> = {
  /** If the list can be sorted by the column, its name in the sort options. */
  id: string;
  header: string;
  cell: (item: Item) => ReactNode;
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

// Container queries on the table, because the sidebar takes part of the window.
const hideBelow = {
  sm: "@max-[37rem]:hidden",
  md: "@max-[42rem]:hidden",
  lg: "@max-[58rem]:hidden",
  wide: "@max-[67rem]:hidden",
} as const;

/** The classes of a column's header and cells. */
export const getColumnClass = ({ width, minTableWidth, className }: Pick<Column<never>, "width" | "minTableWidth" | "className">): string =>
  cn(width, minTableWidth && hideBelow[minTableWidth], className);
