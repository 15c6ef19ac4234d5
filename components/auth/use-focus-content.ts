import { useEffect } from "react";

/** Moves the focus to the page's start: what was focused went away with the form that this takes the place of. */
export function useFocusContent(): void {
  useEffect(() => document.getElementById("content")?.focus(), []);
}
