import { isDisposableEmailDomain } from "disposable-email-domains-js";
import type { HoldReason } from "@/contract/kinds";

/** A domain with those above it, but for the last, which are nobody's: `mail.example.org`, `example.org`. */
function domainsOf(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}

/** What of the block list stands for an address: itself, its domain, and those above that. */
export const blockedBy = (email: string): string[] => [email, ...domainsOf(email)];

const isDisposable = (email: string): boolean => domainsOf(email).some(isDisposableEmailDomain);

/** What is known of a sign-up beside its address: a field that people do not see, and whether it came sooner than anybody types. */
export type Signs = { homepage?: string | undefined; isHasty?: boolean };

/** Why a sign-up is held back, but for the block list, which only the database knows; null where nothing is against it. */
export function holdReasonOf(email: string, { homepage = "", isHasty = false }: Signs): Exclude<HoldReason, "blocked"> | null {
  if (homepage.trim() !== "") return "trap";
  if (isHasty) return "haste";
  return isDisposable(email) ? "disposable" : null;
}
