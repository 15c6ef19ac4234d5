"use client";

import { FlexRender, type Row } from "@tanstack/react-table";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TD, TR } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Features, getColumnClass } from "./columns";
import { rowMouseHandlers } from "./open-row";
import { FullWidthRow } from "./full-width-row";

/** How the rows of a table open: each by a link to a page of its own, or unfolding in place. */
export type RowOpening<Item> = { href: (item: Item) => string } | { details: (item: Item) => ReactNode };

type DataRowProps<Item extends object> = {
  row: Row<Features, Item>;
  /** What it is called where it is selected and unfolded. */
  name: string;
  opens: RowOpening<Item> | undefined;
  /** Whether the tab key stops here. */
  isTabStop: boolean;
  /** Takes it into the selection, or out; left out where there is none. */
  onSelect: ((range: boolean) => void) | undefined;
  isExpanded: boolean;
  onToggleExpanded: () => void;
};

export function DataRow<Item extends object>({ row, name, opens, isTabStop, onSelect, isExpanded, onToggleExpanded }: DataRowProps<Item>) {
  const selected = onSelect ? row.getIsSelected() : undefined;
  return (
    <>
      <TR
        {...(opens && rowMouseHandlers)}
        data-row={row.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-selected={selected}
        // Clear of the header, and of the bar that a selection brings.
        className="-outline-offset-2 scroll-mt-6 scroll-mb-24 cursor-default"
      >
        {onSelect && <SelectCell name={name} selected={selected ?? false} onSelect={onSelect} />}
        {opens && "details" in opens && <ExpandCell name={name} isExpanded={isExpanded} onToggleExpanded={onToggleExpanded} />}
        <Cells row={row} href={opens && "href" in opens ? opens.href(row.original) : undefined} />
      </TR>
      {isExpanded && opens && "details" in opens && (
        <FullWidthRow className="border-b bg-muted/40 p-3 lg:pl-15">{opens.details(row.original)}</FullWidthRow>
      )}
    </>
  );
}

function Cells<Item extends object>({ row, href }: { row: Row<Features, Item>; href: string | undefined }) {
  const cells = row.getAllCells();
  const main = cells.find(({ column }) => column.columnDef.meta?.isMain) ?? cells[0];
  return cells.map((cell) => {
    const { meta } = cell.column.columnDef;
    const shown = <FlexRender cell={cell} />;
    return (
      <TD key={cell.id} numeric={meta?.numeric} mono={meta?.mono} className={cn("truncate", getColumnClass(meta))}>
        {href !== undefined && cell === main ? (
          <Link
            href={href}
            prefetch={false}
            data-open
            className="-outline-offset-1 block truncate rounded-sm font-medium decoration-muted-foreground underline-offset-3 hover:underline"
          >
            {shown}
          </Link>
        ) : (
          shown
        )}
      </TD>
    );
  });
}

function SelectCell({ name, selected, onSelect }: { name: string; selected: boolean; onSelect: (range: boolean) => void }) {
  // All of the cell is pressed, as the box is small.
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest("[role=checkbox]")) onSelect(event.shiftKey);
  };
  return (
    <TD data-own-clicks onClick={onClick} onMouseDown={preventTextSelection} className="w-10 select-none pr-0">
      <span className="flex">
        <Checkbox
          aria-label={`Select ${name}`}
          checked={selected}
          onCheckedChange={(_, { event }) => onSelect("shiftKey" in event && event.shiftKey === true)}
        />
      </span>
    </TD>
  );
}

/** With shift the browser would select the text up to here. */
function preventTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

function ExpandCell({ name, isExpanded, onToggleExpanded }: { name: string; isExpanded: boolean; onToggleExpanded: () => void }) {
  return (
    <TD className="w-12 pr-0">
      <button
        type="button"
        data-open
        aria-expanded={isExpanded}
        aria-label={`Details: ${name}`}
        onClick={onToggleExpanded}
        className="grid size-7 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <ChevronRight aria-hidden="true" className={cn("size-4 transition-transform", isExpanded && "rotate-90")} />
      </button>
    </TD>
  );
}
