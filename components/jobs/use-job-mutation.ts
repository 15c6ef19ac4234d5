"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import type { JobRecord } from "@/contract/jobs";
import { describeJobResult } from "./labels";
import { hasEnded, jobQuery } from "./queries";
import { watchJob } from "./watched-jobs";

/**
 * Runs a call that returns a job. A job that has already ended shows a toast. Others are shown in the jobs panel.
 * When the job ends, all data is refetched.
 */
export function useJobMutation<Input>(start: (input: Input) => Promise<JobRecord>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: start, onSuccess: (job) => trackJob(client, job) });
}

/** Shows the result of a job as a toast, or its progress in the jobs panel. */
export async function trackJob(client: QueryClient, job: JobRecord): Promise<void> {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  if (!hasEnded(job)) return watchJob(job.id);
  showJobResult(job);
  await client.invalidateQueries();
}

/** Shows the result of a job as a toast. */
export function showJobResult(job: JobRecord): void {
  const { title, text, isSuccess } = describeJobResult(job);
  const options = text === undefined ? {} : { description: text };
  if (isSuccess) toast.success(title, options);
  else toast.error(title, options);
}
