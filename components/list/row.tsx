"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TabStopProvider, useTabStop } from "@/components/ui/hooks";
import { TD, TR } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Column, getColumnClass, mainColumn } from "./columns";
import { listLabels } from "./labels";
import { rowMouseHandlers } from "./row-keyboard";

/** How rows open: as a link to another page, or by expanding in place. */
export type RowOpening<Item> = { href: (item: Item) => string } | { details: (item: Item) => ReactNode };

type RowProps<Item> = {
  item: Item;
  id: string;
  columns: readonly Column<Item>[];
  /** The name of the row for screen readers. */
  name: string;
  opens: RowOpening<Item> | undefined;
  /** Whether the row is in the tab order. */
  isTabStop: boolean;
  isSelected: boolean;
  /** Selects or deselects the row. Undefined if rows can't be selected. */
  onSelect: ((range: boolean) => void) | undefined;
  isExpanded: boolean;
  onToggleExpanded: () => void;
};

/** A row of a list. Only the row that is the tab stop has its controls in the tab order. */
export function Row<Item>({
  item,
  id,
  columns,
  name,
  opens,
  isTabStop,
  isSelected,
  onSelect,
  isExpanded,
  onToggleExpanded,
}: RowProps<Item>) {
  const details = opens && "details" in opens ? opens.details : undefined;
  return (
    <>
      <TabStopProvider value={isTabStop}>
        <TR
          {...(opens && rowMouseHandlers)}
          data-row={id}
          tabIndex={isTabStop ? 0 : -1}
          aria-selected={onSelect && isSelected}
          // Keeps focused rows clear of the sticky header and the selection bar.
          className="-outline-offset-2 scroll-mt-6 scroll-mb-24 cursor-default"
        >
          {onSelect && <SelectCell name={name} isSelected={isSelected} onSelect={onSelect} />}
          {details && <ExpandCell name={name} isExpanded={isExpanded} onToggleExpanded={onToggleExpanded} />}
          <Cells item={item} columns={columns} href={opens && "href" in opens ? opens.href(item) : undefined} />
        </TR>
      </TabStopProvider>
      {isExpanded && details && <FullWidthRow className="border-b bg-muted/40 p-3 lg:pl-15">{details(item)}</FullWidthRow>}
    </>
  );
}

type CellsProps<Item> = { item: Item; columns: readonly Column<Item>[]; href: string | undefined };

function Cells<Item>({ item, columns, href }: CellsProps<Item>) {
  const tabStop = useTabStop();
  const main = mainColumn(columns);
  return columns.map((column) => {
    const content = column.cell(item);
    return (
      <TD key={column.id} numeric={column.numeric} mono={column.mono} className={cn("truncate", getColumnClass(column))}>
        {href !== undefined && column === main ? (
          <Link
            {...tabStop}
            href={href}
            prefetch={false}
            data-open
            className="-outline-offset-1 block truncate rounded-sm font-medium decoration-muted-foreground underline-offset-3 hover:underline"
          >
            {content}
          </Link>
        ) : (
          content
        )}
      </TD>
    );
  });
}

function SelectCell({ name, isSelected, onSelect }: { name: string; isSelected: boolean; onSelect: (range: boolean) => void }) {
  // The whole cell is clickable, because the checkbox is small.
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest("[role=checkbox]")) onSelect(event.shiftKey);
  };
  return (
    <TD data-own-clicks onClick={onClick} onMouseDown={preventTextSelection} className="w-10 select-none pr-0">
      <span className="flex">
        <Checkbox
          aria-label={listLabels.rows.select(name)}
          checked={isSelected}
          onCheckedChange={(_, { event }) => onSelect("shiftKey" in event && event.shiftKey === true)}
        />
      </span>
    </TD>
  );
}

/** With Shift, the browser would select text up to the click. */
function preventTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

function ExpandCell({ name, isExpanded, onToggleExpanded }: { name: string; isExpanded: boolean; onToggleExpanded: () => void }) {
  return (
    <TD className="w-12 pr-0">
      <button
        type="button"
        {...useTabStop()}
        data-open
        aria-expanded={isExpanded}
        aria-label={listLabels.rows.details(name)}
        onClick={onToggleExpanded}
        className="grid size-7 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <ChevronRight aria-hidden="true" className={cn("size-4 transition-transform", isExpanded && "rotate-90")} />
      </button>
    </TD>
  );
}

type FullWidthRowProps = {
  /** Minimum height, in rows. */
  rows?: number;
  className?: string;
  children: ReactNode;
};

/** A row as wide as the table. Uses no `colSpan`, since spanning hidden columns would show them again. */
export function FullWidthRow({ rows = 0, className, children }: FullWidthRowProps) {
  return (
    <tr>
      <td className="p-0">
        {/* Stays visible when the table is wider than the window. */}
        <div style={{ minHeight: rows * 40 }} className={cn("sticky left-0 w-[100cqw]", className)}>
          {children}
        </div>
      </td>
    </tr>
  );
}
