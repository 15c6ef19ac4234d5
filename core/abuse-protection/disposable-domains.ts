import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { listDomains } from "@/contract/normalize";
import { suggestEmail } from "@/lib/suggest-email";

let disposableDomains: Set<string> | undefined;

/** Returns whether an email belongs to a disposable email provider. */
export function isDisposableEmail(email: string): boolean {
  // The list has misspelled domains of large providers.
  if (suggestEmail(email) !== null) return false;
  // The library's own check builds the set again for each domain, which takes milliseconds.
  disposableDomains ??= disposableEmailBlocklistSet();
  return listDomains(email.toLowerCase()).some((domain) => disposableDomains?.has(domain));
}
