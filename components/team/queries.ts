import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

export const teamQuery = queryOptions({ queryKey: ["team"], queryFn: ({ signal }) => call("GET /team", { signal }) });

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => call("GET /team/invitations", { signal }),
});
