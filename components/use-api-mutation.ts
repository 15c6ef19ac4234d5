"use client";

import { type Query, type QueryClient, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { retryIfTransient } from "@/components/api-query";
import { describeError } from "@/components/ui/errors";
import { type Call, type CallInput, call, type ReadCall, type Reply } from "@/contract/call";
import { callsWithoutKey } from "@/contract/calls-without-key";
import { toast } from "./ui/toast";

export type ApiMutationOptions<Input, Output> = {
  /**
   * The endpoints whose data it changes. It stays pending until what the page shows of them is refetched. All other data is refetched in
   * the background, because every change shows up in the activity too. Nothing is refetched without any.
   */
  changes: readonly ReadCall[];
  /** Called before data is refetched, for example to leave the page of something that was deleted. */
  onReply?: (output: Output, input: Input) => unknown;
  /** Also reloads what the server rendered: the project and the signed-in staff member. */
  refreshPage?: boolean;
};

type Callbacks<Output> = { onSuccess?: (output: Output) => unknown; onError?: (error: Error) => unknown };

/**
 * A mutation that calls an endpoint, whose input it takes, or a function that calls one of several, with the key that it gets. The server does
 * it once: a request without an answer, and one that is sent again with the same input after a failure, have the same `Idempotency-Key`.
 */
export function useApiMutation<C extends Call>(
  endpoint: C,
  options: ApiMutationOptions<CallInput<C>, Reply<C>>,
): ApiMutation<CallInput<C>, Reply<C>>;
export function useApiMutation<Input, Output>(
  send: (input: Input, idempotencyKey: string) => Promise<Output>,
  options: ApiMutationOptions<Input, Output>,
): ApiMutation<Input, Output>;
export function useApiMutation<Input extends object, Output>(
  request: Call | ((input: Input, idempotencyKey: string) => Promise<Output>),
  { changes, onReply, refreshPage = false }: ApiMutationOptions<Input, Output>,
): ApiMutation<Input, Output> {
  const client = useQueryClient();
  const router = useRouter();
  const mutation = useMutation({
    ...useSendOnce(typeof request === "string" ? callUntyped<Input, Output>(request) : request),
    ...(typeof request === "string" && callsWithoutKey.has(request) && { retry: false }),
    onSuccess: async (output, input) => {
      await onReply?.(output, input);
      if (refreshPage) router.refresh();
      if (changes.length > 0) await refetch(client, changes);
    },
  });
  // The library's own `mutate` calls nothing back once the component is gone, and refetching often removes it.
  const mutate: ApiMutation<Input, Output>["mutate"] = (input, { onSuccess, onError = () => {} } = {}) =>
    void mutation.mutateAsync(input).then(onSuccess, onError);
  return { ...mutation, mutate };
}

type ApiMutation<Input, Output> = Omit<UseMutationResult<Output, Error, Input>, "mutate"> & {
  mutate: (input: Input, callbacks?: Callbacks<Output>) => void;
};

/** The overloads check the input and the reply. */
const callUntyped =
  <Input, Output>(endpoint: Call) =>
  (input: Input, idempotencyKey: string) =>
    call(endpoint, { ...input, idempotencyKey } as never) as Promise<Output>;

/** Refetches what the page shows of some endpoints, and then everything else without waiting for it. */
export async function refetch(client: QueryClient, changed: readonly ReadCall[]): Promise<void> {
  const isChanged = ({ queryKey }: Query) => changed.some((endpoint) => endpoint === queryKey[0]);
  const refetched = client.invalidateQueries({ predicate: isChanged });
  void client.invalidateQueries({ predicate: (query) => !isChanged(query) });
  await refetched;
}

/** Returns an error handler that shows a toast, for actions without a form. */
export const showErrorToast =
  (title: string, action?: { label: string; onClick: () => void }) =>
  (error: unknown): void => {
    const { message, requestId } = describeError(error);
    toast.error(title, { description: message, ...(requestId !== undefined && { requestId }), ...(action && { action }) });
  };

const createKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Sends a request that the server does once, from outside of a component. Without an answer, it is sent again. */
export function sendOnce<Output>(client: QueryClient, send: (idempotencyKey: string) => Promise<Output>): Promise<Output> {
  const key = createKey();
  return client
    .getMutationCache()
    .build(client, { mutationFn: () => send(key), retry: retryIfTransient })
    .execute(undefined);
}

/**
 * The options of a mutation that the server does once: its requests have an Idempotency-Key, which stays the same until there is an answer to
 * their input, and are sent again without one.
 */
export function useSendOnce<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Output>) {
  const keys = useRef(new Map<string, string>());
  return { mutationFn: (input: Input): Promise<Output> => sendWithKey(keys.current, input, send), retry: retryIfTransient };
}

/** Sends a request with a key of `keys`, which has those of requests without an answer by their input. */
export async function sendWithKey<Input, Output>(
  keys: Map<string, string>,
  input: Input,
  send: (input: Input, idempotencyKey: string) => Promise<Output>,
): Promise<Output> {
  const serialized = JSON.stringify(input);
  const key = keys.get(serialized) ?? createKey();
  keys.set(serialized, key);
  const output = await send(input, key).catch((error: Error) => {
    if (error.name !== "idempotency_erased" && error.name !== "idempotency_mismatch") throw error;
    keys.delete(serialized);
    // The first request had another file, whose content isn't in the input.
    if (error.name === "idempotency_mismatch") return send(input, createKey());
    throw error;
  });
  // The same input after a success is a new request.
  keys.delete(serialized);
  return output;
}
