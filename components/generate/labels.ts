import { codeCountLabel } from "@/components/codes";
import { minGuesses, unambiguousCharacters } from "@/contract/code-patterns";
import type { CodeType } from "@/contract/codes";
import { type codeQuestionKinds, unlimitedUses } from "@/contract/import-values";
import { maxAmount, maxImportedCodes } from "@/contract/limits";
import { timeZoneName } from "@/lib/dates";
import { plural } from "@/lib/plural";

/** The copy of the page that generates codes. */
export const labels = {
  title: "Generate codes",
  form: {
    amount: "Number of codes",
    amountHint: `Up to ${maxAmount.toLocaleString("en")} at once.`,
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
    allowedDomains: "Allowed email domains",
    allowedDomainsHint: "Only emails of these domains and their subdomains can claim the codes. Example: example.org, example.com",
    codesPerPerson: "Codes per person",
    codesPerPersonHint: "You can't change this later.",
    perPerson: {
      several: "A person can claim several codes",
      email: "Each email can claim one code",
      mailbox: "Each mailbox can claim one code, whatever the dots and plus-addresses of Gmail",
    },
    batchName: "Batch name",
    batchNameHint: "Helps you find the codes later. Example: Spring fair cards",
    tags: "Tags",
    tagsHint: "All codes of the batch get these tags. You can filter codes by them.",
    kinds: {
      pattern: { label: "Pattern", hint: "Codes in a format that you choose. Example: SPRING-####-????" },
      code: { label: "Your own code", hint: "One code that you choose, such as a word for a podcast." },
      list: { label: "List", hint: "Codes that you already have, from a file or pasted." },
    },
    pattern: "Pattern",
    patternExample: "SPRING-####-????",
    patternHint: "# is a digit, ? a letter, * either. Letters that look alike and vowels are left out.",
    alphabet: "Characters of *",
    alphabetHint: "Letters and digits to choose from.",
    code: "Code",
    codeExample: "SPRING-A1B2",
    codeHint: "Letters, digits, spaces, hyphens and underscores. Case, spaces and hyphens don't matter.",
    submitCode: "Create code",
    submit: "Generate codes",
    submitCount: (amount: number) => plural(amount, { one: "Generate {n} code", other: "Generate {n} codes" }),
  },
  expiredDialog: {
    title: (codes: number) => plural(codes, { one: "Generate {n} expired code?", other: "Generate {n} expired codes?" }),
    consequence: "The end is in the past, so customers can't claim these codes unless you extend them.",
    action: "Generate expired codes",
  },
  riskDialog: {
    title: "Create codes that are easy to guess?",
    action: "Create anyway",
  },
  list: {
    paste: "Codes",
    pasteHint: "One code per line, or rows of a spreadsheet with the headers code, uses, valid from, valid until and reserved for.",
    file: (name: string) => `File: ${name}`,
    chooseFile: "Choose file",
    removeFile: "Remove file",
    fileHint: (zone: string) =>
      `CSV, TSV or Excel, up to ${maxImportedCodes.toLocaleString("en")} codes. Dates are days in ${timeZoneName(zone)}, and times without a time zone are UTC. The settings below apply to codes without their own.`,
    noList: "Paste some codes or choose a file.",
    questions: {
      title: "Questions about this list",
      description: "Answer them, then check the list again.",
      choose: "Choose an answer",
      values: (values: readonly string[]) =>
        `Such as ${new Intl.ListFormat("en").format(values.map((value) => (value === "" ? "an empty cell" : `“${value}”`)))}`,
      unused_column: ({ column }: { column: string }) => `What does the column “${column}” hold?`,
      no_limit: ({ column, rows }: { column: string; rows: number }) =>
        plural(rows, {
          one: `{n} code has 0 or nothing in “${column}”. How many customers can claim it?`,
          other: `{n} codes have 0 or nothing in “${column}”. How many customers can claim each?`,
        }),
      date_order: ({ column }: { column: string }) => `How are the dates in “${column}” written?`,
      options: {
        unused_column: {
          uses: "Uses per code",
          validFrom: "When the codes start",
          validUntil: "When the codes expire",
          reservedFor: "The email that a code is reserved for",
          tags: "Tags",
          externalId: "External ID",
          ignore: "Something else. Don't use it.",
        },
        no_limit: { unlimited: "No limit", uses: "As many as set below" },
        date_order: { month_first: "Month first", day_first: "Day first", year_first: "Year first" },
      } as Readonly<Record<(typeof codeQuestionKinds)[number], Readonly<Record<string, string>>>>,
    },
    encoding: "Encoding",
    detectEncoding: "Detect automatically",
    dates: (column: string, samples: readonly string[]) => `Dates in “${column}”: ${samples.join(" · ")}`,
    unlimited: (codes: number) =>
      plural(codes, {
        one: `{n} code has no limit. It can be claimed ${unlimitedUses.toLocaleString("en")} times.`,
        other: `{n} codes have no limit. Each can be claimed ${unlimitedUses.toLocaleString("en")} times.`,
      }),
    check: "Check list",
    add: (codes: number) => plural(codes, { one: "Add {n} code", other: "Add {n} codes" }),
    ready: (codes: number) => plural(codes, { one: "{n} code can be added", other: "{n} codes can be added" }),
    nothingToAdd: "No code can be added",
    added: (codes: number) => plural(codes, { one: "{n} code added", other: "{n} codes added" }),
    refused: (rows: number) => plural(rows, { one: "{n} row can't be added", other: "{n} rows can't be added" }),
    notAdded: (rows: number) => plural(rows, { one: "{n} row wasn't added", other: "{n} rows weren't added" }),
    shown: (rows: number) => `The first ${rows} are shown. Download the others.`,
    download: "Download these rows",
    reason: (column: string, reason: string) => `${column} ${reason}`,
    columns: { row: "Row", value: "Value", reason: "Reason" },
    ignored: (columns: readonly string[]) => `Ignored columns: ${columns.join(", ")}`,
    risk: (codes: number) => plural(codes, { one: "{n} of the codes is easy to guess.", other: "{n} of the codes are easy to guess." }),
    openBatch: "Open batch",
    another: "Add another list",
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
    possible: "Possible codes",
    morePossible: "More than a quadrillion",
    patternTooSmall: "The pattern doesn't have that many codes. Generate fewer codes or make it longer.",
    easyPattern: `Codes are easy to guess when more than 1 in ${minGuesses.toLocaleString("en")} guesses would find one. Generate fewer codes, make the pattern longer or reserve them.`,
    easyCode: "Short codes are easy to guess. Make it longer or reserve it.",
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
/** Returns a pseudo-random index below `size` that is always the same for an example and a position. */
function pseudoRandomIndex(exampleIndex: number, position: number, size: number): number {
  let mixed = Math.imul(exampleIndex + 7, 0x9e3779b1) ^ Math.imul(position + 3, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size;
}

/** Returns example codes whose positions have these characters. */
export const examplesOf =
  (positions: readonly string[]) =>
  (exampleIndex: number): string =>
    positions.map((characters, position) => characters[pseudoRandomIndex(exampleIndex, position, characters.length)]).join("");

const sixCharacters = (characters: string) => examplesOf(Array(6).fill(characters));

/** Returns an example code of each type. Each index gives another one. */
export const exampleCodes: Readonly<Record<CodeType, (exampleIndex: number) => string>> = {
  creative: (exampleIndex) =>
    `${adjectives[pseudoRandomIndex(exampleIndex, 1, adjectives.length)]}-${nouns[pseudoRandomIndex(exampleIndex, 2, nouns.length)]}`,
  alphanumeric: sixCharacters(unambiguousCharacters),
  numeric: sixCharacters("0123456789"),
};
