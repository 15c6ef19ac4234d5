"use client";

import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";
import { describeJobResult, labels } from "./labels";

/** How often a running job is polled, in milliseconds. */
const pollInterval = 1000;

/** The shortest interval, in milliseconds, at which a page refetches a record for which the server counts `rows` rows. */
export const intervalForCounting = (rows: number): number => Math.min(60_000, rows / 50);

export const hasEnded = ({ status }: Pick<JobRecord, "status">): boolean => status !== "queued" && status !== "running";

/** Whether a job no longer exists. Ended jobs are kept for a month. */
export const isJobNotFound = (error: Error | null): boolean => error?.name === "job_not_found";

/** Lists queued and running jobs once. Each of them is then polled by `jobQuery`. */
export const openJobsQuery = apiPageQuery("GET /jobs", { query: { ended: "false", limit: "20", count: "capped" } });

/** Gets one job, and polls it every second until it ends. */
export const jobQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /jobs/:id", { params: { id } }),
    refetchInterval: ({ state: { data, error } }) => (isJobNotFound(error) || (data && hasEnded(data)) ? false : pollInterval),
    // So that the result is there when the user returns to the tab.
    refetchIntervalInBackground: true,
  });

/** Cancels a job. Changes it already made are kept. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /jobs/:id/cancel", { params: { id } }),
    onSuccess: (job) => client.setQueryData(jobQuery(job.id).queryKey, job),
    onError: showErrorToast(labels.cancelFailed),
  });
}

/**
 * Runs a call that returns a job. A job that has already ended shows a toast. Others are shown in the jobs panel.
 * When the job ends, all data is refetched.
 */
export function useJobMutation<Input>(start: (input: Input) => Promise<JobRecord>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: start, onSuccess: (job) => trackJob(client, job) });
}

/** Refetches all data apart from the jobs, which are polled. */
export const refetchAllButJobs = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith("GET /jobs") });

/** Shows the result of a job as a toast, or its progress in the jobs panel. */
async function trackJob(client: QueryClient, job: JobRecord): Promise<void> {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  if (!hasEnded(job)) return watchJob(job.id);
  showJobResult(client, job);
  await client.invalidateQueries();
}

/** Sentences about a deletion. */
type DeletionTexts = { toBin: string; permanent: string };
type Recovery = { recovery: string; confirmText: string | undefined };

/** Says whether, and for how long, a deletion can be undone, and what must be typed to confirm a permanent one. */
export function useRecovery({ toBin, permanent }: DeletionTexts, { isPermanent = false } = {}): Recovery {
  const { binDays } = useSession().project;
  return isPermanent || binDays === 0
    ? { recovery: `${permanent} ${labels.irreversible}`, confirmText: labels.confirmText }
    : { recovery: `${toBin} ${labels.restorable(binDays)}`, confirmText: undefined };
}

/** Restores what a job deleted, and shows the result. */
export const undoDeletion = (client: QueryClient, { id }: Pick<JobRecord, "id">): Promise<void> =>
  call("POST /bin/restore", { body: { deletion: id } }).then((job) => trackJob(client, job), showErrorToast(labels.undoFailed));

/** The toasts that offer to undo a deletion, by the ID of its job. */
const undoToasts = new Map<string, string>();

/** Stops offering to undo a deletion, or all of them, because something of it was restored or deleted permanently. */
export function dismissUndo(client: QueryClient, deletion?: string): void {
  const inPanel = currentIds().filter((id) => client.getQueryData(jobQuery(id).queryKey)?.inBin);
  for (const id of deletion === undefined ? inPanel : inPanel.filter((each) => each === deletion)) dismissJob(id);
  for (const id of deletion === undefined ? [...undoToasts.keys()] : [deletion]) {
    const shown = undoToasts.get(id);
    // Without an ID, it closes all toasts.
    if (shown !== undefined) toast.close(shown);
  }
}

/** Shows the result of a job as a toast, with *Undo* if it moved something to the bin. Other texts can replace those of the job. */
export function showJobResult(client: QueryClient, job: JobRecord, texts: { title?: string; text?: string } = {}): void {
  const { title, text, isSuccess } = { ...describeJobResult(job), ...texts };
  const undo = () => {
    dismissUndo(client, job.id);
    void undoDeletion(client, job);
  };
  const options = {
    ...(text !== undefined && { description: text }),
    ...(job.inBin && { action: { label: labels.undo, onClick: undo }, onClose: () => undoToasts.delete(job.id) }),
  };
  const id = isSuccess ? toast.success(title, options) : toast.error(title, options);
  if (job.inBin) undoToasts.set(job.id, id);
}

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

const currentIds = (): readonly string[] => (watchedIds ??= readStoredIds());

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
