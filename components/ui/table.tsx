import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Skeleton } from "./skeleton";

type TableProps = {
  /** What the table lists, read aloud. */
  label: string;
  busy?: boolean;
  className?: string;
  children: ReactNode;
};

const tableStyle = "w-full border-separate border-spacing-0 text-left";

/** Scrolls sideways where the window is narrower than a wide one; there, its header sticks beneath whatever sets `--sticky-top`. */
export function Table({ label, busy, className, children }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard; in a wide window it has no box and takes no focus
      tabIndex={0}
      className="-outline-offset-2 relative max-wide:@container max-wide:overflow-x-auto wide:contents"
    >
      <table aria-label={label} aria-busy={busy} className={cn(tableStyle, className)}>
        {children}
      </table>
    </section>
  );
}

/**
 * A table whose columns have widths of their own, and hide where there is too little room for them, so that its header sticks everywhere
 * but on phones. What is as wide as the table measures 100cqw.
 */
export function FittedTable({ label, busy, className, children }: TableProps) {
  return (
    <div data-fitted className="group/fitted @container max-md:overflow-x-auto md:overflow-x-clip">
      <table aria-label={label} aria-busy={busy} className={cn(tableStyle, "table-fixed", className)}>
        {children}
      </table>
    </div>
  );
}

export const THead = ({ children }: { children: ReactNode }) => (
  <thead>
    <tr>{children}</tr>
  </thead>
);

export const TBody = (props: ComponentProps<"tbody">) => <tbody {...props} />;

/** A row of 40 px. One that opens something carries a link in its first cell. */
export function TR({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cn("group/row h-10 hover:bg-muted/60 aria-selected:bg-accent", className)} />;
}

type CellProps = ComponentProps<"td"> & {
  /** Figures stand at the end, so that their digits align. */
  numeric?: boolean;
  /** For codes, keys and addresses. */
  mono?: boolean;
};

export function TD({ numeric = false, mono = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cn("h-10 whitespace-nowrap border-b px-3", numeric && "text-right", mono && "font-mono text-[13px]", className)}
    />
  );
}

/** One row over all columns that keeps the height of `rows` rows: for the empty and the error state of a list. */
export function FullRow({ columns, rows = 8, children }: { columns: number; rows?: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height: rows * 40 }}>
        {/* What stands here stays in sight where the table is wider than the window. */}
        <div className="max-wide:sticky max-wide:left-0 max-wide:w-[100cqw]">{children}</div>
      </td>
    </tr>
  );
}

// Shares of the cell, so that they widen no column.
const widths = ["w-3/4", "w-1/2", "w-2/3", "w-3/5"] as const;

/** Rows that are still to come. */
export function SkeletonRows({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <tr key={row} className="h-10">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <td key={column} className="h-10 border-b px-3">
          <Skeleton className={widths[(row + column) % widths.length]} />
        </td>
      ))}
    </tr>
  ));
}
