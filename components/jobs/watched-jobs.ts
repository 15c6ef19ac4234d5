"use client";

import { useEffect, useSyncExternalStore } from "react";

const storageKey = "gatehouse.tasks";
const noIds: readonly string[] = [];

let watchedIds: readonly string[] | null = null;
let dismissedIds: readonly string[] = noIds;
let idsShownOnPage: readonly string[] = noIds;
const listeners = new Set<() => void>();

/** What this tab watched before it was reloaded. */
function readStoredIds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : noIds;
  } catch {
    return noIds;
  }
}

const currentIds = (): readonly string[] => (watchedIds ??= readStoredIds());

function storeIds(next: readonly string[]): void {
  watchedIds = next;
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without the browser's store a reload forgets those that have ended.
  }
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows how far a task is, and how it ended, until it is dismissed. */
export function watchJob(id: string): void {
  if (!currentIds().includes(id) && !dismissedIds.includes(id)) storeIds([...currentIds(), id]);
}

/** Takes a task off the page. */
export function dismissJob(id: string): void {
  dismissedIds = [...dismissedIds, id];
  storeIds(currentIds().filter((each) => each !== id));
}

/** The ids of the tasks that this tab watches, also after a reload. */
export const useWatchedJobs = (): readonly string[] => useSyncExternalStore(subscribe, currentIds, () => noIds);

/** The ids of the tasks that a page shows in a place of its own. */
export const useJobsShownOnPage = (): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => idsShownOnPage,
    () => noIds,
  );

/** Says that the page itself shows how far a task is, for as long as it does. */
export function useShowJobOnPage(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    idsShownOnPage = [...idsShownOnPage, id];
    notifyListeners();
    return () => {
      idsShownOnPage = idsShownOnPage.filter((each) => each !== id);
      notifyListeners();
    };
  }, [id]);
}
