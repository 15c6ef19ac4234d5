"use client";

import { type FocusEvent, useRef } from "react";
import { variableInsertion } from "./variable-insertion";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Inserts variables at the last cursor position. Buttons, and variables without a cursor position, go into the body. */
export function useInsertVariable() {
  const lastFocused = useRef<Control>(null);
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const onFocus = ({ currentTarget }: FocusEvent<Control>) => {
    lastFocused.current = currentTarget;
  };
  const insert = (name: string) => {
    const control = name === "button" ? bodyRef.current : (lastFocused.current ?? bodyRef.current);
    if (control === null) return;
    const end = control.value.length;
    const hasCursor = control === lastFocused.current;
    const [from, to] = hasCursor ? [control.selectionStart ?? end, control.selectionEnd ?? end] : [end, end];
    control.setRangeText(variableInsertion(name, control.value.slice(0, from), control.value.slice(to)), from, to, "end");
    // `setRangeText` fires no event, and the form updates on input events.
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };
  return { onFocus, insert, bodyRef };
}
