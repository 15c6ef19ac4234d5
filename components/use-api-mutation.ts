"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { describeError } from "./ui/error-message";
import { toast } from "./ui/toast";

type ApiMutationOptions = {
  /** Also reloads what the server rendered: the project and the signed-in staff member. */
  refreshPage?: boolean;
};

/** A mutation that stays pending until all queries are refetched, because every change shows up in the activity too. */
export function useApiMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { refreshPage = false }: ApiMutationOptions = {},
) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      if (refreshPage) router.refresh();
      await client.invalidateQueries();
    },
  });
}

/** Returns an error handler that shows a toast, for actions without a form. */
export const showErrorToast =
  (title: string) =>
  (error: unknown): void => {
    const { message, requestId } = describeError(error);
    toast.error(title, { description: message, ...(requestId === undefined ? {} : { requestId }) });
  };
