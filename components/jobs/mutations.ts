"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { labels } from "./labels";
import { jobQuery } from "./queries";

/** Cancels a job. Changes it already made are kept. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /jobs/:id/cancel", { params: { id } }),
    onSuccess: (job) => client.setQueryData(jobQuery(job.id).queryKey, job),
    onError: showErrorToast(labels.cancelFailed),
  });
}
