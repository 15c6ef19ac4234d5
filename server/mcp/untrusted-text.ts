/** The longest texts in a result, in characters: of our own, and of customers. */
const maxLength = 4000;
const maxUntrustedLength = 500;

/** Characters that aren't seen: control and format characters, direction overrides, tags, variation selectors and unpaired surrogates. */
const unseen = /[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/gu;

/** Returns a text as it is seen, and cut off if it is long. */
function visibleText(text: string, length = maxLength): string {
  const visible = text
    .replace(/[\t\p{Zs}]/gu, " ")
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, "\n")
    .replace(unseen, "");
  const characters = [...visible];
  return characters.length <= length ? visible : `${characters.slice(0, length).join("")}… (cut off)`;
}

/** Applies a function to all texts in a value, also the names of fields. */
function mapTexts(value: unknown, convert: (text: string) => string): unknown {
  if (typeof value === "string") return convert(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, convert));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [convert(name), mapTexts(inner, convert)]));
}

/** Returns a result with all of its texts as they are seen. */
export const visibleResult = (result: object): Record<string, unknown> =>
  mapTexts(result, (text) => visibleText(text)) as Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Marks texts that customers or mail servers wrote, in a field of their own. Empty ones are left out. Angle brackets are replaced, because
 * clients put results between tags, which a text could close.
 */
export function untrusted(texts: Readonly<Record<string, unknown>>): { untrustedText?: Record<string, unknown> } {
  const present = Object.fromEntries(Object.entries(texts).filter(([, value]) => !isEmpty(value)));
  if (isEmpty(present)) return {};
  const oneLine = (text: string) => visibleText(text.replace(/\s+/gu, " "), maxUntrustedLength);
  const withoutTags = (text: string) => oneLine(text).replaceAll("<", "‹").replaceAll(">", "›");
  return { untrustedText: mapTexts(present, withoutTags) as Record<string, unknown> };
}
