import { codeCountLabel } from "@/components/codes";
import type { CodeType } from "@/contract/codes";
import { minGuesses } from "@/contract/guess-chance";
import { plural } from "@/lib/plural";

/** The copy of the page that generates codes. */
export const labels = {
  title: "Generate codes",
  form: {
    amount: "Number of codes",
    amountHint: "Up to 1,000,000 at once.",
    usesPerCode: "Uses per code",
    usesHint: "How many customers can claim each code.",
    type: "Type",
    typeHint: (hint: string) => `${hint} Example: {example}`,
    starts: "Starts",
    startsImmediately: "Starts immediately",
    validFrom: (dateTime: string) => `Valid from ${dateTime}.`,
    expires: "Expires",
    neverExpires: "Never expires",
    validThrough: (dateTime: string) => `Valid through ${dateTime}.`,
    endsBeforeStart: "must be after the start",
    endInPast: "This is in the past. Customers can't claim these codes.",
    reservedFor: "Reserved for",
    reservedForHint: "Only this person can claim the codes. They don't have to be a lead yet.",
    anyone: "Anyone",
    batchName: "Batch name",
    batchNameHint: "Helps you find the codes later. Example: Spring fair cards",
    tags: "Tags",
    tagsHint: "All codes of the batch get these tags. You can filter codes by them.",
    submit: "Generate codes",
    submitCount: (amount: number) => plural(amount, { one: "Generate {n} code", other: "Generate {n} codes" }),
  },
  expiredDialog: {
    title: (codes: number) => plural(codes, { one: "Generate {n} expired code?", other: "Generate {n} expired codes?" }),
    consequence: "The end is in the past, so customers can't claim these codes unless you extend them.",
    action: "Generate expired codes",
  },
  preview: {
    title: "Preview",
    example: "Example",
    anotherExample: "Another example",
    total: "Total",
    noAmount: "Enter a number of codes",
    forOneCustomer: (codes: number) => `${codeCountLabel(codes)} for one customer`,
    forCustomers: (codes: number, customers: number) =>
      plural(customers, {
        one: `${codeCountLabel(codes)} for up to {n} customer`,
        other: `${codeCountLabel(codes)} for up to {n} customers`,
      }),
    remaining: "Remaining",
    remainingOfTotal: (remaining: number, total: number) => `${remaining.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    notEnough: {
      creative: "Not enough creative codes left. Generate fewer codes or choose another type.",
      alphanumeric: "Not enough alphanumeric codes left. Generate fewer codes or choose another type.",
      numeric: "Not enough numeric codes left. Generate fewer codes or choose another type.",
    } satisfies Record<CodeType, string>,
    guessing: "Guessing risk",
    easyToGuess: `Codes are easy to guess when more than 1 in ${minGuesses.toLocaleString("en")} guesses would find one. Generate fewer codes, choose another type or reserve them.`,
    loadFailed: (reason: string) => `Couldn't load how many codes are left. ${reason}`,
  },
  progress: {
    description: "You can leave or close this page. The codes are generated in the background.",
    queued: "Queued",
    generated: "Generated",
    notFound: "This job no longer exists",
    back: "Back to form",
  },
} as const;

const adjectives = ["curious", "gentle", "brave", "sunny", "quiet", "amber", "lucky", "velvet", "early", "cosmic"] as const;
const nouns = ["pineapple", "lantern", "otter", "harbor", "meadow", "comet", "violin", "walnut", "canyon", "ribbon"] as const;
// No vowels and no look-alikes, as in generated codes.
const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** Returns a pseudo-random index below `size` that is always the same for an example and a position. */
function pseudoRandomIndex(exampleIndex: number, position: number, size: number): number {
  let mixed = Math.imul(exampleIndex + 7, 0x9e3779b1) ^ Math.imul(position + 3, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size;
}

const sixCharacters = (alphabet: string, exampleIndex: number): string =>
  Array.from({ length: 6 }, (_, position) => alphabet[pseudoRandomIndex(exampleIndex, position, alphabet.length)]).join("");

/** Returns an example code of each type. Each index gives another one. */
export const exampleCodes: Readonly<Record<CodeType, (exampleIndex: number) => string>> = {
  creative: (exampleIndex) =>
    `${adjectives[pseudoRandomIndex(exampleIndex, 1, adjectives.length)]}-${nouns[pseudoRandomIndex(exampleIndex, 2, nouns.length)]}`,
  alphanumeric: (exampleIndex) => sixCharacters(alphanumericAlphabet, exampleIndex),
  numeric: (exampleIndex) => sixCharacters("0123456789", exampleIndex),
};
