import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";

/** How often a running job is polled, in milliseconds. */
const pollInterval = 1000;

export const hasEnded = ({ status }: Pick<JobRecord, "status">): boolean => status !== "queued" && status !== "running";

/** Whether a job no longer exists. Ended jobs are kept for a month. */
export const isJobNotFound = (error: Error | null): boolean => error?.name === "job_not_found";

/** Lists queued and running jobs once. Each of them is then polled by `jobQuery`. */
export const openJobsQuery = queryOptions({
  queryKey: ["jobs", "open"],
  queryFn: ({ signal }) => call("GET /jobs", { query: { ended: "false", limit: "20", count: "capped" }, signal }),
});

/** Gets one job, and polls it every second until it ends. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["jobs", "one", id],
    queryFn: ({ signal }) => call("GET /jobs/:id", { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) => (isJobNotFound(error) || (data && hasEnded(data)) ? false : pollInterval),
    // So that the result is there when the user returns to the tab.
    refetchIntervalInBackground: true,
  });
