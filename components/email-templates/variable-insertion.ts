import { formatVariable } from "@/contract/email-templates";

const lineBreaks = (missing: boolean, half: boolean): string => (missing ? (half ? "\n" : "\n\n") : "");

/** What is put between `before` and `after` for a variable: a button with the empty lines that make it a paragraph by itself. */
export function variableInsertion(name: string, before: string, after: string): string {
  if (name !== "button") return formatVariable(name);
  const above = lineBreaks(before.trim() !== "" && !/\n[^\S\n]*\n\s*$/.test(before), /\n[^\S\n]*$/.test(before));
  const below = lineBreaks(after.trim() !== "" && !/^\s*\n[^\S\n]*\n/.test(after), /^[^\S\n]*\n/.test(after));
  return `${above}${formatVariable(name)}${below}`;
}
