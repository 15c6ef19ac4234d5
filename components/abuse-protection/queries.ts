import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** How often the public tries; asked for anew while somebody looks. */
export const abuseProtectionQuery = queryOptions({
  queryKey: ["protection"],
  queryFn: ({ signal }) => call("GET /protection", { signal }),
  refetchInterval: 10_000,
});

export const blockListQuery = queryOptions({ queryKey: ["block-list"], queryFn: ({ signal }) => call("GET /block-list", { signal }) });
