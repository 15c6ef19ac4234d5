"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { z } from "zod";
import { describeError } from "@/components/ui/errors";
import { call, RequestError } from "@/contract/call";
import type { updateProjectEndpoint } from "@/contract/project";
import { toast } from "./ui/toast";

type ApiMutationOptions = {
  /** Also reloads what the server rendered: the project and the signed-in staff member. */
  refreshPage?: boolean;
};

type Callbacks<Output> = { onSuccess?: (output: Output) => unknown; onError?: (error: Error) => unknown };

/** A mutation that stays pending until all queries are refetched, because every change shows up in the activity too. */
export function useApiMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { refreshPage = false }: ApiMutationOptions = {},
) {
  const client = useQueryClient();
  const router = useRouter();
  const mutation = useMutation({
    mutationFn,
    onSuccess: async () => {
      if (refreshPage) router.refresh();
      await client.invalidateQueries();
    },
  });
  // The library's own `mutate` calls nothing back once the component is gone, and refetching often removes it.
  const mutate = (input: Input, { onSuccess, onError = () => {} }: Callbacks<Output> = {}): void =>
    void mutation.mutateAsync(input).then(onSuccess, onError);
  return { ...mutation, mutate };
}

/** Changes settings of the project. */
export const useUpdateProject = () =>
  useApiMutation((body: z.input<typeof updateProjectEndpoint.body>) => call("PATCH /project", { body }), { refreshPage: true });

/** Returns an error handler that shows a toast, for actions without a form. */
export const showErrorToast =
  (title: string) =>
  (error: unknown): void => {
    const { message, requestId } = describeError(error);
    toast.error(title, { description: message, ...(requestId === undefined ? {} : { requestId }) });
  };

const createKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Sends a request with an Idempotency-Key, and reuses the key when the same input is retried after a failure. */
export function useIdempotentRequest() {
  const pending = useRef<{ input: string; key: string } | null>(null);
  return async <Reply>(input: unknown, send: (key: string) => Promise<Reply>): Promise<Reply> => {
    const serialized = JSON.stringify(input);
    if (pending.current?.input !== serialized) pending.current = { input: serialized, key: createKey() };
    const reply = await send(pending.current.key);
    // The same input after a success is a new request.
    pending.current = null;
    return reply;
  };
}

/** Shows the password field of a dialog once the server asks for it, because people who just signed in don't need it. */
export function usePasswordOnDemand() {
  const [isPasswordShown, setPasswordShown] = useState(false);
  const run = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof RequestError && error.name === "confirmation_required")) throw error;
      setPasswordShown(true);
    }
  };
  return { isPasswordShown, run };
}
