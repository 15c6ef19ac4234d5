import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { hasEnded, jobQuery, showJobResult, watchJob } from "@/components/jobs";
import { useIdempotentRequest } from "@/components/use-api-mutation";
import type { createBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";

/** Lists how many codes each format has left, and how many of its codes can be claimed. */
export const formatsQuery = queryOptions({ queryKey: ["formats"], queryFn: ({ signal }) => call("GET /formats", { signal }) });

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
