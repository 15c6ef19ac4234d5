"use client";

import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";

type ExtendBatchInput = { batch: string; validUntil?: string | null | undefined; allowedClaims?: number | undefined };

export const useUpdateBatch = () =>
  useApiMutation(({ batch, paused }: { batch: string; paused: boolean }) =>
    call("PATCH /batches/:batch", { params: { batch }, body: { paused } }),
  );

export const useExtendBatch = () =>
  useJobMutation(async ({ batch, ...extension }: ExtendBatchInput) => {
    const { jobs } = await call("POST /batches/bulk", { body: { action: "extend", batches: [batch], ...extension } });
    const [job] = jobs;
    if (!job) throw new TypeError("The server returned no job");
    return job;
  });

export const useDeleteBatch = () => useJobMutation(({ batch }: { batch: string }) => call("DELETE /batches/:batch", { params: { batch } }));
