"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TabStopProvider, useTabStop } from "@/components/ui/hooks";
import { selectableLink } from "@/components/ui/link";
import { TD, TR } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Column, getColumnClass, mainColumn } from "./columns";
import { listLabels } from "./labels";
import type { SelectionState } from "./selection";

const rowSelector = "tr[data-row]";

/** The index of the row that a key moves to. Undefined for other keys. */
export function getTargetRow(key: string, index: number, count: number): number | undefined {
  const target = new Map([
    ["ArrowDown", index + 1],
    ["ArrowUp", index - 1],
    ["Home", 0],
    ["End", count - 1],
  ]).get(key);
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}

// Text fields and menu buttons handle keys themselves.
const handlesOwnKeys = (element: Element) => element.matches("input, textarea, select, [aria-haspopup]");

type RowEvent = { target: EventTarget; currentTarget: Element };

/** The row of an event. Events of menus and dialogs also bubble to the row in React, although they are elsewhere in the DOM. */
function findRow({ target, currentTarget }: RowEvent): HTMLElement | null {
  const row = (target as Element).closest<HTMLElement>(rowSelector);
  return row && currentTarget.contains(row) ? row : null;
}

/** Keeps track of the only row in the tab order: the last focused one, or the one that took its place. */
function useRowTabStop(ids: readonly string[]) {
  const [last, setLast] = useState({ id: "", index: 0 });
  const currentIndex = ids.indexOf(last.id);
  const onFocus = (event: RowEvent) => {
    const index = ids.indexOf(findRow(event)?.dataset.row ?? "");
    if (index >= 0) setLast({ id: ids[index] ?? "", index });
  };
  return { tabStop: currentIndex >= 0 ? currentIndex : Math.max(0, Math.min(last.index, ids.length - 1)), onFocus };
}

/**
 * Keyboard control of a table's body. One row and its controls are in the tab order. Arrow keys, Home and End move the focus, and extend
 * the selection with Shift. `x` and Space select a row, Enter opens it. `selection` is undefined if rows can't be selected.
 */
export function useRowKeyboard(ids: readonly string[], selection: SelectionState | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { tabStop, onFocus } = useRowTabStop(ids);
  useEffect(() => focusRowOnArrowDown(() => body.current?.querySelectorAll<HTMLElement>(rowSelector)[tabStop]), [tabStop]);
  const move = (from: number, to: number, extend: boolean) => {
    const [fromId, toId] = [ids[from], ids[to]];
    body.current?.querySelectorAll<HTMLElement>(rowSelector)[to]?.focus();
    if (extend && fromId !== undefined && toId !== undefined && fromId !== toId) selection?.extendRange(ids, fromId, toId);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = findRow(event);
    const id = row?.dataset.row ?? "";
    if (row === null || !ids.includes(id) || event.defaultPrevented || event.altKey || handlesOwnKeys(event.target as Element)) return;
    const hasCommand = event.metaKey || event.ctrlKey;
    const isOnRow = event.target === row;
    const target = hasCommand ? undefined : getTargetRow(event.key, ids.indexOf(id), ids.length);
    const isSelectKey = !hasCommand && (event.key.toLowerCase() === "x" || (event.key === " " && isOnRow));
    if (target !== undefined) move(ids.indexOf(id), target, event.shiftKey);
    else if (isSelectKey && selection) selection.toggleRow(ids, id, event.shiftKey);
    else if (event.key === "Enter" && isOnRow) openRow(row, hasCommand);
    else return;
    event.preventDefault();
  };
  return { body, tabStop, onKeyDown, onFocus };
}

/** Moves the focus to a row when the down arrow is pressed in the search field, or while nothing has the focus. Returns a cleanup function. */
function focusRowOnArrowDown(getRow: () => HTMLElement | undefined): () => void {
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const focused = document.activeElement;
    const isPlain = !event.defaultPrevented && !event.altKey && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.key !== "ArrowDown" || !isPlain || !(focused === document.body || focused?.matches("input[type=search]"))) return;
    const row = getRow();
    if (row === undefined) return;
    event.preventDefault();
    row.focus();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** The element that opens a row: a link, or a button that expands it. */
const rowOpenerSelector = "[data-open]";

const interactiveSelector = "a, button, input, label, [role=checkbox], [data-own-clicks]";

/** Whether a click is meant for the row, and not for a control or a dialog inside it, or the end of a text selection. */
function isRowClick({ target, currentTarget }: Pick<MouseEvent<HTMLElement>, "target" | "currentTarget">): boolean {
  const element = target as Element;
  return currentTarget.contains(element) && element.closest(interactiveSelector) === null && window.getSelection()?.isCollapsed !== false;
}

/** Opens a row, if it can be opened. */
function openRow(row: Element, inNewTab = false): void {
  const element = row.querySelector<HTMLElement>(rowOpenerSelector);
  if (inNewTab && element instanceof HTMLAnchorElement) window.open(element.href, "_blank", "noopener");
  else element?.click();
}

/** Mouse handlers of a row that can be opened. */
const rowMouseHandlers = {
  onClick(event: MouseEvent<HTMLElement>) {
    if (isRowClick(event)) openRow(event.currentTarget, event.metaKey || event.ctrlKey);
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    if (event.button === 1 && isRowClick(event)) openRow(event.currentTarget, true);
  },
  onMouseDown(event: MouseEvent<HTMLElement>) {
    // Prevents middle-click scrolling.
    if (event.button === 1 && isRowClick(event)) event.preventDefault();
  },
};

/** How rows open: as a link to another page, by expanding in place, or in a dialog. */
export type RowOpening<Item> =
  | { href: (item: Item) => string }
  | { details: (item: Item) => ReactNode }
  | { openDialog: (item: Item) => void };

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
          <Cells item={item} columns={columns} opens={opens} />
        </TR>
      </TabStopProvider>
      {isExpanded && details && <FullWidthRow className="border-b bg-muted/40 p-3 lg:pl-15">{details(item)}</FullWidthRow>}
    </>
  );
}

type CellsProps<Item> = Pick<RowProps<Item>, "item" | "columns" | "opens">;

function Cells<Item>({ item, columns, opens }: CellsProps<Item>) {
  const main = mainColumn(columns);
  return columns.map((column) => {
    const content = column.cell(item);
    return (
      <TD key={column.id} numeric={column.numeric} mono={column.mono} className={cn("truncate", getColumnClass(column))}>
        {column === main ? (
          <RowOpener item={item} opens={opens}>
            {content}
          </RowOpener>
        ) : (
          content
        )}
      </TD>
    );
  });
}

const openerStyle =
  "-outline-offset-1 block max-w-full truncate rounded-sm text-left font-medium decoration-muted-foreground underline-offset-3 hover:underline";

/** The link or button that opens a row. */
function RowOpener<Item>({ item, opens, children }: Pick<RowProps<Item>, "item" | "opens"> & { children: ReactNode }) {
  const tabStop = useTabStop();
  if (opens === undefined || "details" in opens) return children;
  if ("openDialog" in opens)
    return (
      <button type="button" {...tabStop} data-open aria-haspopup="dialog" onClick={() => opens.openDialog(item)} className={openerStyle}>
        {children}
      </button>
    );
  return (
    <Link {...tabStop} {...selectableLink} href={opens.href(item)} prefetch={false} data-open className={openerStyle}>
      {children}
    </Link>
  );
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
