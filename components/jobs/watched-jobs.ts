"use client";

import { useEffect, useSyncExternalStore } from "react";

const storageKey = "gatehouse.jobs";
const noIds: readonly string[] = [];

let watchedIds: readonly string[] | null = null;
let dismissedIds: readonly string[] = noIds;
let idsShownOnPage: readonly string[] = noIds;
const listeners = new Set<() => void>();

/** Reads the jobs that this tab watched before it was reloaded. */
function readStoredIds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : noIds;
  } catch {
    return noIds;
  }
}

/** The ids of the jobs that this tab watches. */
export const currentIds = (): readonly string[] => (watchedIds ??= readStoredIds());

function storeIds(next: readonly string[]): void {
  watchedIds = next;
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without session storage, a reload forgets the jobs that have ended.
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

/** Shows a job and its result in the panel until it is dismissed. */
export function watchJob(id: string): void {
  if (!currentIds().includes(id) && !dismissedIds.includes(id)) storeIds([...currentIds(), id]);
}

/** Removes a job from the panel. */
export function dismissJob(id: string): void {
  dismissedIds = [...dismissedIds, id];
  storeIds(currentIds().filter((watchedId) => watchedId !== id));
}

/** Returns the ids of the jobs that this tab watches. They survive a reload. */
export const useWatchedJobs = (): readonly string[] => useSyncExternalStore(subscribe, currentIds, () => noIds);

/** Returns the ids of the jobs that the current page shows itself. */
export const useJobsShownOnPage = (): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => idsShownOnPage,
    () => noIds,
  );

/** Keeps a job out of the panel while the page shows it itself. */
export function useShowJobOnPage(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    idsShownOnPage = [...idsShownOnPage, id];
    notifyListeners();
    return () => {
      idsShownOnPage = idsShownOnPage.filter((watchedId) => watchedId !== id);
      notifyListeners();
    };
  }, [id]);
}
