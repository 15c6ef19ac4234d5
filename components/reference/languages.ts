/** The languages of the samples, by the name in the URL and the cookie, with their name for people. */
export const languages = { curl: "curl", typescript: "TypeScript", python: "Python", php: "PHP", go: "Go" } as const;
export type Language = keyof typeof languages;

/** The cookie that remembers the language, and the parameter of the URL that chooses it. */
export const languageCookie = "docs-language";
export const languageParameter = "language";

/** Returns the language with this name in the URL or the cookie, if there is one. */
export const readLanguage = (name: unknown): Language | undefined =>
  typeof name === "string" && Object.hasOwn(languages, name) ? (name as Language) : undefined;
