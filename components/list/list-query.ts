import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";
import { type Call, callPage, type Page } from "@/contract/call";

type Input<C extends Call> = Parameters<typeof callPage<C>>[1];

/** Returns the query of one page of a list. The previous page stays visible while the next one is loading. */
export const pageQuery =
  <C extends Call>(key: string, endpoint: C) =>
  (query: NonNullable<Input<C>["query"]>) =>
    queryOptions({
      queryKey: [key, query],
      // Such an endpoint has neither params nor a body.
      queryFn: ({ signal }) => callPage(endpoint, { query, signal } as unknown as Input<C>),
      placeholderData: keepPreviousData,
    });

/** Returns the query of a list that loads more items on demand. The first page has no cursor. */
export const cursorQuery = <Item>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => fetchPage(pageParam || undefined, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
