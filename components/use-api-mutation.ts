"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { describeError } from "./ui/error-message";
import { toast } from "./ui/toast";

/**
 * Runs calls that change something. Before it counts as done, everything that is shown is asked for anew: the activity lists every change.
 * `shell` is for what the frame shows too: the project, and who is signed in.
 */
export function useApiMutation<Input, Output>(change: (input: Input) => Promise<Output>, { refreshPage: shell = false }: { refreshPage?: boolean } = {}) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      if (shell) router.refresh();
      await client.invalidateQueries();
    },
  });
}

/** Says by a toast that something was not done, and why; for what has no form to say it in. */
export const showErrorToast =
  (title: string) =>
  (error: unknown): void => {
    const { message, requestId } = describeError(error);
    toast.error(title, { description: message, ...(requestId === undefined ? {} : { requestId }) });
  };
