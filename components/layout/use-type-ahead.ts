import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { isTyping } from "./use-shortcut";

/**
 * The text of a field that something has which is `open`, with what is typed before the field is there or has the focus: people go on
 * typing after the key that opens a search. Empty with each opening.
 */
export function useTypeAhead(open: boolean): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState("");
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Not once it is closed, while it can still be seen.
    if (open) setText("");
  }
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      // At once: the next letter may go into the field, and has to find this one there.
      flushSync(() => setText((before) => before + event.key));
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return [text, setText];
}
