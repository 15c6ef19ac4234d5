import type { KeyboardEvent } from "react";

/**
 * Whether a key saves what is typed. In a text of several lines Enter does, and with shift begins a new line; where fingers type there is
 * no such shift, and Enter begins one. The Enter that ends a word of an input method saves nothing.
 */
export function isSaveKey({ key, shiftKey, nativeEvent }: KeyboardEvent, { lines }: { lines: boolean }): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  return !lines || (!shiftKey && !window.matchMedia("(pointer: coarse)").matches);
}
