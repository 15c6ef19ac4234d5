import { useEffect, useEffectEvent } from "react";

/** Whether the target is a text field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

// Toasts are non-modal dialogs. Open menus use letters for type-ahead.
const openLayerSelector = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"])';
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
