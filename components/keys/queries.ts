import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { listKeys } from "@/contract/keys";

export const keys = queryOptions({ queryKey: ["keys"], queryFn: ({ signal }) => call(listKeys, { signal }) });
