import type { ErrorName } from "@/contract/errors";

type ErrorMessages = Partial<Record<ErrorName, string>>;

/** How whoever tries too often is told so. */
export const tooManyAttempts = "There were too many tries.";

/** What every form for customers says when it cannot be taken, in English. */
const formMessages = {
  invalid_input: "Something here is not right yet.",
  too_many_requests: `${tooManyAttempts} Wait a few minutes, then try again.`,
  unavailable: "We cannot be reached at the moment. Nothing is lost; try again shortly.",
  internal: "Something went wrong on our side. Try again shortly.",
} as const satisfies ErrorMessages;

/** What a page says beside that, whose form a browser sends by itself. */
export const submitErrorMessages = {
  invalid_json: "What was sent is no text. Send the form again.",
  cross_site: "This form was sent from another web site. Send it again from here.",
  body_too_large: "That is longer than anything this form takes.",
} as const satisfies ErrorMessages;

/** What the form of a page says while a browser proves that whoever sends it is no program. */
export const proofMessages = {
  checking: "Checking that you are no program …",
  stillChecking: "Still checking that you are no program; it is sent after that.",
  checked: "Checked: you are no program. Press the button.",
} as const;

/** The title of a page that cannot know whose it is. */
export const unavailableTitle = "Not here at the moment";

/** The sentence for a refusal, a form's own or that of every form; one that has none is a fault of ours. */
export function errorMessage(own: ErrorMessages, name: ErrorName): string {
  const common: ErrorMessages = formMessages;
  return own[name] ?? common[name] ?? formMessages.internal;
}
