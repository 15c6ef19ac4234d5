import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** The state of the installation, refreshed every 15 seconds. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: ({ signal }) => call("GET /system", { signal }),
  refetchInterval: 15_000,
});
