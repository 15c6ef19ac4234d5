import type { RefusalName } from "@/contract/refusals";

/** What every form of the public pages says when it cannot be taken, in English. */
export const formMessages = {
  unreachable: "Not here at the moment",
  linkTitle: "This link leads nowhere",
  link_not_valid: "It may have been cut off on its way: open it from the mail once more. Or you are not on the list any more.",
  invalid_json: "What was sent is no text. Send the form again.",
  invalid_input: "Something here is not right yet.",
  too_many_requests: "There were too many tries from here. Wait a few minutes, then try again.",
  cross_site: "This form was sent from another web site. Send it again from here.",
  body_too_large: "That is longer than anything this form takes.",
  unavailable: "We cannot be reached at the moment. Nothing is lost; try again shortly.",
  internal: "Something went wrong on our side. Try again shortly.",
} as const satisfies Partial<Record<RefusalName | "unreachable" | "linkTitle", string>>;
export type FormMessages = typeof formMessages;

/** The sentence for a refusal; one that has none is a fault of ours. */
export const sentenceOf = (messages: Partial<Record<RefusalName, string>>, name: RefusalName): string =>
  messages[name] ?? formMessages.internal;
