"use client";

import { type FocusEvent, useRef } from "react";
import { variableInsertion } from "./variable-insertion";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Puts variables where the cursor is, or was last; before it was anywhere, and for the button, into the text. */
export function useInsertVariable() {
  const last = useRef<Control>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const onFocus = ({ currentTarget }: FocusEvent<Control>) => {
    last.current = currentTarget;
  };
  const insert = (name: string) => {
    const known = last.current;
    const control = name === "button" ? body.current : (known ?? body.current);
    if (control === null) return;
    const end = control.value.length;
    const [from, to] = control === known ? [control.selectionStart ?? end, control.selectionEnd ?? end] : [end, end];
    control.setRangeText(variableInsertion(name, control.value.slice(0, from), control.value.slice(to)), from, to, "end");
    // As typing does: the form hears of it.
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };
  return { onFocus, insert, body };
}
