import type { Tone } from "@/components/ui/status";
import type { ImportField, ImportKind, ImportStatus } from "@/contract/import-values";
import { importLimits } from "@/contract/import-values";
import type { ImportCounts, ImportRecord, ImportRow } from "@/contract/imports";
import { importRowDays } from "@/contract/limits";
import { plural } from "@/lib/plural";

export const importStatusLabels: Readonly<Record<ImportStatus, { label: string; tone: Tone }>> = {
  uploaded: { label: "Uploaded", tone: "neutral" },
  checking: { label: "Checking", tone: "info" },
  checked: { label: "Ready to import", tone: "info" },
  running: { label: "Importing", tone: "info" },
  paused: { label: "Paused", tone: "warning" },
  completed: { label: "Completed", tone: "positive" },
  canceled: { label: "Canceled", tone: "neutral" },
  undoing: { label: "Undoing", tone: "info" },
  undone: { label: "Undone", tone: "neutral" },
  failed: { label: "Failed", tone: "negative" },
};

const dateHint = "Times without a time zone are UTC";

type FieldLabels = Readonly<Record<ImportField, { label: string; hint?: string }>>;

const leadFieldLabels: FieldLabels = {
  email: { label: "Email" },
  name: { label: "Full name" },
  firstname: { label: "First name" },
  lastname: { label: "Last name" },
  notes: { label: "Notes" },
  createdAt: { label: "Sign-up date", hint: dateHint },
  waitlist: { label: "On the waitlist", hint: "Yes or no" },
  waitlistPosition: { label: "Waitlist position", hint: "The order at the end of the waitlist" },
  consent: { label: "Consent", hint: "The text that they agreed to, or yes or no" },
  consentedAt: { label: "Consent date", hint: dateHint },
  sourceTag: { label: "Source" },
  tags: { label: "Tags", hint: "Separated by commas" },
  emailStatus: { label: "Email status", hint: "Such as subscribed, unsubscribed or cleaned" },
  subscribed: { label: "Subscribed", hint: "No means that they must not be emailed" },
  unsubscribed: { label: "Unsubscribed", hint: "Yes, or the date, means that they must not be emailed" },
  bounced: { label: "Bounced", hint: "Yes, or the date" },
  complained: { label: "Complained", hint: "Yes, or the date" },
  referralCode: { label: "Referral code", hint: "Kept if no other lead has it" },
  referredBy: { label: "Referred by", hint: "The email or referral code of a lead" },
  confirmed: { label: "Email confirmed", hint: "Yes or no, or the date" },
  expires: { label: "Ended", hint: "Yes or no, or when it ends" },
};

/** What a column of a file can hold. Answers to questions have the label of their question. */
export const fieldLabels: Readonly<Record<ImportKind, FieldLabels>> = {
  leads: leadFieldLabels,
  suppressions: {
    ...leadFieldLabels,
    emailStatus: { label: "Reason", hint: "Such as bounce, complaint or unsubscribe" },
    createdAt: { label: "Suppressed since", hint: dateHint },
    notes: { label: "Note" },
    subscribed: { label: "Subscribed", hint: "Rows with a yes are left out" },
    unsubscribed: { label: "Unsubscribed", hint: "Yes, or the date. Rows with a no are left out." },
  },
};

type Outcome = NonNullable<ImportRow["outcome"]>;

type OutcomeLabels = Readonly<Record<Outcome, { label: string; hint: string }>>;

const leadOutcomes: OutcomeLabels = {
  new: { label: "New", hint: "Will be added" },
  existing: { label: "Existing", hint: "Already leads" },
  duplicate: { label: "Duplicates", hint: "Repeat an earlier row. They aren't imported." },
  invalid: { label: "Invalid", hint: "Can't be imported" },
};

export const outcomeLabels: Readonly<Record<ImportKind, OutcomeLabels>> = {
  leads: leadOutcomes,
  suppressions: {
    ...leadOutcomes,
    existing: { label: "Already suppressed", hint: "Stay as they are, unless they complained" },
    duplicate: { label: "Duplicates", hint: "Repeat an earlier row. The most serious reason counts." },
    invalid: { label: "Left out", hint: "Can't be read, or aren't suppressed" },
  },
};

const rowForms = { one: "{n} row", other: "{n} rows" };
const importForms: Readonly<Record<ImportKind, { one: string; other: string }>> = {
  leads: { one: "{n} lead", other: "{n} leads" },
  suppressions: { one: "{n} suppression", other: "{n} suppressions" },
};

const rowsLabel = (rows: number): string => plural(rows, rowForms);

/** Says what an undo removes. */
export const undoConsequence = ({ kind, result }: Pick<ImportRecord, "kind" | "result">): string =>
  kind === "leads" ? undoLeadsConsequence(result) : undoSuppressionsConsequence(result);

