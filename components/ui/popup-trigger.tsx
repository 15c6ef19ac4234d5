"use client";

import { type ComponentProps, cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject } from "react";
import type { Lazy } from "./lazy";

/** The button that opens a popup. */
export type Trigger = ReactElement<ComponentProps<"button">>;

/** How the popup was opened: by the keyboard at its first or last item, or by the pointer. */
export type OpenedBy = "first" | "last" | "pointer";

type PopupTriggerProps = {
  trigger: Trigger;
  /** The popup is positioned at this element and returns the focus to it. */
  anchor: RefObject<HTMLButtonElement | null>;
  opens: "menu" | "dialog";
  open: boolean;
  lazyContent: Lazy<unknown>;
  onToggle: (openedBy: OpenedBy) => void;
};

/** The button of a popup: the same element before and after the code of the popup is loaded. Hover and focus start loading it. */
export function PopupTrigger({ trigger, anchor, opens, open, lazyContent: { load }, onToggle }: PopupTriggerProps) {
  // Errors are ignored here. Opening the popup tries again and reports them.
  const preload = () => void load().catch(() => {});
  const toggle = (openedBy: OpenedBy) => {
    // Safari doesn't focus buttons on click, and the popup returns the focus to the element that had it.
    anchor.current?.focus();
    onToggle(openedBy);
  };
  return cloneElement(trigger, {
    ref: anchor,
    "aria-haspopup": opens,
    "aria-expanded": open,
    ...(open && { "data-popup-open": "" }),
    onClick: ({ detail }: MouseEvent) => toggle(detail === 0 ? "first" : "pointer"),
    onKeyDown: (event: KeyboardEvent) => {
      if (opens !== "menu" || open || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      toggle(event.key === "ArrowDown" ? "first" : "last");
    },
    onPointerEnter: preload,
    onFocus: preload,
  });
}

/** Whether a popup is being closed by its own trigger, which toggles it anyway. */
export function isClosedByTrigger(anchor: Element | null, { reason, event }: { reason: string; event: Event }): boolean {
  const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
  return (reason === "outside-press" || reason === "focus-out") && target instanceof Node && anchor?.contains(target) === true;
}
