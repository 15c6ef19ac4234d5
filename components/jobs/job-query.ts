import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { refetchWhere } from "@/components/use-api-mutation";
import type { ReadCall } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";

/** How often a running job is polled, in milliseconds. */
const pollInterval = 1000;

/** The shortest interval, in milliseconds, at which a page refetches a record for which the server counts `rows` rows. */
export const intervalForCounting = (rows: number): number => Math.min(60_000, rows / 50);

export const hasEnded = ({ status }: Pick<JobRecord, "status">): boolean => status !== "queued" && status !== "running";

/** Whether a job no longer exists. Ended jobs are kept for a month. */
export const isJobNotFound = (error: Error | null): boolean => error?.name === "job_not_found";

/** Gets one job, and polls it every second until it ends. */
export const jobQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /jobs/:id", { params: { id } }),
    refetchInterval: ({ state: { data, error } }) => (isJobNotFound(error) || (data && hasEnded(data)) ? false : pollInterval),
    // So that the result is there when the user returns to the tab.
    refetchIntervalInBackground: true,
  });

/** Refetches all data apart from the jobs, which are polled, and from that of what was deleted. */
export const refetchAllButJobs = (client: QueryClient, deleted?: ReadCall): Promise<void> =>
  refetchWhere(client, (endpoint) => !endpoint.startsWith("GET /jobs"), deleted);