function undoSuppressionsConsequence({ created, updated }: ImportRecord["result"]): string {
  const sentences = [
    created > 0 &&
      plural(created, {
        one: "The {n} suppression that this import added is removed, so this person can be emailed again.",
        other: "The {n} suppressions that this import added are removed, so these people can be emailed again.",
      }),
    updated > 0 &&
      plural(updated, {
        one: "{n} suppression gets its earlier reason back.",
        other: "{n} suppressions get their earlier reasons back.",
      }),
    "Suppressions that existed before or were changed since are kept. This can't be undone.",
  ];
  return sentences.filter(Boolean).join(" ");
}

function undoLeadsConsequence({ created, updated }: ImportRecord["result"]): string {
  const sentences = [
    created > 0 &&
      plural(created, {
        one: "The {n} lead that this import added is deleted, with their notes, sends and history.",
        other: "The {n} leads that this import added are deleted, with their notes, sends and history.",
      }),
    updated > 0 &&
      plural(updated, {
        one: "{n} existing lead gets the values from before the import back.",
        other: "{n} existing leads get the values from before the import back.",
      }),
    "Leads who have claimed a code, signed up or were changed since, and values that were changed since, are kept. This can't be undone.",
  ];
  return sentences.filter(Boolean).join(" ");
}

export const labels = {
  title: "Imports",
  leads: "Leads",
  suppressions: "Suppressions",
  emptyList: {
    title: "No imports yet",
    description: "Bring your leads from another tool: a Mailchimp export, a spreadsheet, or the waitlist of another service.",
  },
  earlier: "Earlier imports",
  kinds: { leads: "Leads", suppressions: "Suppressions" } as Readonly<Record<ImportKind, string>>,
  kind: "Import of",
  anyKind: "Leads and suppressions",
  columns: {
    file: "File",
    kind: "Import of",
    status: "Status",
    rows: "Rows",
    created: "Added",
    updated: "Updated",
    by: "Uploaded by",
    date: "Date",
  },

  upload: {
    title: { leads: "Import leads", suppressions: "Import suppressions" } as Readonly<Record<ImportKind, string>>,
    description: {
      leads: "Nothing is imported until you review the file. Imports don't send email.",
      suppressions:
        "People whom you must never email, such as the suppression list or the bounces of another provider. Nothing is imported until you review the file.",
    } as Readonly<Record<ImportKind, string>>,
    drop: "Drop a CSV, TSV or Excel file here",
    limits: `Up to ${importLimits.rows.toLocaleString("en")} rows and ${importLimits.bytes / 2 ** 20} MB. The encoding, the sheet and the row with the headers are detected.`,
    choose: "Choose file",
    paste: "Paste rows",
    chooseInstead: "Upload a file instead",
    pasted: "Rows",
    pastedHint: "Copy the rows from a spreadsheet, with their headers. Or enter one email per line.",
    submit: "Continue",
    uploading: (name: string) => `Uploading ${name}`,
    reading: (name: string) => `Reading ${name}`,
    percent: (share: number) => `${Math.floor(share * 100)}%`,
    cancel: "Cancel",
    tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB. Split it, or leave out columns that you don't need.`,
  },

  file: {
    title: "How the file is read",
    description: "Change this if names, columns or rows look wrong below.",
    encoding: "Encoding",
    samples: (samples: readonly string[]) => samples.join(" · "),
    sheet: "Sheet",
    hiddenSheet: (name: string) => `${name} (hidden)`,
    headerRow: "Row with the headers",
    headerRowHint: "Rows above it are left out.",
    noHeader: "The file has no headers",
    row: (row: number) => `Row ${row}`,
  },

  mapping: {
    title: "Columns",
    description: "Choose what each column of the file holds.",
    headers: { column: "Column", samples: "Sample values", field: "Import as" },
    fieldOf: (column: string) => `Import ${column} as`,
    ignore: "Don't import",
    newField: {
      label: "New field",
      hint: "Named like the column. The join forms don't ask for it.",
      full: (count: number) => `You already have ${count} questions, the most that are possible.`,
      failed: "The field couldn't be added",
    },
    noSamples: "Empty in the first rows",
    emailMissing: "Choose the column that holds the emails.",
    existing: "Leads that exist already",
    existingOptions: {
      skip: { label: "Skip", hint: "They stay as they are." },
      fill: {
        label: "Fill in empty fields",
        hint: "Fields that have a value stay as they are. Referrers and confirmations are added where there are none.",
      },
      overwrite: {
        label: "Overwrite",
        hint: "Their fields get the values of the file, unless a cell is empty. Referrers, referral codes and confirmations stay.",
      },
    },
    waitlist: "Waitlist",
    waitlistOptions: {
      none: { label: "Don't add anyone", hint: "Waves only invite people from the waitlist. You can add these leads to it later." },
      all: { label: "Add everyone", hint: "Apart from people who must not be emailed, or must confirm their email first." },
      column: { label: "Use the “On the waitlist” column", hint: "Adds leads with a yes in the column that you import as this." },
    },
    waitlistOrder: "Order on the waitlist",
    waitlistOrderOptions: {
      end: {
        label: "Behind everyone who waits",
        hint: "In the order of the positions or sign-up dates in the file, otherwise as in the file.",
      },
      date: {
        label: "By sign-up date",
        hint: "Ahead of people who signed up here later, who move back. The check says how many.",
      },
    },
    consent: "Consent",
    consentHint: "Where and how these people agreed to hear from you. It's saved with each new lead.",
    consentPlaceholder: "Newsletter form on example.org",
    tags: "Tags for all leads",
    tagsHint: "Added to each lead that is added or updated. Separate tags with commas.",
    check: "Check file",
    checkAgain: "Check again",
  },

  progress: {
    checking: "Checking rows",
    running: "Importing rows",
    undoing: "Undoing the import",
    paused: "Imported so far",
    stays: "You can leave this page. The import continues in the background.",
  },

  check: {
    omittedDates: (rows: number) =>
      plural(rows, { one: "{n} row is imported without a date.", other: "{n} rows are imported without a date." }),
    replacedReferralCodes: (rows: number) =>
      plural(rows, {
        one: "{n} lead gets a new referral code: the one in the file has another form, or belongs to another lead.",
        other: "{n} leads get new referral codes: those in the file have another form, or belong to other leads.",
      }),
    missingReferrers: (rows: number) =>
      plural(rows, {
        one: "The referrer of {n} lead wasn't found.",
        other: "The referrers of {n} leads weren't found.",
      }),
    warnings: (rows: number) =>
      plural(rows, {
        one: "{n} row has a warning. Cells that can't be read are left out, and all else in the row is imported.",
        other: "{n} rows have warnings. Cells that can't be read are left out, and all else in these rows is imported.",
      }),
    suspicious: (rows: number) =>
      plural(rows, {
        one: "{n} email is on the block list or from a disposable provider. A sign-up with it would be held for review. It's imported like the others.",
        other:
          "{n} emails are on the block list or from disposable providers. Sign-ups with them would be held for review. They're imported like the others.",
      }),
    overtaken: ({ overtaken, overtaking, firstOvertaken }: Pick<ImportCounts, "overtaken" | "overtaking" | "firstOvertaken">) =>
      `${plural(overtaking, { one: "{n} imported lead gets", other: "{n} imported leads get" })} ahead of ${plural(overtaken, { one: "{n} person who waits", other: "{n} people who wait" })} now: from position ${firstOvertaken.toLocaleString("en")} on, everyone moves back. To keep their positions, choose “Behind everyone who waits”.`,
    title: "Check results",
    description: "Nothing has been imported yet.",
    run: (kind: ImportKind, rows: number) => (rows === 0 ? "Nothing to import" : `Import ${plural(rows, importForms[kind])}`),
    samples: (outcome: string, shown: number, total: number) =>
      shown < total ? `${outcome}: first ${shown} of ${total.toLocaleString("en")} rows` : `${outcome}: ${rowsLabel(total)}`,
    choose: "Show rows",
    problems: "Refused",
    withWarnings: "Warnings",
    duplicate: "An earlier row has this email",
    row: "Row",
    email: "Email",
    values: "Other values",
    column: "Column",
    reason: "Reason",
    suppressed: { label: "Suppressed", hint: "Of those above: unsubscribed or bounced, and never emailed." },
    expired: `The rows of this file were deleted. They are kept for ${importRowDays} days.`,
  },

  result: {
    title: "Result",
    created: "Added",
    existing: (updated: number, unchanged: number) =>
      `${updated.toLocaleString("en")} updated, ${unchanged.toLocaleString("en")} unchanged`,
    undone: "Undone",
    kept: "Kept",
    download: "Download refused rows",
    downloadHint: "Correct the rows in the file, and import it again.",
    invite: "Invite with a wave",
    viewLeads: "View imported leads",
    viewSuppressions: "View suppressions",
    failed: "The import failed",
  },

  details: {
    title: "Details",
    rows: "Rows",
    format: "Format",
    formats: { csv: "Text", xlsx: "Excel" },
    encoding: "Encoding",
    separator: "Separator",
    separators: { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as Readonly<Record<string, string>>,
    existing: "Existing leads",
    tags: "Tags",
    by: "Uploaded by",
    date: "Uploaded",
  },

  actions: {
    restricted: "Changing this import",
    restrictedList: "Importing",
    pause: "Pause",
    paused: "Import paused",
    resume: "Resume",
    resumed: "Import resumed",
    cancel: "Cancel import",
    cancelTitle: (name: string) => `Cancel the import of ${name}?`,
    cancelConsequence: "No more rows are imported. Those that were already imported are kept. Undo the import to remove them.",
    cancelBeforeRun: "Nothing has changed. To import the file later, upload it again.",
    canceled: "Import canceled",
    undo: "Undo import",
    undoTitle: (name: string) => `Undo the import of ${name}?`,
    undoConfirm: "undo",
    failed: "Couldn't change the import",
  },
} as const;
