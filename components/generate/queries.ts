import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** How much room the formats have, and how guessable their codes are. */
export const formatsQuery = queryOptions({ queryKey: ["formats"], queryFn: ({ signal }) => call("GET /formats", { signal }) });
