import type { KeyboardEvent } from "react";

/**
 * Whether a key press saves a field. In a multiline field, Enter saves and Shift+Enter adds a line, except on touch screens, where Enter
 * adds a line. An Enter that confirms an input method's suggestion doesn't save.
 */
export function isSaveKey({ key, shiftKey, nativeEvent }: KeyboardEvent, { isMultiline }: { isMultiline: boolean }): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  return !isMultiline || (!shiftKey && !window.matchMedia("(pointer: coarse)").matches);
}
