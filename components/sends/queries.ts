import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callPage, type Page } from "@/contract/call";
import type { DeliveryRecord, listSendDeliveriesEndpoint } from "@/contract/deliveries";
import type { listSendsEndpoint, SendRecord } from "@/contract/sends";

/** How often what is under way is asked for, in milliseconds: while mail leaves, and while all that waits waits for a later try. */
const activeInterval = 1500;
const retryInterval = 15_000;

/** How soon a send is to be looked at again; false once it is done. */
export function refetchInterval({ completed: done, deliveries }: Pick<SendRecord, "done" | "deliveries">): number | false {
  if (done) return false;
  return deliveries.queued + deliveries.sending > 0 ? activeInterval : retryInterval;
}

/** How soon any of them is. */
const shortestRefetchInterval = (sends: readonly SendRecord[]): number | false => {
  const looks = sends.map(refetchInterval).filter((look) => look !== false);
  return looks.length > 0 && Math.min(...looks);
};

/** A page of sends, asked for again while one of them is not done. */
export const sendsQuery = (query: z.input<NonNullable<typeof listSendsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["sends", query],
    queryFn: ({ signal }) => callPage("GET /sends", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => shortestRefetchInterval(state.data?.items ?? []),
  });

/** One send, asked for again until it is done. */
export const sendQuery = (id: string) =>
  queryOptions({
    queryKey: ["send", id],
    queryFn: ({ signal }) => call("GET /sends/:id", { params: { id }, signal }),
    refetchInterval: ({ state }) => state.data !== undefined && refetchInterval(state.data),
  });

/** A page of a send's messages. `next` says how soon it is to be asked for again. */
export const deliveriesQuery = (
  id: string,
  query: z.input<NonNullable<typeof listSendDeliveriesEndpoint.query>>,
  next: number | false = false,
) =>
  queryOptions({
    queryKey: ["send", id, "deliveries", query],
    queryFn: ({ signal }) => callPage("GET /sends/:id/deliveries", { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: next,
  });

/** The messages of a send that were shown, by their ids. */
export const cachedDeliveries = (client: QueryClient, id: string): ReadonlyMap<string, DeliveryRecord> =>
  new Map(
    client
      .getQueriesData<Page<DeliveryRecord>>({ queryKey: ["send", id, "deliveries"] })
      .flatMap(([, page]) => page?.items.map((delivery) => [delivery.id, delivery] as const) ?? []),
  );
