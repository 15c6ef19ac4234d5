import type { ErrorName } from "./errors";

/** For what only the developer of a form can fix. */
const brokenForm = "This form isn't set up correctly. Let the site owner know.";

/**
 * What customers read instead of a message for developers and staff, or of one that tells what they mustn't know, such as whether a code or an
 * email address exists.
 */
const customerMessages: Partial<Record<ErrorName, string>> = {
  invalid_json: "We couldn't read this form. Try again.",
  invalid_input: "Check your details and try again.",
  secret_key_required: brokenForm,
  scope_required: brokenForm,
  session_required: brokenForm,
  secret_key_in_browser: brokenForm,
  role_required: brokenForm,
  cross_site: brokenForm,
  origin_not_allowed: brokenForm,
  method_not_allowed: brokenForm,
  encoding_not_supported: brokenForm,
  body_too_large: "Your input is too long. Shorten it and try again.",
  proof_required: "Too many attempts. Try again later.",
  code_reserved: "This code doesn't exist.",
  lead_exists: "Thank you. We have your email address.",
  referral_code_not_found: "This referral code doesn't exist.",
  token_not_found: "This link has expired or was already used. Claim your code once more to continue.",
  idempotency_mismatch: brokenForm,
  idempotency_in_flight: "We're still working on it. Try again in a moment.",
  idempotency_erased: "This was finished before, and doesn't count anymore.",
  internal: "Something went wrong on our end. Try again.",
  unavailable: "Temporarily unavailable. Try again in a few minutes.",
  not_ready: "Temporarily unavailable. Try again in a few minutes.",
};

const retryableErrors: ReadonlySet<string> = new Set<ErrorName>([
  "too_many_requests",
  "proof_required",
  "deletion_in_progress",
  "print_not_ready",
  "export_not_ready",
  "idempotency_in_flight",
  "internal",
  "unavailable",
  "not_ready",
]);

/** Returns whether the same request can succeed a little later, without a change. `details.retryable` says so. */
export const isRetryable = (name: string): boolean => retryableErrors.has(name);

/** What customers read about invalid fields, the first that applies. */
const fieldMessages = {
  email: "Enter a valid email address.",
  code: "Enter a valid code.",
  consent: "Agree to the terms to continue.",
} as const;

/** Returns the message of an error for a customer: a sentence that can be shown in any form. */
export function customerMessage(name: ErrorName, message: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const invalid = (Object.keys(fieldMessages) as (keyof typeof fieldMessages)[]).find((field) => field in fields);
  if (name === "invalid_input" && invalid) return fieldMessages[invalid];
  return customerMessages[name] ?? message;
}
