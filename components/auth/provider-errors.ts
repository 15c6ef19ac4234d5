import { labels } from "./labels";

const { other, ...messages } = labels.providerErrors;

/** The message for a failed sign-in with an identity provider, by the error name in the URL. Returns null without an error. */
export function providerErrorMessage(error: string | null): string | null {
  if (error === null) return null;
  return new Map(Object.entries(messages)).get(error) ?? other;
}
