/** Makes text from another system safe to store and show: replaces control characters and lone surrogates, and shortens it. */
export const sanitizeText = (text: string, maxLength: number): string =>
  text
    .replace(/\p{Cc}/gu, " ")
    .slice(0, maxLength)
    .toWellFormed();
