import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** Current use of the public rate limits, refreshed every 10 seconds. */
export const abuseProtectionQuery = queryOptions({
  queryKey: ["abuse-protection"],
  queryFn: ({ signal }) => call("GET /abuse-protection", { signal }),
  refetchInterval: 10_000,
});

export const rateLimitSettingsQuery = queryOptions({
  queryKey: ["rate-limit-settings"],
  queryFn: ({ signal }) => call("GET /abuse-protection/limits", { signal }),
});

export const blockListQuery = queryOptions({ queryKey: ["block-list"], queryFn: ({ signal }) => call("GET /block-list", { signal }) });
