"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tellFailure } from "@/components/use-change";
import { call } from "@/contract/call";
import { cancelTask } from "@/contract/tasks";
import { taskOf } from "./queries";

/** Stops a task; what it has done stays done. */
export function useStopTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (task: string) => call(cancelTask, { body: { task } }),
    onSuccess: (task) => client.setQueryData(taskOf(task.id).queryKey, task),
    onError: tellFailure("It could not be stopped"),
  });
}
