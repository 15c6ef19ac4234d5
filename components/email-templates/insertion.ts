import { asWritten } from "@/contract/mail-texts";

const breaks = (missing: boolean, half: boolean): string => (missing ? (half ? "\n" : "\n\n") : "");

/** What is put between `before` and `after` for a variable: a button with the empty lines that make it a paragraph by itself. */
export function inserted(name: string, before: string, after: string): string {
  if (name !== "button") return asWritten(name);
  const above = breaks(before.trim() !== "" && !/\n[^\S\n]*\n\s*$/.test(before), /\n[^\S\n]*$/.test(before));
  const below = breaks(after.trim() !== "" && !/^\s*\n[^\S\n]*\n/.test(after), /^[^\S\n]*\n/.test(after));
  return `${above}${asWritten(name)}${below}`;
}
