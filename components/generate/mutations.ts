"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { hasEnded, taskOf } from "@/components/jobs/queries";
import { sayEnding } from "@/components/jobs/use-task";
import { watchTask } from "@/components/jobs/watched";
import { useOnce } from "@/components/use-once";
import type { makeBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";

/** Generates codes. The page shows how far that is; wherever else one is, the panel does. */
export function useMakeBatch() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: z.input<typeof makeBatchEndpoint.body>) => once(body, (key) => call("POST /batches", { body, once: key })),
    onSuccess: async (task) => {
      client.setQueryData(taskOf(task.id).queryKey, task);
      if (!hasEnded(task)) return watchTask(task.id);
      sayEnding(task);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "tasks" });
    },
  });
}
