"use client";

import type { z } from "zod";
import { useTask } from "@/components/tasks/use-task";
import { useChange } from "@/components/use-change";
import type { deleteBatch, extendBatch, pauseBatch, resumeBatch } from "@/contract/batches";
import { call } from "@/contract/call";

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const usePauseBatch = () => useChange((body: Body<typeof pauseBatch>) => call("POST /batches/pause", { body }));

export const useResumeBatch = () => useChange((body: Body<typeof resumeBatch>) => call("POST /batches/resume", { body }));

export const useExtendBatch = () => useTask((body: Body<typeof extendBatch>) => call("POST /batches/extend", { body }));

export const useDeleteBatch = () => useTask((body: Body<typeof deleteBatch>) => call("POST /batches/delete", { body }));
