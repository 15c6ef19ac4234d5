import type { MouseEvent } from "react";

/** What opens a row carries this attribute: a link, or a button that unfolds it. */
export const rowOpenerSelector = "[data-open]";

const interactiveSelector = "a, button, input, label, [role=checkbox], [data-own-clicks]";

/** Whether a click on a row is meant for it: not for what it holds, nor for a dialog of its, and not the end of selecting text. */
export function isRowClick({ target, currentTarget }: Pick<MouseEvent<HTMLElement>, "target" | "currentTarget">): boolean {
  const element = target as Element;
  return currentTarget.contains(element) && element.closest(interactiveSelector) === null && window.getSelection()?.isCollapsed !== false;
}

/** Opens a row, in a tab of its own with `elsewhere`, where it opens at all. */
export function openRow(row: Element, inNewTab = false): void {
  const element = row.querySelector<HTMLElement>(rowOpenerSelector);
  if (inNewTab && element instanceof HTMLAnchorElement) window.open(element.href, "_blank", "noopener");
  else element?.click();
}

/** What the mouse does on a row that opens. */
export const rowMouseHandlers = {
  onClick(event: MouseEvent<HTMLElement>) {
    if (isRowClick(event)) openRow(event.currentTarget, event.metaKey || event.ctrlKey);
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    if (event.button === 1 && isRowClick(event)) openRow(event.currentTarget, true);
  },
  onMouseDown(event: MouseEvent<HTMLElement>) {
    // The middle button would begin to scroll.
    if (event.button === 1 && isRowClick(event)) event.preventDefault();
  },
};
