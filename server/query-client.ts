import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod";
import type { Page } from "@/contract/call";
import { ApiError } from "@/core/api-error";
import type { ListResult } from "@/core/pagination";
import { isUnavailable } from "@/db/query";

type HasQueryKey = { queryKey: QueryKey };
type Seed = readonly [QueryKey, unknown];

/** Dehydrates data that a page loaded on the server, so that its views don't request it again. */
export function dehydrateQueries(...seeds: (Seed | null)[]): DehydratedState {
  const client = new QueryClient();
  for (const [key, data] of seeds.filter((seed) => seed !== null)) client.setQueryData(key, data);
  return dehydrate(client);
}

/** Seeds a query with the reply of its endpoint. */
export const seedQuery = <R extends z.ZodType>({ reply }: { reply: R }, { queryKey }: HasQueryKey, data: z.input<R>): Seed => [
  queryKey,
  reply.parse(data),
];

/** Seeds a list query with one page, in the shape of `callPage`. Returns null if the query is invalid or takes too long, so that the view's own request shows the error. */
export async function seedPage<Q extends z.ZodObject, R extends z.ZodType<unknown[]>>(
  endpoint: { query?: Q; reply: R },
  { queryKey }: HasQueryKey,
  query: z.input<Q>,
  listItems: (query: z.output<Q>) => Promise<ListResult<z.output<R>[number]>>,
): Promise<Seed | null> {
  const parsed = endpoint.query?.safeParse(query);
  if (!parsed?.success) return null;
  try {
    const list = await listItems(parsed.data);
    if (!("page" in list)) throw new Error("Expected one page of the list");
    return [queryKey, { items: endpoint.reply.parse(list.page), next: list.next, total: String(list.total) } satisfies Page<unknown>];
  } catch (error) {
    if (error instanceof ApiError || isUnavailable(error)) return null;
    throw error;
  }
}

/** Converts a seeded page to the first page of an infinite query. */
export const toInfiniteQuery = (seed: Seed | null, initialPageParam: string): Seed | null =>
  seed && [seed[0], { pages: [seed[1]], pageParams: [initialPageParam] }];
