import type { KeyboardEvent } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * For a table's body: the arrow keys move from row to row, to the element of each that carries `data-row-focus`.
 * What is typed into, and what uses the arrows itself, keeps them.
 */
export function moveByRow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || event.defaultPrevented || from.matches("input, textarea, select, [aria-haspopup]")) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-focus]")];
  const here = stops.findIndex((stop) => stop.closest("tr") === from.closest("tr"));
  const next = stops[here + step];
  if (here < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
