"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tellFailure } from "@/components/use-change";
import { call } from "@/contract/call";
import { jobQuery } from "./queries";

/** Stops a task; what it has done stays done. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (task: string) => call("POST /tasks/cancel", { body: { task } }),
    onSuccess: (task) => client.setQueryData(jobQuery(task.id).queryKey, task),
    onError: tellFailure("It could not be stopped"),
  });
}
