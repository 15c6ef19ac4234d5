"use client";

import type { z } from "zod";
import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { useChange } from "@/components/use-change";
import type { deleteBatchEndpoint, extendBatchEndpoint, pauseBatchEndpoint, resumeBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const usePauseBatch = () => useChange((body: Body<typeof pauseBatchEndpoint>) => call("POST /batches/pause", { body }));

export const useResumeBatch = () => useChange((body: Body<typeof resumeBatchEndpoint>) => call("POST /batches/resume", { body }));

export const useExtendBatch = () => useJobMutation((body: Body<typeof extendBatchEndpoint>) => call("POST /batches/extend", { body }));

export const useDeleteBatch = () => useJobMutation((body: Body<typeof deleteBatchEndpoint>) => call("POST /batches/delete", { body }));
