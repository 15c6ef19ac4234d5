import { RequestError } from "@/contract/call";

/** Takes a used token out of the address bar and the history, without asking the server for the page again. */
export const removeTokenFromUrl = (page: string): void => window.history.replaceState(null, "", page);

/** Answers false where a link was refused because it does not work any more; throws what went wrong otherwise. */
export function falseIfLinkInvalid(error: unknown): false {
  if (error instanceof RequestError && error.name === "link_not_valid") return false;
  throw error;
}
