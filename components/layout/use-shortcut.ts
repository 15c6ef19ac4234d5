import { useEffect, useEffectEvent } from "react";

/** Whether keys go into a text at the moment. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

// A toast is a dialog too, one that says that it is not modal. A menu takes letters to find its lines by.
const openLayerSelector = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([aria-modal="false"])';
const isLayerOpen = () => document.querySelector(openLayerSelector) !== null;

/** Runs `act` when `key` is pressed anywhere on the page, unless a dialog or a menu is open: with ⌘ or Ctrl, or alone and not into a text. */
export function useShortcut(key: string, { withCommand = false }: { withCommand?: boolean }, run: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (event.key.toLowerCase() !== key || event.altKey || event.repeat || command !== withCommand) return;
    if (isLayerOpen() || (!withCommand && isTyping(event.target))) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}
