// Values of imports, kept apart from the schemas so that pages don't load zod.

/** The file name of pasted rows. */
export const pastedRowsName = "Pasted rows";

/** What the rows of an import are. */
export const importKinds = ["leads", "suppressions"] as const;
export type ImportKind = (typeof importKinds)[number];

export const importFormats = ["csv", "xlsx"] as const;

/** The status of an import as it is stored; described in `imports.ts`. */
export const storedImportStatuses = [
  "uploaded",
  "checking",
  "checked",
  "running",
  "paused",
  "completed",
  "canceled",
  "undoing",
  "undone",
] as const;
export const importStatuses = [...storedImportStatuses, "failed"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What the check says about a row; described in `imports.ts`. */
export const importRowOutcomes = ["new", "existing", "duplicate", "invalid"] as const;

/** What an import did with a row, and what *Undo import* did about it. */
export const importRowResults = ["created", "updated", "skipped", "undone", "kept"] as const;

/** What a column of a file of leads can hold, apart from answers to questions. */
export const leadFields = [
  "email",
  "name",
  "firstname",
  "lastname",
  "notes",
  "createdAt",
  "waitlist",
  "waitlistPosition",
  "consent",
  "consentedAt",
  "sourceTag",
  "tags",
  "emailStatus",
  "subscribed",
  "unsubscribed",
  "bounced",
  "complained",
  "referralCode",
  "referredBy",
  "confirmed",
] as const;

/** What a column of a list of suppressions can hold. */
export const suppressionFields = [
  "email",
  "emailStatus",
  "unsubscribed",
  "bounced",
  "complained",
  "subscribed",
  "createdAt",
  "expires",
  "notes",
] as const;

export type ImportField = (typeof leadFields)[number] | (typeof suppressionFields)[number];

/** What a column of any file can hold. */
export const importFields: readonly ImportField[] = [...new Set<ImportField>([...leadFields, ...suppressionFields])];

/** The fields that say who must not be emailed. Several columns of a file can be imported as the same one of them. */
export const consentFields = ["emailStatus", "subscribed", "unsubscribed", "bounced", "complained"] as const;
export type ConsentField = (typeof consentFields)[number];

/** What a word says about a person, as a status does. */
export const personStatuses = ["subscribed", "unsubscribed", "bounced", "complained", "staff", "unconfirmed", "waiting", "left"] as const;

/** What a value is by itself, whatever its column; described in `imports.ts`. */
export const importValueKinds = ["yes", "no", "date", ...personStatuses] as const;
export type ImportValueKind = (typeof importValueKinds)[number];

/** What a value of a status column can mean for its row; described in `imports.ts`. */
export const importValueMeanings = [...personStatuses, "skip"] as const;
export type ImportValueMeaning = (typeof importValueMeanings)[number];

/** The meanings that people can choose for the values of a file. */
export const meaningOptions: Readonly<Record<ImportKind, readonly ImportValueMeaning[]>> = {
  leads: ["subscribed", "unsubscribed", "bounced", "complained", "unconfirmed", "waiting", "left", "skip"],
  suppressions: ["unsubscribed", "bounced", "complained", "staff", "skip"],
};

/** What the mapping step asks about a file; described in `imports.ts`. */
export const importQuestionKinds = [
  "value_meaning",
  "unused_consent",
  "opposite_sense",
  "date_order",
  "unreadable_dates",
  "unused_columns",
  "missing_reason",
  "expired_rows",
  "allowlist",
  "file_consent",
  "cut_off",
] as const;

/** What an import does with leads that exist. */
export const existingLeadModes = ["skip", "fill", "overwrite"] as const;

/** Whom an import adds to the waitlist: no one, everyone, or those whose column says so. */
export const importWaitlistModes = ["none", "all", "column"] as const;

/** Where new leads of an import are on the waitlist: behind everyone who waits, or where they'd be had they signed up here on their date. */
export const importWaitlistOrders = ["end", "date"] as const;

export const importDateOrders = ["month_first", "day_first", "year_first"] as const;
export type DateOrder = (typeof importDateOrders)[number];

/** What a column of a list of codes can hold. */
export const codeColumns = ["code", "uses", "validFrom", "validUntil", "reservedFor", "tags", "externalId"] as const;
export type CodeColumn = (typeof codeColumns)[number];

/** What an import of codes asks about a list; described in `code-import.ts`. */
export const codeQuestionKinds = ["unused_column", "no_limit", "date_order"] as const;

/** How many uses codes without a limit get: those that say so, or as many as the others. */
export const noLimitModes = ["unlimited", "uses"] as const;

/** The uses of a code without a limit. */
export const unlimitedUses = 1_000_000_000;

/** The limits of an imported file. */
export const importLimits = { bytes: 200 * 1024 * 1024, rows: 1_000_000, columns: 200, rowLength: 100_000 } as const;

/** The field of a column that is left out. */
export const ignoredColumn = "ignore";

/** The name of an import: its file, or that its rows were pasted. */
export const importName = ({ fileName }: { fileName: string }): string => fileName || pastedRowsName;

/** What tells two values of a column apart: case and blanks around don't. */
export const valueKey = (value: string): string => value.trim().toLowerCase();
