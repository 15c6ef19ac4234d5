"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { showErrorToast, toast } from "@/components/ui/toast";
import { type ApiMutationOptions, sendOnce, useApiMutation } from "@/components/use-api-mutation";
import { type Call, type CallInput, call, type ReadCall, type Reply } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";
import { hasEnded, jobQuery, refetchAllButJobs } from "./job-query";
import { describeJobResult, labels } from "./labels";
import { currentIds, dismissJob, watchJob } from "./watched-jobs";

/** The endpoints that start a job, or one for each of several batches. */
type JobCall = { [C in Call]: Reply<C> extends JobRecord | { jobs: JobRecord[] } ? C : never }[Call];

type ResultTexts = { title?: string; text?: string };

type JobMutationOptions<C extends JobCall> = Pick<ApiMutationOptions<CallInput<C>, Reply<C>>, "onReply" | "deletes"> & {
  /** Replace those of the toast. */
  texts?: ResultTexts;
};

/**
 * Calls an endpoint that starts a job. A job that has already ended shows a toast. Others are shown in the jobs panel. When the job ends,
 * all data is refetched.
 */
export function useJobMutation<C extends JobCall>(endpoint: C, { onReply, deletes, texts }: JobMutationOptions<C> = {}) {
  const client = useQueryClient();
  return useApiMutation(endpoint, {
    // What the job changes is refetched when it ends.
    changes: "nothing",
    onReply: async (reply, input) => {
      await onReply?.(reply, input);
      const started: JobRecord | { jobs: JobRecord[] } = reply;
      for (const job of "jobs" in started ? started.jobs : [started]) await trackJob(client, job, { deletes, texts });
    },
  });
}

/** Shows the result of a job as a toast, or its progress in the jobs panel. */
async function trackJob(
  client: QueryClient,
  job: JobRecord,
  { deletes, texts }: { deletes?: ReadCall | undefined; texts?: ResultTexts | undefined } = {},
): Promise<void> {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  if (!hasEnded(job)) return watchJob(job.id);
  showJobResult(client, job, texts);
  await refetchAllButJobs(client, deletes);
}

/** Sentences about a deletion. */
type DeletionTexts = { toBin: string; permanent: string };
type Recovery = { recovery: string; confirmText: string | undefined };

/** Describes whether, and for how long, a deletion can be undone, and what must be typed to confirm a permanent one, which has no `binDays`. */
export const describeRecovery = ({ toBin, permanent }: DeletionTexts, binDays: number): Recovery =>
  binDays === 0
    ? { recovery: `${permanent} ${labels.irreversible}`, confirmText: labels.confirmText }
    : { recovery: `${toBin} ${labels.restorable(binDays)}`, confirmText: undefined };

/** Restores what a job deleted, and shows the result. For toasts, which are shown after the component is gone. */
const undoDeletion = (client: QueryClient, { id }: Pick<JobRecord, "id">): Promise<void> =>
  sendOnce(client, (idempotencyKey) => call("POST /bin/restore", { body: { deletion: id }, idempotencyKey })).then(
    (job) => trackJob(client, job),
    showErrorToast(labels.undoFailed),
  );

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
function showJobResult(client: QueryClient, job: JobRecord, texts: ResultTexts = {}): void {
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
