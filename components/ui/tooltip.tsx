"use client";

import { useEffect, useState } from "react";
import { lazy } from "./lazy";

type TooltipOptions = { side?: "top" | "right" | "bottom" | "left" | undefined; className?: string };

/** The attributes of an element with a tooltip. It needs an accessible name of its own. */
export const tooltip = (text: string, { side = "top", className = "" }: TooltipOptions = {}) => ({
  "data-tooltip": text,
  "data-tooltip-side": side,
  "data-tooltip-class": className,
});

const popup = lazy(() => import("./tooltip-popup"));

/** How long the pointer rests on an element until its tooltip is shown, in milliseconds. */
const openDelay = 500;

/** Shows the tooltips of all elements with the attributes of `tooltip`. Use it once. Their code is loaded when one is first needed. */
export function Tooltips() {
  const [shown, setShown] = useState<{ element: HTMLElement; isOpen: boolean } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown((last) => (last?.isOpen ? { ...last, isOpen: false } : last));
    };
    // Without its code, the page works as well.
    const show = (element: HTMLElement) =>
      popup.load().then(
        () => setShown({ element, isOpen: element.isConnected }),
        () => {},
      );
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      hide();
      const element = findElement(target);
      // A finger that touches a button presses it.
      if (element === null || pointerType !== "mouse") return;
      timer = setTimeout(show, openDelay, element);
    };
    const onFocus = ({ target }: FocusEvent) => {
      hide();
      const element = findElement(target);
      if (element?.matches(":focus-visible")) void show(element);
    };
    const listeners = { pointerover: onPointerOver, focusin: onFocus, focusout: hide, pointerdown: hide, keydown: hide, scroll: hide };
    const abort = new AbortController();
    for (const [event, listener] of Object.entries(listeners))
      document.addEventListener(event, listener as EventListener, { capture: true, signal: abort.signal });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  const code = popup.get();
  return code && shown && <code.TooltipPopup {...shown} />;
}

const findElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
