import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** Lists how many codes each format has left, and how many of its codes can be claimed. */
export const formatsQuery = queryOptions({ queryKey: ["formats"], queryFn: ({ signal }) => call("GET /formats", { signal }) });
