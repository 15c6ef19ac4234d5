import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import type { listEventsEndpoint } from "@/contract/events";

/** A page of events. */
export const eventsQuery = (query: z.input<NonNullable<typeof listEventsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["events", query],
    queryFn: ({ signal }) => callPage("GET /events", { query, signal }),
    placeholderData: keepPreviousData,
  });
