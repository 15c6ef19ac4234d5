import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { Refused } from "@/contract/call";
import { leaveIfSignedOut } from "./signed-out";

/** How long what was fetched counts as fresh, in milliseconds. */
const staleTime = 30_000;
const mostRetries = 2;

/** Whether the same request may succeed a moment later: nothing answered, or the server itself failed. A refusal stays one. */
function mayPass(error: Error): boolean {
  return error instanceof TypeError || (error instanceof Refused && error.status >= 500);
}

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime, retry: (failures, error) => failures < mostRetries && mayPass(error) } },
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  });
