import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { listSessions } from "@/contract/session";

export const sessions = queryOptions({ queryKey: ["sessions"], queryFn: ({ signal }) => call(listSessions, { signal }) });
