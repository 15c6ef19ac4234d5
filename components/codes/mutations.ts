"use client";

import type { z } from "zod";
import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type {
  bulkUpdateCodesEndpoint,
  extendCodeEndpoint,
  pauseCodeEndpoint,
  reserveCodeEndpoint,
  resumeCodeEndpoint,
} from "@/contract/code-updates";
import type { deleteCodeEndpoint } from "@/contract/codes";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useBulkUpdateCodes = () => useJobMutation((body: Body<typeof bulkUpdateCodesEndpoint>) => call("POST /codes/act", { body }));

export const usePauseCode = () => useChange((body: Body<typeof pauseCodeEndpoint>) => call("POST /codes/pause", { body }));

export const useResumeCode = () => useChange((body: Body<typeof resumeCodeEndpoint>) => call("POST /codes/resume", { body }));

export const useExtendCode = () => useChange((body: Body<typeof extendCodeEndpoint>) => call("POST /codes/extend", { body }));

export const useReserveCode = () => useChange((body: Body<typeof reserveCodeEndpoint>) => call("POST /codes/reserve", { body }));

export const useDeleteCode = () => useChange((body: Body<typeof deleteCodeEndpoint>) => call("POST /codes/delete", { body }));
