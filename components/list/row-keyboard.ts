import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
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
function useTabStop(ids: readonly string[]) {
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
  const { tabStop, onFocus } = useTabStop(ids);
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
export const rowMouseHandlers = {
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
