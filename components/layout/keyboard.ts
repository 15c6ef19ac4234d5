import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** Whether the target is a text field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

// Toasts are non-modal dialogs. Open menus use letters for type-ahead. Layers that are closing stay visible for a moment.
const openLayerSelector =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"], [data-closed], [data-closed] *)';
const isLayerOpen = () => document.querySelector(openLayerSelector) !== null;

/**
 * Runs a function when `key` is pressed anywhere on the page: with ⌘ or Ctrl, or alone and outside of text fields. Ignored while a dialog
 * or a menu is open.
 */
export function useShortcut(key: string, { withCommand = false }: { withCommand?: boolean }, run: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (event.key.toLowerCase() !== key || event.altKey || event.repeat || command !== withCommand) return;
    if (isLayerOpen() || (!withCommand && isTyping(event.target))) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

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

const subscribeToNothing = () => () => {};

/** The label of the command key. The server can't know the platform and assumes macOS. */
export function useCommandKey(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl "),
    () => "⌘",
  );
}
