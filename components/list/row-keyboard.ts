import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { openRow } from "./open-row";
import type { SelectionState } from "./use-selection";

const rowSelector = "tr[data-row]";

/** Which row a key leads to; undefined where it leads nowhere. */
export function getTargetRow(key: string, at: number, count: number): number | undefined {
  const to = new Map([
    ["ArrowDown", at + 1],
    ["ArrowUp", at - 1],
    ["Home", 0],
    ["End", count - 1],
  ]).get(key);
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1));
}

// What is typed into, and what uses the arrows itself, keeps its keys.
const handlesOwnKeys = (element: Element) => element.matches("input, textarea, select, [aria-haspopup]");

type RowEvent = { target: EventTarget; currentTarget: Element };

/** The row that an event is of. Menus and dialogs of a row stand elsewhere on the page, and tell the row of their events all the same. */
function findRow({ target, currentTarget }: RowEvent): HTMLElement | null {
  const row = (target as Element).closest<HTMLElement>(rowSelector);
  return row && currentTarget.contains(row) ? row : null;
}

/** The one row that the tab key stops at: the last that had the focus, or what took its place. */
function useTabStop(ids: readonly string[]) {
  const [last, setLast] = useState({ id: "", at: 0 });
  const found = ids.indexOf(last.id);
  const onFocus = (event: RowEvent) => {
    const at = ids.indexOf(findRow(event)?.dataset.row ?? "");
    if (at >= 0) setLast({ id: ids[at] ?? "", at });
  };
  return { stop: found >= 0 ? found : Math.max(0, Math.min(last.at, ids.length - 1)), onFocus };
}

/**
 * The keyboard in a table's body: one row of it is a tab stop, with what that row holds. Arrows, Home and End move, and with shift they
 * select; `x` or the space bar selects, Enter opens. `selection` is left out where there is none, or none at the moment.
 */
export function useRowKeyboard(ids: readonly string[], selection: SelectionState | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { stop, onFocus } = useTabStop(ids);
  useEffect(() => updateTabStops(body.current));
  useEffect(() => focusRowOnArrowDown(() => body.current?.querySelectorAll<HTMLElement>(rowSelector)[stop]), [stop]);
  const move = (from: number, to: number, extend: boolean) => {
    const [here, there] = [ids[from], ids[to]];
    body.current?.querySelectorAll<HTMLElement>(rowSelector)[to]?.focus();
    if (extend && here !== undefined && there !== undefined && here !== there) selection?.extendRange(ids, here, there);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = findRow(event);
    const id = row?.dataset.row ?? "";
    if (row === null || !ids.includes(id) || event.defaultPrevented || event.altKey || handlesOwnKeys(event.target as Element)) return;
    const command = event.metaKey || event.ctrlKey;
    const isOnRow = event.target === row;
    const to = command ? undefined : getTargetRow(event.key, ids.indexOf(id), ids.length);
    const selects = !command && (event.key.toLowerCase() === "x" || (event.key === " " && isOnRow));
    if (to !== undefined) move(ids.indexOf(id), to, event.shiftKey);
    else if (selects && selection) selection.toggleRow(ids, id, event.shiftKey);
    else if (event.key === "Enter" && isOnRow) openRow(row, command);
    else return;
    event.preventDefault();
  };
  return { body, stop, onKeyDown, onFocus };
}

/** Where the keyboard is nowhere on the page yet, or in the list's search field, the arrow down leads to the row that is the tab stop. */
function focusRowOnArrowDown(row: () => HTMLElement | undefined): () => void {
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const from = document.activeElement;
    const isPlain = !event.defaultPrevented && !event.altKey && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.key !== "ArrowDown" || !isPlain || !(from === document.body || from?.matches("input[type=search]"))) return;
    const to = row();
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Takes what the other rows hold out of the order of the tab key. Whatever a cell shows may be a stop, so this is asked of the page itself. */
function updateTabStops(body: Element | null): void {
  for (const row of body?.querySelectorAll<HTMLElement>(rowSelector) ?? []) {
    const isStop = row.tabIndex === 0;
    for (const each of row.querySelectorAll<HTMLElement>("a[href], button, [tabindex]:not([aria-hidden])")) {
      if (isStop && each.dataset.passed !== undefined) {
        each.tabIndex = 0;
        delete each.dataset.passed;
      } else if (!isStop && each.tabIndex === 0) {
        each.tabIndex = -1;
        each.dataset.passed = "";
      }
    }
  }
}
