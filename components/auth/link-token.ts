import { RequestError } from "@/contract/call";

/** Removes a used token from the URL and the browser history without reloading the page. */
export const removeTokenFromUrl = (page: string): void => window.history.replaceState(null, "", page);

/** Waits for a request that uses a link token. Returns false if the API rejects the token, and rethrows any other error. */
export async function isTokenAccepted(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.name === "link_not_valid") return false;
    throw error;
  }
}
