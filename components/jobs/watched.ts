"use client";

import { useEffect, useSyncExternalStore } from "react";

const place = "gatehouse.tasks";
const none: readonly string[] = [];

let known: readonly string[] | null = null;
let dismissed: readonly string[] = none;
let elsewhere: readonly string[] = none;
const listeners = new Set<() => void>();

/** What this tab watched before it was reloaded. */
function stored(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(window.sessionStorage.getItem(place) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : none;
  } catch {
    return none;
  }
}

const ids = (): readonly string[] => (known ??= stored());

function keep(next: readonly string[]): void {
  known = next;
  try {
    window.sessionStorage.setItem(place, JSON.stringify(next));
  } catch {
    // Without the browser's store a reload forgets those that have ended.
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows how far a task is, and how it ended, until it is dismissed. */
export function watchTask(id: string): void {
  if (!ids().includes(id) && !dismissed.includes(id)) keep([...ids(), id]);
}

/** Takes a task off the page. */
export function dismissTask(id: string): void {
  dismissed = [...dismissed, id];
  keep(ids().filter((each) => each !== id));
}

/** The ids of the tasks that this tab watches, also after a reload. */
export const useWatched = (): readonly string[] => useSyncExternalStore(subscribe, ids, () => none);

/** The ids of the tasks that a page shows in a place of its own. */
export const useShownElsewhere = (): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => elsewhere,
    () => none,
  );

/** Says that the page itself shows how far a task is, for as long as it does. */
export function useShownHere(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    elsewhere = [...elsewhere, id];
    tell();
    return () => {
      elsewhere = elsewhere.filter((each) => each !== id);
      tell();
    };
  }, [id]);
}
