import { signInPath } from "@/lib/routes";

let isRedirecting = false;

/** Redirects to the sign-in page, and back here afterward, when a request fails because the session has ended. */
export function redirectIfSignedOut(error: Error): void {
  if (isRedirecting || error.name !== "not_signed_in") return;
  isRedirecting = true;
  window.location.assign(signInPath(window.location.pathname + window.location.search));
}
