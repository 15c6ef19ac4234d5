"use client";

import { FlexRender, type Row } from "@tanstack/react-table";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TD, TR } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Features, getColumnClass } from "./columns";
import { FullWidthRow } from "./full-width-row";
import { listLabels } from "./labels";
import { rowMouseHandlers } from "./open-row";

/** How rows open: as a link to another page, or by expanding in place. */
export type RowOpening<Item> = { href: (item: Item) => string } | { details: (item: Item) => ReactNode };

type DataRowProps<Item extends object> = {
  row: Row<Features, Item>;
  /** The name of the row for screen readers. */
  name: string;
  opens: RowOpening<Item> | undefined;
  /** Whether the row is in the tab order. */
  isTabStop: boolean;
  /** Selects or deselects the row. Undefined if rows can't be selected. */
  onSelect: ((range: boolean) => void) | undefined;
  isExpanded: boolean;
  onToggleExpanded: () => void;
};

export function DataRow<Item extends object>({ row, name, opens, isTabStop, onSelect, isExpanded, onToggleExpanded }: DataRowProps<Item>) {
  const isSelected = onSelect ? row.getIsSelected() : undefined;
  return (
    <>
      <TR
        {...(opens && rowMouseHandlers)}
        data-row={row.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-selected={isSelected}
        // Keeps focused rows clear of the sticky header and the selection bar.
        className="-outline-offset-2 scroll-mt-6 scroll-mb-24 cursor-default"
      >
        {onSelect && <SelectCell name={name} isSelected={isSelected ?? false} onSelect={onSelect} />}
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
    const content = <FlexRender cell={cell} />;
    return (
      <TD key={cell.id} numeric={meta?.numeric} mono={meta?.mono} className={cn("truncate", getColumnClass(meta))}>
        {href !== undefined && cell === main ? (
          <Link
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
