import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { listInvitations, listStaff } from "@/contract/team";

export const team = queryOptions({ queryKey: ["team"], queryFn: ({ signal }) => call(listStaff, { signal }) });

export const invitations = queryOptions({ queryKey: ["invitations"], queryFn: ({ signal }) => call(listInvitations, { signal }) });
