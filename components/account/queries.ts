import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const sessions = queryOptions({ queryKey: ["sessions"], queryFn: ({ signal }) => call("GET /sessions", { signal }) });
