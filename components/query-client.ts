import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type RefusalName, refusals } from "@/contract/refusals";
import { leaveIfSignedOut } from "./signed-out";

/** How long what was fetched counts as fresh, in milliseconds. */
const staleTime = 30_000;
const mostRetries = 2;

/** Whether the same request may succeed a moment later: nothing answered, or the server itself failed. A refusal stays one. */
function mayPass(error: Error): boolean {
  if (error instanceof TypeError) return true;
  return error.name in refusals && refusals[error.name as RefusalName].status >= 500;
}

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime, retry: (failures, error) => failures < mostRetries && mayPass(error) } },
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  });
