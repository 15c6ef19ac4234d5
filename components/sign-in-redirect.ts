import { signInPath } from "@/lib/routes";

let isRedirecting = false;

/** Leads to the sign-in page, and from there back here, when a call says that the session has ended; once, however many calls say so. */
export function redirectIfSignedOut(error: Error): void {
  if (isRedirecting || error.name !== "not_signed_in") return;
  isRedirecting = true;
  window.location.assign(signInPath(window.location.pathname + window.location.search));
}
