import type { MouseEvent } from "react";

/** The element that opens a row: a link, or a button that expands it. */
const rowOpenerSelector = "[data-open]";

const interactiveSelector = "a, button, input, label, [role=checkbox], [data-own-clicks]";

/** Whether a click is meant for the row, and not for a control or a dialog inside it, or the end of a text selection. */
export function isRowClick({ target, currentTarget }: Pick<MouseEvent<HTMLElement>, "target" | "currentTarget">): boolean {
  const element = target as Element;
  return currentTarget.contains(element) && element.closest(interactiveSelector) === null && window.getSelection()?.isCollapsed !== false;
}

/** Opens a row, if it can be opened. */
export function openRow(row: Element, inNewTab = false): void {
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
