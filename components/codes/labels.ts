import type { Tone } from "@/components/ui/status";
import type { AnyCodeType, CodeRule, CodeStatus } from "@/contract/codes";
import { timeZoneName } from "@/lib/dates";
import { countOf, formatTotal, plural } from "@/lib/plural";

export const codeStatusLabels: Readonly<Record<CodeStatus, { label: string; tone: Tone; description: string }>> = {
  active: { label: "Active", tone: "positive", description: "Customers can claim this code." },
  scheduled: { label: "Scheduled", tone: "info", description: "Customers can't claim this code yet." },
  paused: { label: "Paused", tone: "warning", description: "Customers can't claim this code until you resume it." },
  exhausted: { label: "Used up", tone: "neutral", description: "This code has no uses left." },
  expired: { label: "Expired", tone: "neutral", description: "This code has expired." },
};

export const codeTypeLabels: Readonly<Record<AnyCodeType, { label: string; hint: string }>> = {
  creative: { label: "Creative", hint: "Two words, easy to say and remember." },
  alphanumeric: { label: "Alphanumeric", hint: "Six letters and digits without look-alikes. Short and hard to guess." },
  numeric: { label: "Numeric", hint: "Six digits. Quick to type on a phone, but the easiest to guess." },
  custom: { label: "Custom", hint: "Codes of your own, or of a pattern." },
};

/** What each rule of a claim check requires. */
export const codeRuleLabels: Readonly<Record<CodeRule, string>> = {
  claims: "Claims open",
  block_list: "Email not blocked",
  exists: "Code exists",
  reservation: "Reservation",
  domain: "Email domain",
  pause: "Not paused",
  end: "Not expired",
  uses: "Uses left",
  start: "Started",
  once: "One code per person",
  hold: "Not on hold",
};

export const codeCountLabel = (count: number): string => countOf(count, "code");

/** Labels the total of a list: "1 code", "12,345 codes", "10,000+ codes". */
export const codeTotalLabel = (total: string): string =>
  total.endsWith("+") ? `${formatTotal(total)} codes` : codeCountLabel(Number(total));

export const usageLabel = (used: number, total: number): string =>
  plural(total, { one: `${used.toLocaleString("en")} of {n} use`, other: `${used.toLocaleString("en")} of {n} uses` });

/** Says who loses access when one code is deleted; `claims` is null while the number isn't known. */
export function lostAccessSentence(claims: number | null): string {
  if (claims === null) return "Customers who claimed it lose access immediately.";
  if (claims === 0) return "No one has claimed it yet.";
  return plural(claims, { one: "{n} customer loses access immediately.", other: "{n} customers lose access immediately." });
}

/** Says who loses access when several codes are deleted. A customer may have claimed more than one of them, so it counts claims. */
export function lostAccessSentenceForMany(claims: number | null): string {
  if (claims === null) return "Customers who claimed one of them lose access immediately.";
  if (claims === 0) return "No one has claimed any of them yet.";
  return plural(claims, {
    one: "{n} claim ends, and the customer loses access immediately.",
    other: "{n} claims end, and the customers lose access immediately.",
  });
}

/** The copy of the codes pages. */
export const labels = {
  title: "Codes",
  generate: "Generate codes",
  copy: "Copy",
  send: "Send",
  pause: "Pause",
  resume: "Resume",
  extend: "Extend",
  print: "Print",
  delete: "Delete",
  didYouMean: "Did you mean {codes}?",
  emptyBatch: { title: "No codes left", description: "All codes in this batch were deleted." },
  emptyList: { title: "No codes yet", description: "Generate codes and share them with your customers." },

  columns: {
    code: "Code",
    status: "Status",
    uses: "Uses",
    validity: "Validity",
    reservedFor: "Reserved for",
    batch: "Batch",
    tags: "Tags",
    created: "Created",
  },

  filters: {
    expiresBy: (date: string) => `by ${date}`,
    expiryTitle: (zone: string) => `Expiration date (${timeZoneName(zone)})`,
    expiryDate: "Expires on or before",
    expiryNote: "Includes codes that have already expired.",
    invalidDate: "must be a date",
  },
  expiryPresets: { today: "Today", week: "Within 7 days", month: "Within 30 days" },

  validity: {
    startsAt: (relativeTime: string) => `Starts ${relativeTime}`,
    expiresAt: (relativeTime: string) => `Expires ${relativeTime}`,
    expiredAt: (relativeTime: string) => `Expired ${relativeTime}`,
    from: (start: string) => `Valid from ${start}`,
    through: (end: string) => `Valid through ${end}`,
    period: (start: string, end: string) => `Valid from ${start} through ${end}`,
    never: "Never expires",
  },

  details: {
    title: "Details",
    status: "Status",
    uses: "Uses",
    starts: "Starts",
    startsImmediately: "Immediately",
    expires: "Expires",
    neverExpires: "Never",
    reservedFor: "Reserved for",
    batch: "Batch",
    tags: "Tags",
    type: "Type",
    created: "Created",
    updated: "Updated",
  },
  anyone: "Anyone",

  actions: {
    restricted: "Changing and sending this code",
    extend: "Extend code",
    send: "Send code",
    more: "More actions",
    pause: "Pause code",
    resume: "Resume code",
    reserve: "Reserve code",
    newWords: "New words",
    delete: "Delete code",
    wordsReplaced: (code: string) => `The code is ${code} now`,
  },

  copyToast: {
    copied: (count: number) => plural(count, { one: "Copied {n} code", other: "Copied {n} codes" }),
    oneCodePerLine: "One code per line.",
    notSupported: "Your browser doesn't allow copying from this page.",
    failed: "Couldn't copy the codes",
    ready: (count: number) => plural(count, { one: "{n} code is ready to copy.", other: "{n} codes are ready to copy." }),
    retry: "Copy codes",
    tooMany: "Too many codes to copy",
    tooManyDescription: "You can copy up to 10,000 codes at once. Export them instead.",
  },
} as const;
