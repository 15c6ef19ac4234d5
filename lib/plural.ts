const rules = new Intl.PluralRules("en-US");
const numbers = new Intl.NumberFormat("en-US");

/** The forms of a sentence that depends on a number; `{n}` is replaced by the number with thousands separators. Without `zero`, 0 takes `other`. */
export type PluralForms = { zero?: string; one: string; other: string };

/** Picks the form for `n` and fills in `{n}`: plural(2, { one: "{n} lead", other: "{n} leads" }) is "2 leads". */
export function plural(n: number, forms: PluralForms): string {
  const form = (n === 0 ? forms.zero : forms[rules.select(n) as "one" | "other"]) ?? forms.other;
  return form.replaceAll("{n}", numbers.format(n));
}

const irregularPlurals: Readonly<Record<string, string>> = { person: "people", entry: "entries" };

/** Counts things: countOf(1, "failed email") is "1 failed email", and countOf(2, "person") is "2 people". */
export function countOf(n: number, noun: string): string {
  const [, words = "", last = ""] = /^(.* )?(\S+)$/.exec(noun) ?? [];
  return `${numbers.format(n)} ${words}${n === 1 ? last : (irregularPlurals[last] ?? `${last}s`)}`;
}

/** Formats a share of a total: "25%". Null if the total is 0. */
export const formatShare = (count: number, total: number): string | null => (total === 0 ? null : `${Math.round((count / total) * 100)}%`);

/** Formats a list's total: "12345" is "12,345", and "10000+", where counting stopped, is "10,000+". */
export function formatTotal(total: string): string {
  return `${numbers.format(Number.parseInt(total, 10))}${total.endsWith("+") ? "+" : ""}`;
}
