"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import type { JobRecord } from "@/contract/jobs";
import { hasEnded, jobQuery } from "./queries";
import { watchJob } from "./watched-jobs";
import { describeJobResult } from "./labels";

/**
 * Runs a call that answers a task. What was done at once is said by a toast; what takes longer stands in the panel until it has ended.
 * Whichever it is, what is shown is asked for anew then.
 */
export function useJobMutation<Input>(start: (input: Input) => Promise<JobRecord>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: start, onSuccess: (task) => trackJob(client, task) });
}

/** Says how a task ended, or shows how far it is. */
export async function trackJob(client: QueryClient, task: JobRecord): Promise<void> {
  client.setQueryData(jobQuery(task.id).queryKey, task);
  if (!hasEnded(task)) return watchJob(task.id);
  showJobResult(task);
  await client.invalidateQueries();
}

/** Says by a toast how a task ended. */
export function showJobResult(task: JobRecord): void {
  const { title, text, isWell } = describeJobResult(task);
  const said = text === undefined ? {} : { description: text };
  if (isWell) toast.success(title, said);
  else toast.error(title, said);
}
