"use client";

import { type Query, type QueryClient, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { retryIfTransient } from "@/components/api-query";
import { describeError } from "@/components/ui/errors";
import { type Call, type CallInput, call, type ReadCall, type Reply } from "@/contract/call";
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
  /** Whether a retry with the same input after a failure must not repeat the request. Without an answer, the request is then sent again. */
  idempotent?: boolean;
};

type Callbacks<Output> = { onSuccess?: (output: Output) => unknown; onError?: (error: Error) => unknown };

/** A mutation that calls an endpoint, whose input it takes, or a function that calls several. */
export function useApiMutation<C extends Call>(
  endpoint: C,
  options: ApiMutationOptions<CallInput<C>, Reply<C>>,
): ApiMutation<CallInput<C>, Reply<C>>;
export function useApiMutation<Input, Output>(
  send: (input: Input, idempotencyKey?: string) => Promise<Output>,
  options: ApiMutationOptions<Input, Output>,
): ApiMutation<Input, Output>;
export function useApiMutation<Input extends object, Output>(
  request: Call | ((input: Input, idempotencyKey?: string) => Promise<Output>),
  { changes, onReply, refreshPage = false, idempotent = false }: ApiMutationOptions<Input, Output>,
): ApiMutation<Input, Output> {
  const client = useQueryClient();
  const router = useRouter();
  const sendOnce = useIdempotentRequest();
  const send = typeof request === "string" ? callUntyped<Input, Output>(request) : request;
  const mutation = useMutation({
    mutationFn: (input: Input) => (idempotent ? sendOnce(input, (key) => send(input, key)) : send(input)),
    // The key makes sure that the server does it once.
    retry: idempotent && retryIfTransient,
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
  (input: Input, idempotencyKey?: string) =>
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

/** Sends a request with an Idempotency-Key, and reuses the key when the same input is retried after a failure. */
function useIdempotentRequest() {
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
