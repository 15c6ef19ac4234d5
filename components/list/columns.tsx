import type { ReactNode } from "react";
import { useSession } from "@/components/shell/session";
import type { Action } from "@/components/ui/actions";
import { CellLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { Status, type Tone } from "@/components/ui/status";
import { TruncatedText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
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
  minTableWidth?: keyof typeof tableWidths;
  /** Whether the column is only shown if it is chosen. */
  isOptional?: boolean;
  /** Whether the cell contains the link that opens the row. Defaults to the first column. */
  isMain?: boolean;
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** For codes, keys and emails. */
  mono?: boolean;
  /** Shows the header to screen readers only. */
  hideLabel?: boolean;
  className?: string;
  /** The columns of exported files that hold what the column shows, if they have other names. */
  fields?: readonly string[];
};

/** Widths of the table in rem, and the container queries that hide a column below them. The sidebar takes part of the window. */
const tableWidths = {
  sm: [37, "@max-[37rem]:hidden"],
  md: [42, "@max-[42rem]:hidden"],
  lg: [58, "@max-[58rem]:hidden"],
  wide: [67, "@max-[67rem]:hidden"],
  max: [76, "@max-[76rem]:hidden"],
} as const;

/** The width of a column in rem, which Tailwind counts in quarters. A column without one gets 12. */
const widthInRem = ({ width = "w-48" }: Pick<Column<never>, "width">): number => Number(/w-(\d+)$/.exec(width)?.[1]) / 4;

/** The classes of a column's header and cells. On phones, values wrap, and no column but the one without a width is wider than 5 rem, unless a word is. */
export const getColumnClass = (column: Pick<Column<never>, "width" | "minTableWidth" | "className">): string =>
  cn(
    column.width,
    column.width && widthInRem(column) > 5 && "@max-[24rem]:w-20",
    column.minTableWidth && tableWidths[column.minTableWidth][1],
    column.className,
  );

/** The column that opens the row. It is always shown. */
export const mainColumn = <Item,>(columns: readonly Column<Item>[]): Column<Item> | undefined =>
  columns.find(({ isMain }) => isMain) ?? columns[0];

/** The columns that can be chosen: all but the one that opens the row, and those with actions. */
export const optionalColumns = <Item,>(columns: readonly Column<Item>[]): Column<Item>[] =>
  columns.filter((column) => column !== mainColumn(columns) && !column.hideLabel);

/** The columns to show: the chosen ones, which narrow tables don't hide, or the default ones. Columns that don't exist anymore are ignored. */
export function visibleColumns<Item>(columns: readonly Column<Item>[], chosen: readonly string[] | null): Column<Item>[] {
  if (chosen === null || !columns.some(({ id }) => chosen.includes(id))) return columns.filter(({ isOptional }) => !isOptional);
  const optional = optionalColumns(columns);
  return columns.flatMap((column) => {
    if (!optional.includes(column)) return [column];
    const { minTableWidth: _, ...always } = column;
    return chosen.includes(column.id) ? [always] : [];
  });
}

/** The columns that are in view in a table of a width, in rem. */
export const columnsInView = <Item,>(columns: readonly Column<Item>[], chosen: readonly string[] | null, width: number): Column<Item>[] =>
  visibleColumns(columns, chosen).filter(
    (column) => column === mainColumn(columns) || column.minTableWidth === undefined || tableWidths[column.minTableWidth][0] <= width,
  );

/**
 * The choice after a column is shown or hidden in a table of a width, in rem. Columns that only the width hides stay chosen. Null if the
 * default columns are chosen and all in view.
 */
export function toggleColumn<Item>(
  columns: readonly Column<Item>[],
  chosen: readonly string[] | null,
  id: string,
  width: number,
): readonly string[] | null {
  const shown = columnsInView(columns, chosen, width).some((column) => column.id === id);
  const visible = visibleColumns(columns, chosen).map((column) => column.id);
  const next = columns.map((column) => column.id).filter((each) => (each === id ? !shown : visible.includes(each)));
  const isDefault = [visibleColumns(columns, null), columnsInView(columns, null, width)].every(
    (defaults) => defaults.map((column) => column.id).join() === next.join(),
  );
  return isDefault ? null : next;
}

/** The width that columns need, in rem. */
export const neededWidth = (columns: readonly Pick<Column<never>, "width">[]): number =>
  columns.reduce((sum, column) => sum + widthInRem(column), 3);

type ColumnHeader<Item> = Omit<Column<Item>, "cell">;

/** A column with a text of each item, which is truncated. Empty where there is none. */
export const textColumn = <Item,>(column: ColumnHeader<Item>, getText: (item: Item) => string | null): Column<Item> => ({
  ...column,
  cell: (item) => {
    const text = getText(item);
    return text && <TruncatedText text={text} mono={column.mono} />;
  },
});

/** A column with a status of each item. */
export const statusColumn = <Item,>(
  column: ColumnHeader<Item>,
  getStatus: (item: Item) => { label: ReactNode; tone: Tone },
): Column<Item> => ({
  ...column,
  cell: (item) => {
    const { label, tone } = getStatus(item);
    return <Status tone={tone}>{label}</Status>;
  },
});

/** A column with a number of each item. */
export const countColumn = <Item,>(column: ColumnHeader<Item>, getCount: (item: Item) => number): Column<Item> => ({
  ...column,
  numeric: true,
  cell: (item) => getCount(item).toLocaleString("en"),
});

/** A column with a time of each item. `never` is shown where there is none. */
export const timeColumn = <Item,>(column: ColumnHeader<Item>, getTime: (item: Item) => string | null, never?: string): Column<Item> => ({
  ...column,
  className: "text-muted-foreground",
  cell: (item) => {
    const at = getTime(item);
    return at === null ? never : <ProjectTime at={at} />;
  },
});

/** A time, which is shown in the time zone of the project. */
export const ProjectTime = ({ at }: { at: string }) => <Time at={at} zone={useSession().project.timeZone} />;

/** The column with the menu of each item, which has no button if there are no actions. `menuLabel` names the item. */
export const actionsColumn = <Item,>(
  header: string,
  menuLabel: (item: Item) => string,
  getActions: (item: Item) => readonly (Action | false)[],
): Column<Item> => ({
  id: "actions",
  header,
  width: "w-12",
  hideLabel: true,
  className: "px-0 text-center",
  cell: (item) => <ActionMenu size="icon-sm" label={menuLabel(item)} actions={getActions(item)} />,
});

type CellLinkContent = { href: string; text: string; mono?: boolean };

/** A column with a link to another page. Empty where `getLink` returns null. */
export const linkColumn = <Item,>(column: ColumnHeader<Item>, getLink: (item: Item) => CellLinkContent | null): Column<Item> => ({
  ...column,
  cell: (item) => {
    const link = getLink(item);
    return (
      link && (
        <CellLink href={link.href}>
          <TruncatedText text={link.text} mono={link.mono} />
        </CellLink>
      )
    );
  },
});
