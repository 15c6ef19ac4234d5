import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { listFormats } from "@/contract/codes";

/** How much room the formats have, and how guessable their codes are. */
export const formats = queryOptions({ queryKey: ["formats"], queryFn: ({ signal }) => call(listFormats, { signal }) });
