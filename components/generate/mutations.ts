"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { hasEnded, jobQuery } from "@/components/jobs/queries";
import { showJobResult } from "@/components/jobs/use-job-mutation";
import { watchJob } from "@/components/jobs/watched-jobs";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import type { createBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";

/** Generates codes. A large batch is a job that the page and the jobs panel follow. */
export function useGenerateCodes() {
  const client = useQueryClient();
  const sendOnce = useIdempotentRequest();
  return useMutation({
    mutationFn: (body: z.input<typeof createBatchEndpoint.body>) =>
      sendOnce(body, (key) => call("POST /batches", { body, idempotencyKey: key })),
    onSuccess: async (job) => {
      client.setQueryData(jobQuery(job.id).queryKey, job);
      if (!hasEnded(job)) return watchJob(job.id);
      showJobResult(job);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "jobs" });
    },
  });
}
