import type { ImportColumnSummary } from "@/contract/import-settings";
import type { ImportValueMeaning } from "@/contract/import-values";
import { countOf, plural } from "@/lib/plural";

const rowsLabel = (rows: number): string => countOf(rows, "row");

const quote = (value: string): string => (value === "" ? "empty" : `“${value}”`);

const listOr = new Intl.ListFormat("en", { type: "disjunction" });
const shownValues = 3;

/** `null` is any date. */
function describeValues(values: readonly (string | null)[]): string {
  const texts = values.slice(0, shownValues).map((value) => (value === null ? "a date" : quote(value)));
  const others = values.length - shownValues;
  return listOr.format(others > 0 ? [...texts, countOf(others, "other value")] : texts);
}

const meanings: Readonly<Record<ImportValueMeaning, { label: string; hint?: string }>> = {
  subscribed: { label: "Can be emailed" },
  unsubscribed: { label: "Unsubscribed", hint: "Imported, but never emailed" },
  bounced: { label: "Bounced", hint: "Imported, but never emailed" },
  complained: { label: "Complained", hint: "Imported, but never emailed" },
  staff: { label: "Added by staff", hint: "Your team, or you at the other provider, stopped emails to them" },
  unconfirmed: { label: "Hasn't confirmed their email", hint: "New leads must confirm it before they join the waitlist" },
  waiting: { label: "On the waitlist", hint: "If you add those with a yes to the waitlist" },
  left: { label: "No longer on the waitlist", hint: "Such as people who were invited" },
  skip: { label: "Don't import", hint: "These rows are refused" },
};

/** What reasons mean for the rows of a list of suppressions. All of them are never emailed. */
const reasons: typeof meanings = {
  ...meanings,
  unsubscribed: { label: "Unsubscribed" },
  bounced: { label: "Bounced" },
  complained: { label: "Complained", hint: "They reported an email as spam" },
};

export const questionLabels = {
  product: (product: string) => `Looks like a ${product} export.`,
  suppressedTitle: "Who will never be emailed",
  unconfirmedTitle: "Who must confirm their email first",
  unconfirmed: (rows: number, column: string, values: readonly (string | null)[]) =>
    `${plural(rows, { one: "{n} person hasn't confirmed their email", other: "{n} people haven't confirmed their email" })}: “${column}” is ${describeValues(values)}.`,
  suppressed: (rows: number, column: string, values: readonly (string | null)[]) =>
    `${plural(rows, { one: "{n} person will be suppressed", other: "{n} people will be suppressed" })}: “${column}” is ${describeValues(values)}.`,
  unusedConsent: (column: string, values: ImportColumnSummary["values"]) => {
    const shown = values.slice(0, shownValues).map(({ value, rows }) => `${quote(value)} in ${rowsLabel(rows)}`);
    const examples = shown.length > 0 ? ` (${shown.join(", ")})` : "";
    return `“${column}” seems to say who must not be emailed${examples}. What does it say?`;
  },
  ignoreConsent: { label: "Something else", hint: "It doesn't say who can be emailed." },
  oppositeSense: (column: string) => `“${column}” seems to mean the opposite of what you import it as. Is that right?`,
  oppositeSenseOptions: { confirm: "Yes, import it like this" } as Readonly<Record<string, string>>,
  dateOrder: (column: string) => `How are the dates in “${column}” written?`,
  unreadableDates: (column: string, rows: number) =>
    `${plural(rows, { one: "{n} row has a value", other: "{n} rows have values" })} in “${column}” that can't be read as a date. What happens to them?`,
  unusedColumns: (columns: string) => `These columns hold dates or emails and aren't imported: ${columns}. Is that right?`,
  dateOrderOptions: { month_first: "Month first", day_first: "Day first", year_first: "Year first" } as Readonly<Record<string, string>>,
  unreadableOptions: { ignore: "Import them without the date", skip: "Don't import them" } as Readonly<Record<string, string>>,
  unusedOptions: { ignore: "Yes, leave them out" } as Readonly<Record<string, string>>,
  datesTitle: "How dates are read",
  dateSample: (column: string, samples: readonly string[]) => `“${column}”: ${samples.join(" · ")}`,
  valueMeanings: (column: string) => `What do these values of “${column}” mean?`,
  value: (value: string, rows: number) => `${value === "" ? "Empty cells" : quote(value)} (${rowsLabel(rows)})`,
  choose: "Choose",
  meanings: { leads: meanings, suppressions: reasons },
  missingReason: (rows: number) =>
    `${plural(rows, { one: "{n} row doesn't", other: "{n} rows don't" })} say why the person must not be emailed. What is the reason?`,
  expiredRows: (column: string) => `Suppressions that have ended, according to “${column}”: what happens to them?`,
  expiredOptions: { skip: "Leave them out", ignore: "Import them too" } as Readonly<Record<string, string>>,
  fileConsent: (rows: number) =>
    `This looks like a list of people who must not be emailed, and ${plural(rows, { one: "{n} row doesn't", other: "{n} rows don't" })} say so themselves. Can these people be emailed? To add them to your suppressions without leads, import the file in Sends › Suppressions.`,
  fileConsentOptions: {
    unsubscribed: "No, they unsubscribed or never agreed",
    bounced: "No, their emails bounced",
    complained: "No, they complained",
    ignore: "Yes, they can be emailed",
  } as Readonly<Record<string, string>>,
  cutOff: "The file ends in the middle of its last row, so it seems to be incomplete. Upload all of it, or choose what to import.",
  cutOffOptions: { skip: "Import the rows before the last one", ignore: "Import the last row too, as it is" } as Readonly<
    Record<string, string>
  >,
  allowlist: "This looks like an allowlist: people who can be emailed. Should they never be emailed?",
  allowlistOptions: { confirm: "Yes, never email them" } as Readonly<Record<string, string>>,
  unanswered: "Answer the questions above first.",
} as const;
