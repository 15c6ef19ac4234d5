"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { hasEnded, jobQuery } from "@/components/jobs/queries";
import { showJobResult } from "@/components/jobs/use-job-mutation";
import { watchJob } from "@/components/jobs/watched-jobs";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import type { createBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";

/** Generates codes. The page shows how far that is; wherever else one is, the panel does. */
export function useGenerateCodes() {
  const client = useQueryClient();
  const once = useIdempotentRequest();
  return useMutation({
    mutationFn: (body: z.input<typeof createBatchEndpoint.body>) => once(body, (key) => call("POST /batches", { body, idempotencyKey: key })),
    onSuccess: async (task) => {
      client.setQueryData(jobQuery(task.id).queryKey, task);
      if (!hasEnded(task)) return watchJob(task.id);
      showJobResult(task);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "tasks" });
    },
  });
}
