import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { suggestEmail } from "@/lib/suggest-email";

/** The domain of an email and its parent domains, without the top-level domain: "mail.example.org", "example.org". */
export function listDomains(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

let disposableDomains: Set<string> | undefined;

/** Returns whether an email belongs to a disposable email provider. */
export function isDisposableEmail(email: string): boolean {
  // The list has misspelled domains of large providers.
  if (suggestEmail(email) !== null) return false;
  // The library's own check builds the set again for each domain, which takes milliseconds.
  disposableDomains ??= disposableEmailBlocklistSet();
  return listDomains(email.toLowerCase()).some((domain) => disposableDomains?.has(domain));
}
