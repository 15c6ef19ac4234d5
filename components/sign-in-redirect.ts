import { signInThen } from "@/lib/routes";

let leaving = false;

/** Leads to the sign-in page, and from there back here, when a call says that the session has ended; once, however many calls say so. */
export function leaveIfSignedOut(error: Error): void {
  if (leaving || error.name !== "not_signed_in") return;
  leaving = true;
  window.location.assign(signInThen(window.location.pathname + window.location.search));
}
