import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callPage, type Page } from "@/contract/call";
import type { DeliveryRecord, listSendDeliveriesEndpoint } from "@/contract/deliveries";
import type { listSendsEndpoint, SendRecord } from "@/contract/sends";

/** How often an unfinished send is refetched, in milliseconds: while emails are being sent, and while they only wait for a retry. */
const activeInterval = 1500;
const retryInterval = 15_000;

/** Returns when to refetch a send, in milliseconds. False once it is completed. */
export function refetchInterval({ completed, deliveries }: Pick<SendRecord, "completed" | "deliveries">): number | false {
  if (completed) return false;
  return deliveries.queued + deliveries.sending > 0 ? activeInterval : retryInterval;
}

const shortestRefetchInterval = (sends: readonly SendRecord[]): number | false => {
  const intervals = sends.map(refetchInterval).filter((interval) => interval !== false);
  return intervals.length > 0 && Math.min(...intervals);
};

/** Lists one page of sends. Refetched while one of them is not completed. */
export const sendsQuery = (query: z.input<NonNullable<typeof listSendsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["sends", query],
    queryFn: ({ signal }) => callPage("GET /sends", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => shortestRefetchInterval(state.data?.items ?? []),
  });

/** Gets one send. Refetched until it is completed. */
export const sendQuery = (id: string) =>
  queryOptions({
    queryKey: ["send", id],
    queryFn: ({ signal }) => call("GET /sends/:id", { params: { id }, signal }),
    refetchInterval: ({ state }) => state.data !== undefined && refetchInterval(state.data),
  });

/** Lists one page of a send's emails, refetched after `interval` milliseconds. */
export const deliveriesQuery = (
  id: string,
  query: z.input<NonNullable<typeof listSendDeliveriesEndpoint.query>>,
  interval: number | false = false,
) =>
  queryOptions({
    queryKey: ["send", id, "deliveries", query],
    queryFn: ({ signal }) => callPage("GET /sends/:id/deliveries", { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  });

/** Returns the fetched emails of a send by id. */
export const cachedDeliveries = (client: QueryClient, id: string): ReadonlyMap<string, DeliveryRecord> =>
  new Map(
    client
      .getQueriesData<Page<DeliveryRecord>>({ queryKey: ["send", id, "deliveries"] })
      .flatMap(([, page]) => page?.items.map((delivery) => [delivery.id, delivery] as const) ?? []),
  );
