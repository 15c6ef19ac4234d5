import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { isTyping } from "./use-shortcut";

/**
 * Returns the text of a search field that is shown while `open`. People keep typing after the shortcut that opens it, so keys that are
 * pressed before the field has the focus are added to the text. Opening it again clears the text.
 */
export function useTypeAhead(open: boolean): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState("");
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Cleared on opening rather than closing, as the closing dialog is still visible for a moment.
    if (open) setText("");
  }
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      // Synchronously: the next key may already go into the field, which must contain this one by then.
      flushSync(() => setText((text) => text + event.key));
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return [text, setText];
}
