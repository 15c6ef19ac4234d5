import { useEffect, useEffectEvent } from "react";

/** Whether keys go into a text at the moment. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

// A toast is a dialog too, one that says that it is not modal.
const dialogIsOpen = () => document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])') !== null;

/** Runs `act` when `key` is pressed anywhere on the page, unless a dialog is open: with ⌘ or Ctrl, or alone and not into a text. */
export function useKey(key: string, { withCommand = false }: { withCommand?: boolean }, act: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (event.key.toLowerCase() !== key || event.altKey || event.repeat || command !== withCommand) return;
    if (dialogIsOpen() || (!withCommand && isTyping(event.target))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}
