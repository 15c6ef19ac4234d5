import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const sessionsQuery = queryOptions({ queryKey: ["sessions"], queryFn: ({ signal }) => call("GET /sessions", { signal }) });
