import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";

/** How often a task that goes on is looked at, in milliseconds. */
const pollInterval = 1000;

export const hasEnded = ({ status }: Pick<JobRecord, "status">): boolean => status !== "queued" && status !== "running";

/** Whether it ended so long ago that nothing is known of it any more. */
export const isJobNotFound = (error: Error | null): boolean => error?.name === "job_not_found";

/** The tasks that go on. Asked once; each is then looked at by itself. */
export const openJobsQuery = queryOptions({
  queryKey: ["tasks", "open"],
  queryFn: ({ signal }) => call("GET /jobs", { query: { ended: "false", limit: "20", count: "capped" }, signal }),
});

/** How far one task is, anew each second until it ends. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["tasks", "one", id],
    queryFn: ({ signal }) => call("GET /jobs/:id", { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) => (isJobNotFound(error) || (data && hasEnded(data)) ? false : pollInterval),
    // It goes on whether somebody looks or not, and whoever comes back wants to know.
    refetchIntervalInBackground: true,
  });
