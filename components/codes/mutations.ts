"use client";

import type { z } from "zod";
import { useTask } from "@/components/jobs/use-task";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type {
  actOnCodesEndpoint,
  extendCodeEndpoint,
  pauseCodeEndpoint,
  reserveCodeEndpoint,
  resumeCodeEndpoint,
} from "@/contract/code-acts";
import type { deleteCodeEndpoint } from "@/contract/codes";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useActOnCodes = () => useTask((body: Body<typeof actOnCodesEndpoint>) => call("POST /codes/act", { body }));

export const usePauseCode = () => useChange((body: Body<typeof pauseCodeEndpoint>) => call("POST /codes/pause", { body }));

export const useResumeCode = () => useChange((body: Body<typeof resumeCodeEndpoint>) => call("POST /codes/resume", { body }));

export const useExtendCode = () => useChange((body: Body<typeof extendCodeEndpoint>) => call("POST /codes/extend", { body }));

export const useReserveCode = () => useChange((body: Body<typeof reserveCodeEndpoint>) => call("POST /codes/reserve", { body }));

export const useDeleteCode = () => useChange((body: Body<typeof deleteCodeEndpoint>) => call("POST /codes/delete", { body }));
