import { formatVariable } from "@/contract/default-email-templates";

const lineBreaks = (isNeeded: boolean, hasOne: boolean): string => {
  if (!isNeeded) return "";
  return hasOne ? "\n" : "\n\n";
};

/** The text to insert between `before` and `after` for a variable. A button gets empty lines around it, so that it is its own paragraph. */
export function variableInsertion(name: string, before: string, after: string): string {
  if (name !== "button") return formatVariable(name);
  const above = lineBreaks(before.trim() !== "" && !/\n[^\S\n]*\n\s*$/.test(before), /\n[^\S\n]*$/.test(before));
  const below = lineBreaks(after.trim() !== "" && !/^\s*\n[^\S\n]*\n/.test(after), /^[^\S\n]*\n/.test(after));
  return `${above}${formatVariable(name)}${below}`;
}
