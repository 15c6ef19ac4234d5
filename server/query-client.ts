import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { cache } from "react";
import type { z } from "zod";
import { type Call, type CallInput, infiniteQueryKey, type Page, queryKey } from "@/contract/call";
import { ApiError } from "@/core/api-error";
import { asPage, type ListResult } from "@/core/pagination";
import { isUnavailable } from "@/db/query";
import { currentTime } from "@/lib/clock";

type Seed = readonly [QueryKey, unknown];

/**
 * Returns when a page began to read its data, in milliseconds. What the browser fetches while the rest is read is newer. Call it before the
 * first read.
 */
export const readStart = cache(currentTime);

/** Dehydrates data that a page loaded on the server, so that its views don't request it again. */
export function dehydrateQueries(...seeds: (Seed | null)[]): DehydratedState {
  const client = new QueryClient();
  for (const [key, data] of seeds.filter((seed) => seed !== null)) client.setQueryData(key, data, { updatedAt: readStart() });
  return dehydrate(client);
}

type AnyEndpoint<R> = { method: string; path: string; reply: R };
type CallOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? Extract<`${M} ${P}`, Call> : never;

const endpointCall = ({ method, path }: AnyEndpoint<unknown>): string => `${method} ${path}`;

/** Seeds the query of an endpoint with its reply. */
export const seedQuery = <E extends AnyEndpoint<R>, R extends z.ZodType>(
  endpoint: E & AnyEndpoint<R>,
  input: CallInput<CallOf<E>>,
  data: z.input<R>,
): Seed => [queryKey(endpointCall(endpoint), input), endpoint.reply.parse(data)];

/** Seeds a list query with one page, in the shape of `callPage`. Returns null if the query is invalid or takes too long, so that the view's own request shows the error. */
export async function seedPage<Q extends z.ZodObject, R extends z.ZodType<unknown[]>>(
  endpoint: AnyEndpoint<R> & { query?: Q },
  input: { params?: object; query: z.input<Q> },
  listItems: (query: z.output<Q>) => Promise<ListResult<z.output<R>[number]>>,
): Promise<Seed | null> {
  const parsed = endpoint.query?.safeParse(input.query);
  if (!parsed?.success) return null;
  try {
    const { page, next, total } = asPage(await listItems(parsed.data));
    return [
      queryKey(endpointCall(endpoint), input),
      { items: endpoint.reply.parse(page), next, total: String(total) } satisfies Page<unknown>,
    ];
  } catch (error) {
    if (error instanceof ApiError || isUnavailable(error)) return null;
    throw error;
  }
}

/** Converts a seeded page to the first page of an infinite query. */
export const toInfiniteQuery = (seed: Seed | null): Seed | null =>
  seed && [infiniteQueryKey(seed[0]), { pages: [seed[1]], pageParams: [""] }];
