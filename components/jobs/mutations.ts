"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { jobQuery } from "./queries";

/** Stops a task; what it has done stays done. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /jobs/:id/cancel", { params: { id } }),
    onSuccess: (task) => client.setQueryData(jobQuery(task.id).queryKey, task),
    onError: showErrorToast("It could not be stopped"),
  });
}
