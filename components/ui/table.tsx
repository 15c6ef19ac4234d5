import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { keyTexts } from "./keyed-texts";
import { Skeleton } from "./loading";

type TableProps = {
  /** Name of the table for screen readers. */
  label: string;
  busy?: boolean;
  className?: string;
  children: ReactNode;
};

/** The style of a cell whose text wraps within words, which is at least as wide as a few words. */
export const wrappedCell = "min-w-40 whitespace-normal wrap-anywhere";

const tableStyle = "w-full border-separate border-spacing-0 text-left";

/** A table. Scrolls sideways where it is wider than its place. */
export function Table({ label, children }: Pick<TableProps, "label" | "children">) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 relative @container overflow-x-auto"
    >
      <table aria-label={label} className={tableStyle}>
        {children}
      </table>
    </section>
  );
}

/** In tables that are narrower than their columns need, which scroll sideways, the header doesn't stick. */
const scrollBelow = [
  [37, "@max-[37rem]:overflow-x-auto @max-[37rem]:[&_th]:static!"],
  [42, "@max-[42rem]:overflow-x-auto @max-[42rem]:[&_th]:static!"],
  [58, "@max-[58rem]:overflow-x-auto @max-[58rem]:[&_th]:static!"],
  [67, "@max-[67rem]:overflow-x-auto @max-[67rem]:[&_th]:static!"],
  [76, "@max-[76rem]:overflow-x-auto @max-[76rem]:[&_th]:static!"],
  [90, "@max-[90rem]:overflow-x-auto @max-[90rem]:[&_th]:static!"],
  [Number.POSITIVE_INFINITY, "overflow-x-auto [&_th]:static!"],
] as const;

type FittedTableProps = TableProps & {
  /** The width that the columns need, in rem, if they aren't hidden when the table gets narrow. It then scrolls sideways. */
  minWidth?: number | undefined;
};

/** A table with fixed column widths that hides columns when it gets narrow. Its header sticks everywhere except on phones. `100cqw` is its width. */
export function FittedTable({ label, busy, minWidth, className, children }: FittedTableProps) {
  const table = (
    <table
      aria-label={label}
      aria-busy={busy}
      style={minWidth === undefined ? undefined : ({ "--needed": `${minWidth}rem` } as CSSProperties)}
      // Gets the focus when the focused element of the page is gone.
      tabIndex={-1}
      className={cn(tableStyle, "-outline-offset-2 table-fixed", minWidth !== undefined && "min-w-(--needed) print:min-w-0", className)}
    >
      {children}
    </table>
  );
  return (
    <div data-fitted className="group/fitted @container max-md:overflow-x-auto md:overflow-x-clip">
      {minWidth === undefined ? (
        table
      ) : (
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className={scrollBelow.find(([width]) => minWidth <= width)?.[1]}
        >
          {table}
        </section>
      )}
    </div>
  );
}

export const THead = ({ children }: { children: ReactNode }) => (
  <thead>
    <tr>{children}</tr>
  </thead>
);

export const TBody = (props: ComponentProps<"tbody">) => <tbody {...props} />;

/** A row of 40 px. */
export function TR({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cn("group/row h-10 hover:bg-muted/60 aria-selected:bg-accent", className)} />;
}

type CellProps = ComponentProps<"td"> & {
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** For codes, keys and emails. */
  mono?: boolean;
};

export function TD({ numeric = false, mono = false, className, ...rest }: CellProps) {
  return (
    <td
      translate={mono ? "no" : undefined}
      {...rest}
      className={cn("h-10 whitespace-nowrap border-b px-3", numeric && "text-right", mono && "font-mono text-2sm", className)}
    />
  );
}

/** A row over all columns with the height of `rows` rows, for empty and error states. */
export function FullRow({ columns, rows = 8, children }: { columns: number; rows?: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height: rows * 40 }}>
        {/* Stays visible when the table is wider than its place. */}
        <div className="sticky left-0 w-[100cqw]">{children}</div>
      </td>
    </tr>
  );
}

// Relative widths, so that they don't widen a column.
const widths = ["w-3/4", "w-1/2", "w-2/3", "w-3/5"] as const;

/** Placeholders while rows are loading. */
export function SkeletonRows({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never move
    <tr key={row} className="h-10">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never move
        <td key={column} className="h-10 border-b px-3">
          <Skeleton className={widths[(row + column) % widths.length]} />
        </td>
      ))}
    </tr>
  ));
}

type THProps = {
  children: ReactNode;
  numeric?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** How the list is sorted by the column. Undefined if it can't be. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
  className?: string;
};

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function TH({ children, numeric = false, hideLabel = false, sort, onSort, className }: THProps) {
  const Icon = icons[sort ?? "none"];
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={cn(
        "z-10 h-10 whitespace-nowrap border-b bg-background px-3 font-medium text-2sm text-muted-foreground",
        "md:group-data-fitted/fitted:sticky md:group-data-fitted/fitted:top-(--sticky-top,0px) short:static!",
        numeric && "text-right",
        className,
      )}
    >
      {sort === undefined ? (
        <span className={cn(hideLabel && "sr-only")}>{children}</span>
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "-mx-2 inline-flex h-7 items-center gap-1 rounded-md px-2 hover:bg-accent hover:text-foreground",
            numeric && "flex-row-reverse",
            sort !== "none" && "text-foreground",
          )}
        >
          {keyTexts(children)}
          <Icon aria-hidden="true" className={cn("size-3.5", sort === "none" && "opacity-60")} />
        </button>
      )}
    </th>
  );
}
