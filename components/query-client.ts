import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { RequestError } from "@/contract/call";
import { redirectIfSignedOut } from "./sign-in-redirect";

/** How long fetched data counts as fresh, in milliseconds. */
const staleTime = 30_000;
const maxRetries = 2;

/** Whether a retry may succeed: there was no response, or the server failed. */
function isTransient(error: Error): boolean {
  return error instanceof TypeError || (error instanceof RequestError && error.status >= 500);
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime, retry: (failures, error) => failures < maxRetries && isTransient(error) } },
    queryCache: new QueryCache({ onError: redirectIfSignedOut }),
    mutationCache: new MutationCache({ onError: redirectIfSignedOut }),
  });
