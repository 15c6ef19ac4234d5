import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const team = queryOptions({ queryKey: ["team"], queryFn: ({ signal }) => call("GET /team", { signal }) });

export const invitations = queryOptions({ queryKey: ["invitations"], queryFn: ({ signal }) => call("GET /team/invitations", { signal }) });
