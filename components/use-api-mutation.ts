"use client";

import { type Query, type QueryClient, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { retryIfTransient } from "@/components/api-query";
import { type Call, type CallInput, call, type ReadCall, type Reply } from "@/contract/call";
import { callsWithoutKey, repeatableCalls } from "@/contract/calls-without-key";

export type ApiMutationOptions<Input, Output> = {
  /**
   * The endpoints whose data it changes. It stays pending until what the page shows of them is refetched. All other data is refetched in
   * the background, because every change shows up in the activity too. With "nothing", no data is refetched: because none changes, the
   * page is left, or `onReply` updates it.
   */
  changes: readonly [ReadCall, ...ReadCall[]] | "nothing";
  /** The endpoint of what it deletes. Its data, and that of the paths below it, isn't refetched, because it no longer exists. */
  deletes?: ReadCall | undefined;
  /** Shows the change before the reply. Returns what undoes that if the request fails. Data is then refetched in both cases. */
  optimistic?: {
    /** Mutations of the same scope are sent one after another. Only the last one refetches, so that no response shows an older state. */
    scope: string;
    show: (input: Input) => Promise<(() => void) | undefined>;
  };
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
  { changes, deletes, optimistic, onReply, refreshPage = false }: ApiMutationOptions<Input, Output>,
): ApiMutation<Input, Output> {
  const client = useQueryClient();
  const router = useRouter();
  const refetchChanged = async () => {
    const isFollowed = optimistic !== undefined && client.isMutating({ mutationKey: [optimistic.scope] }) > 1;
    if (changes !== "nothing" && !isFollowed) await refetch(client, changes, deletes);
  };
  const keys = useRef(new Map<string, string>());
  const send = typeof request === "string" ? callUntyped<Input, Output>(request) : request;
  const isRepeatable = typeof request !== "string" || !callsWithoutKey.has(request) || repeatableCalls.has(request);
  const mutation = useMutation({
    ...(optimistic && { mutationKey: [optimistic.scope], scope: { id: optimistic.scope } }),
    onMutate: optimistic?.show,
    mutationFn: (input: Input): Promise<Output> => sendWithKey(keys.current, input, send),
    retry: isRepeatable && retryIfTransient,
    onSuccess: async (output, input) => {
      await onReply?.(output, input);
      if (refreshPage) router.refresh();
      await refetchChanged();
    },
    onError: (_, __, undo) => {
      if (!optimistic) return;
      undo?.();
      void refetchChanged();
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

/** Waits until no change is being saved: a response from before one would replace what already shows it. */
export async function untilSaved(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}

/** Refetches what the page shows of some endpoints, and then everything else without waiting for it. */
export async function refetch(client: QueryClient, changed: readonly ReadCall[], deleted?: ReadCall): Promise<void> {
  const isChanged = (endpoint: string) => changed.some((each) => each === endpoint);
  const refetched = refetchWhere(client, isChanged, deleted);
  void refetchWhere(client, (endpoint) => !isChanged(endpoint), deleted);
  await refetched;
}

/** Refetches what the page shows of the selected endpoints, except data of what was deleted. The rest is refetched when it is shown. */
export async function refetchWhere(client: QueryClient, isSelected: (endpoint: string) => boolean, deleted?: ReadCall): Promise<void> {
  const isDeleted = (endpoint: string) => deleted !== undefined && `${endpoint}/`.startsWith(`${deleted}/`);
  const select = (predicate: (endpoint: string) => boolean) => (query: Query) => predicate(String(query.queryKey[0]));
  await Promise.all([
    client.invalidateQueries({ predicate: select((endpoint) => isSelected(endpoint) && !isDeleted(endpoint)) }),
    client.invalidateQueries({ predicate: select(isDeleted), refetchType: "none" }),
  ]);
}

const createKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Sends a request that the server does once, from outside of a component. Without an answer, it is sent again. */
export function sendOnce<Output>(client: QueryClient, send: (idempotencyKey: string) => Promise<Output>): Promise<Output> {
  const key = createKey();
  return client
    .getMutationCache()
    .build(client, { mutationFn: () => send(key), retry: retryIfTransient })
    .execute(undefined);
}

/** Sends a request with an Idempotency-Key of `keys`, which has those of requests without an answer by their input. */
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
