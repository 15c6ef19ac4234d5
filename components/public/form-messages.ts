import type { ErrorName } from "@/contract/errors";
import { plural } from "@/lib/plural";

type ErrorMessages = Partial<Record<ErrorName, string>>;

/** The error after too many attempts, when the wait is known. */
export const tooManyAttempts = (minutes: number): string =>
  `Too many attempts. ${plural(minutes, { one: "Try again in {n} minute.", other: "Try again in {n} minutes." })}`;

/** Errors of every public form. */
const formErrorMessages = {
  invalid_input: "Fix the errors below and try again.",
  too_many_requests: "Too many attempts. Try again in a few minutes.",
  unavailable: "Temporarily unavailable. Try again in a few minutes.",
  internal: "Something went wrong on our end. Try again.",
} as const satisfies ErrorMessages;

/** Errors of forms that a browser submits without JavaScript. */
export const submitErrorMessages = {
  invalid_json: "We couldn't read this form. Submit it again.",
  cross_site: "This form was submitted from another website. Submit it again from this page.",
  body_too_large: "Your input is too long. Shorten it and try again.",
} as const satisfies ErrorMessages;

/** Status of the proof of work while the browser solves it. */
export const proofMessages = {
  checking: "Verifying you're human…",
  stillChecking: "Verifying you're human… We'll submit the form when it's done.",
  checked: "You're verified. Submit the form to continue.",
} as const;

/** Replaces a page while the project can't be loaded. */
export const unavailableMessages = {
  title: "Temporarily unavailable",
  text: "We can't load this page right now. Try again in a few minutes.",
} as const;

/** The message for an error: the form's own, or the one of every form. Any other error is reported as internal. */
export function errorMessage(formMessages: ErrorMessages, name: ErrorName): string {
  const common: ErrorMessages = formErrorMessages;
  return formMessages[name] ?? common[name] ?? formErrorMessages.internal;
}
