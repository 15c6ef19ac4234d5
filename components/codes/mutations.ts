"use client";

import type { z } from "zod";
import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { bulkUpdateCodesEndpoint, updateCodeEndpoint } from "@/contract/code-updates";
import type { deleteCodeEndpoint } from "@/contract/codes";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useBulkUpdateCodes = () => useJobMutation((body: Body<typeof bulkUpdateCodesEndpoint>) => call("POST /codes/bulk", { body }));

export const useUpdateCode = (code: string) =>
  useApiMutation((body: Body<typeof updateCodeEndpoint>) => call("PATCH /codes/:code", { params: { code }, body }));

export const useDeleteCode = () => useApiMutation((body: Body<typeof deleteCodeEndpoint>) => call("POST /codes/delete", { body }));
