"use client";

import type { z } from "zod";
import { useTask } from "@/components/tasks/use-task";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { actOnCodes, extendCode, pauseCode, reserveCode, resumeCode } from "@/contract/code-acts";
import type { deleteCode } from "@/contract/codes";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useActOnCodes = () => useTask((body: Body<typeof actOnCodes>) => call("POST /codes/act", { body }));

export const usePauseCode = () => useChange((body: Body<typeof pauseCode>) => call("POST /codes/pause", { body }));

export const useResumeCode = () => useChange((body: Body<typeof resumeCode>) => call("POST /codes/resume", { body }));

export const useExtendCode = () => useChange((body: Body<typeof extendCode>) => call("POST /codes/extend", { body }));

export const useReserveCode = () => useChange((body: Body<typeof reserveCode>) => call("POST /codes/reserve", { body }));

export const useDeleteCode = () => useChange((body: Body<typeof deleteCode>) => call("POST /codes/delete", { body }));
