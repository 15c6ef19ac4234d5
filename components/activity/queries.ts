import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import { listEvents } from "@/contract/events";
import { type Filters, narrowing } from "./filters";

const pageSize = "50";

/** What is asked of the list for the last page of a trail. */
export const activityQuery = (filters: Filters, cursors: readonly string[], zone: string) =>
  ({ ...narrowing(filters, zone), cursor: cursors.at(-1), limit: pageSize, count: "capped" }) as const;

/** A page of events. */
export const eventsPage = (query: z.input<NonNullable<typeof listEvents.query>>) =>
  queryOptions({
    queryKey: ["events", query],
    queryFn: ({ signal }) => callPage(listEvents, { query, signal }),
    placeholderData: keepPreviousData,
  });
