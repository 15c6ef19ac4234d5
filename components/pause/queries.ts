import { queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";

/** The project as it is now; what the shell was given may be older. */
export const projectQuery = queryOptions({ queryKey: ["project"], queryFn: ({ signal }) => call("GET /project", { signal }) });
