import { useEffect } from "react";

/** Moves the focus to the start of the page, because the form that had it was replaced. */
export function useFocusContent(): void {
  useEffect(() => document.getElementById("content")?.focus(), []);
}
