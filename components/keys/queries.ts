import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const keys = queryOptions({ queryKey: ["keys"], queryFn: ({ signal }) => call("GET /keys", { signal }) });
