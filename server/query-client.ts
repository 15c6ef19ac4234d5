import "server-only";
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { z } from "zod";
import type { Page } from "@/contract/call";
import { ApiError } from "@/core/api-error";
import type { Listing } from "@/core/listing";

type Keyed = { queryKey: QueryKey };
type Seed = readonly [QueryKey, unknown];

/** What a page has read for its views, so that they need not ask: each under the key of the query that would. */
export function seeded(...seeds: (Seed | null)[]): DehydratedState {
  const client = new QueryClient();
  for (const [key, data] of seeds.filter((each) => each !== null)) client.setQueryData(key, data);
  return dehydrate(client);
}

/** A reply in the shape in which the endpoint's door answers it. */
export const seed = <R extends z.ZodType>({ reply }: { reply: R }, { queryKey }: Keyed, data: z.input<R>): Seed => [
  queryKey,
  reply.parse(data),
];

/** A page of a list, in the shape in which `callPage` answers it. Null where the list refuses the query: the view's own call then says why. */
export async function seedPage<Q extends z.ZodObject, R extends z.ZodType<unknown[]>>(
  { query, reply }: { query?: Q; reply: R },
  { queryKey }: Keyed,
  asked: z.input<Q>,
  verb: (query: z.output<Q>) => Promise<Listing<z.output<R>[number]>>,
): Promise<Seed | null> {
  const parsed = query?.safeParse(asked);
  if (!parsed?.success) return null;
  try {
    const listing = await verb(parsed.data);
    if (!("page" in listing)) throw new Error("A page of the list was wanted, and all of it was read");
    return [queryKey, { items: reply.parse(listing.page), next: listing.next, total: String(listing.total) } satisfies Page<unknown>];
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** A page as the first of a list that grows, whose query begins with `initial`. */
export const firstOf = (seed: Seed | null, initial: string): Seed | null => seed && [seed[0], { pages: [seed[1]], pageParams: [initial] }];
