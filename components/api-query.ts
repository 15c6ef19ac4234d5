import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  type Call,
  type CallArguments,
  type CallInput,
  type CallOptions,
  call,
  callPage,
  type Item,
  infiniteQueryKey,
  type ListCall,
  type Page,
  queryKey,
  RequestError,
} from "@/contract/call";

const maxRetries = 2;

/** Whether a request is sent again: at most twice, and only if there was no response, the server failed, or the first attempt still runs. */
export const retryIfTransient = (failures: number, error: Error): boolean =>
  failures < maxRetries &&
  (error instanceof TypeError || (error instanceof RequestError && (error.status >= 500 || error.name === "idempotency_in_flight")));

/** The query of an endpoint. Those that return a list in pages have `apiPageQuery`. */
export const apiQuery = <C extends Exclude<Call, ListCall>>(endpoint: C, ...[input]: CallArguments<C>) =>
  queryOptions({
    queryKey: queryKey(endpoint, input ?? {}),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<C, CallOptions>)),
  });

/** The query of one page of a list. */
export const apiPageQuery = <C extends ListCall>(endpoint: C, input: CallInput<C>) =>
  queryOptions({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => callPage(endpoint, { ...input, signal }),
  });

/** The query of a list that loads more pages on demand. */
export const apiInfiniteQuery = <C extends ListCall>(endpoint: C, input: CallInput<C>) =>
  infiniteQueryOptions({
    queryKey: infiniteQueryKey(queryKey(endpoint, input)),
    queryFn: ({ signal, pageParam }) => {
      const page = { ...input, query: { ...input.query, cursor: pageParam || undefined }, signal };
      return callPage(endpoint, page as CallInput<C> & CallOptions);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** Returns the items of all fetched pages of a list, shown or not. `input` selects the pages with these parameters. */
export const cachedItems = <C extends ListCall>(client: QueryClient, endpoint: C, input: Partial<CallInput<C>> = {}): Item<C>[] =>
  client.getQueriesData<Page<Item<C>>>({ queryKey: queryKey(endpoint, input) }).flatMap(([, page]) => page?.items ?? []);
