import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** The current project, which can be newer than the one in the session. */
export const projectQuery = queryOptions({ queryKey: ["project"], queryFn: ({ signal }) => call("GET /project", { signal }) });
