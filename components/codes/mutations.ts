"use client";

import type { z } from "zod";
import { useTask } from "@/components/tasks/use-task";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import { actOnCodes, deleteCode, extendCode, pauseCode, reserveCode, resumeCode } from "@/contract/codes";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useActOnCodes = () => useTask((body: Body<typeof actOnCodes>) => call(actOnCodes, { body }));

export const usePauseCode = () => useChange((body: Body<typeof pauseCode>) => call(pauseCode, { body }));

export const useResumeCode = () => useChange((body: Body<typeof resumeCode>) => call(resumeCode, { body }));

export const useExtendCode = () => useChange((body: Body<typeof extendCode>) => call(extendCode, { body }));

export const useReserveCode = () => useChange((body: Body<typeof reserveCode>) => call(reserveCode, { body }));

export const useDeleteCode = () => useChange((body: Body<typeof deleteCode>) => call(deleteCode, { body }));
