import { isAnswerVariable, variablePattern } from "./default-email-templates";

/** The values of the variables of a template. Those that are null have none. */
type VariableValues = Readonly<Record<string, string | null>>;

/** A variable in a template: its value, or its fallback if the lead has none. Text that isn't a variable has no name. */
export type FilledVariable = { name: string | null; text: string };

/**
 * A text whose variables are replaced by one private-use character each, so that what they contain is never parsed with the text around
 * them. `variables` are in the order of these characters.
 */
export type EncodedText = { text: string; variables: readonly FilledVariable[] };

const firstCharacter = 0xe000;
const privateUse = /[\uE000-\uF8FF]/g;
/** Stands for a variable without a value and without a fallback. */
const empty = "\uF8FF";

/** Unknown variables have no value at all, except for those of questions, which can be deleted later. */
function variableValue(values: VariableValues, name: string): string | null | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  return isAnswerVariable(name) ? null : undefined;
}

/** Replaces the variables in a text by characters. Unknown variables stay as they are typed. `keep` are names without a value, which are kept. */
export function encodeVariables(text: string, values: VariableValues, keep: readonly string[] = []): EncodedText {
  const variables: FilledVariable[] = [];
  const encode = (variable: FilledVariable) => String.fromCharCode(firstCharacter + variables.push(variable) - 1);
  const encoded = text.replace(privateUse, "").replace(variablePattern, (match, name: string, fallback?: string) => {
    const value = variableValue(values, name);
    if (keep.includes(name)) return encode({ name, text: match });
    if (value === undefined) return encode({ name: null, text: match });
    if (value !== null) return encode({ name, text: value });
    return fallback?.trim() ? encode({ name: null, text: fallback.trim() }) : empty;
  });
  return { text: removeEmpty(encoded), variables };
}

/** Removes empty variables with the spaces before them and with commas that would be left over: "Welcome, !" becomes "Welcome!". */
const removeEmpty = (text: string): string =>
  text
    .replace(/\uF8FF(?:[^\S\n]*\uF8FF)*/g, empty)
    .replace(/^[^\S\n]*\uF8FF[^\S\n]*[,;:!.]?[^\S\n]*/gm, "")
    .replace(/,?\s*\uF8FF(?=[^\S\n]*(?:[!?.,;:]|$))/gm, "")
    .replace(/\s*\uF8FF/g, "");

/** Splits an encoded text into plain text and variables. */
export function decodeParts({ text, variables }: EncodedText): FilledVariable[] {
  const parts: FilledVariable[] = [];
  let lastIndex = 0;
  for (const { 0: character, index } of text.matchAll(privateUse)) {
    const variable = variables[character.charCodeAt(0) - firstCharacter];
    if (variable === undefined) continue;
    parts.push({ name: null, text: text.slice(lastIndex, index) }, variable);
    lastIndex = index + 1;
  }
  return [...parts, { name: null, text: text.slice(lastIndex) }].filter((part) => part.text !== "");
}

/** Returns the variable that is all of an encoded text, apart from spaces. */
export function onlyVariable({ text, variables }: EncodedText): FilledVariable | null {
  const trimmed = text.trim();
  return trimmed.length === 1 ? (variables[trimmed.charCodeAt(0) - firstCharacter] ?? null) : null;
}

/** Replaces the variables in a text without formatting, such as a subject. */
export const fillVariables = (text: string, values: VariableValues): string =>
  decodeParts(encodeVariables(text, values))
    .map((part) => part.text)
    .join("");
