import type { MouseEvent } from "react";

/** What opens a row carries this attribute: a link, or a button that unfolds it. */
export const opener = "[data-open]";

const ownClicks = "a, button, input, label, [role=checkbox], [data-own-clicks]";

/** Whether a click on a row is meant for it: not for what it holds, nor for a dialog of its, and not the end of selecting text. */
export function isForRow({ target, currentTarget }: Pick<MouseEvent<HTMLElement>, "target" | "currentTarget">): boolean {
  const element = target as Element;
  return currentTarget.contains(element) && element.closest(ownClicks) === null && window.getSelection()?.isCollapsed !== false;
}

/** Opens a row, in a tab of its own with `elsewhere`, where it opens at all. */
export function openRow(row: Element, elsewhere = false): void {
  const element = row.querySelector<HTMLElement>(opener);
  if (elsewhere && element instanceof HTMLAnchorElement) window.open(element.href, "_blank", "noopener");
  else element?.click();
}

/** What the mouse does on a row that opens. */
export const opensByMouse = {
  onClick(event: MouseEvent<HTMLElement>) {
    if (isForRow(event)) openRow(event.currentTarget, event.metaKey || event.ctrlKey);
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    if (event.button === 1 && isForRow(event)) openRow(event.currentTarget, true);
  },
  onMouseDown(event: MouseEvent<HTMLElement>) {
    // The middle button would begin to scroll.
    if (event.button === 1 && isForRow(event)) event.preventDefault();
  },
};
