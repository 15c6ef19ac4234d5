import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import { listEvents } from "@/contract/events";

/** A page of events. */
export const eventsPage = (query: z.input<NonNullable<typeof listEvents.query>>) =>
  queryOptions({
    queryKey: ["events", query],
    queryFn: ({ signal }) => callPage(listEvents, { query, signal }),
    placeholderData: keepPreviousData,
  });
