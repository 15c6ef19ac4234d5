import { codeStatusLabels } from "@/components/codes";
import type { CodeRecord } from "@/contract/codes";
import type { RecipientGroup } from "@/contract/enums";
import type { SkipReason } from "@/contract/sends";
import { formatDay, lastInstantBefore } from "@/lib/dates";
import { formatTotal, type PluralForms, plural } from "@/lib/plural";

type ListedReason = Exclude<SkipReason, RecipientGroup>;

const skipReasonForms: Readonly<Record<ListedReason, PluralForms>> = {
  not_a_lead: { one: "{n} email doesn't belong to a lead", other: "{n} emails don't belong to a lead" },
  duplicate: { one: "{n} email is listed more than once", other: "{n} emails are listed more than once" },
  reserved_for_another: {
    one: "{n} lead can't get this code, because it's reserved for someone else",
    other: "{n} leads can't get this code, because it's reserved for someone else",
  },
  held: { one: "{n} sign-up is held for review", other: "{n} sign-ups are held for review" },
  already_claimed: { one: "{n} lead already claimed this code", other: "{n} leads already claimed this code" },
  domain_not_allowed: {
    one: "{n} lead can't claim it, because the batch doesn't allow their email domain",
    other: "{n} leads can't claim it, because the batch doesn't allow their email domains",
  },
  batch_claimed: {
    one: "{n} lead claimed another code of the batch, which allows one per person",
    other: "{n} leads claimed another code of the batch, which allows one per person",
  },
  no_match: {
    one: "{n} lead was deleted or doesn't match the filters anymore",
    other: "{n} leads were deleted or don't match the filters anymore",
  },
  no_code_left: {
    one: "{n} lead will get none, because the batch has no code left for them",
    other: "{n} leads will get none, because the batch has no codes left for them",
  },
  code_unusable: {
    one: "{n} lead has a personal code that can't be used anymore",
    other: "{n} leads have personal codes that can't be used anymore",
  },
};

const groupForms: Readonly<Record<RecipientGroup, PluralForms>> = {
  unconfirmed: {
    one: "Include {n} lead who hasn't confirmed their email",
    other: "Include {n} leads who haven't confirmed their email",
  },
  invited: { one: "Include {n} lead who is already invited", other: "Include {n} leads who are already invited" },
  claimed_another_code: { one: "Include {n} lead who claimed another code", other: "Include {n} leads who claimed another code" },
  suppressed: { one: "{n} lead is on the suppression list", other: "{n} leads are on the suppression list" },
  bounced: {
    one: "{n} lead isn't emailed, because an earlier email bounced",
    other: "{n} leads aren't emailed, because earlier emails bounced",
  },
};

/** Asks whether to include a group of recipients, or says why it is never emailed. */
export const groupLabel = (group: RecipientGroup, count: number): string => plural(count, groupForms[group]);

/** Says how many recipients are skipped, and why. */
export const skippedLabel = (reason: SkipReason, count: number): string =>
  plural(count, isListedReason(reason) ? skipReasonForms[reason] : groupForms[reason]);

/** Whether a reason isn't that of a group, which is listed with a choice. */
export const isListedReason = (reason: SkipReason): reason is ListedReason => reason in skipReasonForms;

/** Lists the status, uses, dates and reservation of a code: "Active, 12 of 50 uses left, expires Dec 31, 2026". */
export function codeSummary({ status, claims, allowedClaims, validFrom, validUntil, reservedFor }: CodeRecord, zone: string): string {
  return [
    codeStatusLabels[status].label,
    usesLeftLabel(claims, allowedClaims),
    status === "scheduled" && validFrom !== null ? `starts ${formatDay(new Date(validFrom), zone)}` : null,
    validUntil === null ? null : expiryLabel(formatDay(lastInstantBefore(validUntil), zone), status === "expired"),
    reservedFor === null ? null : `reserved for ${reservedFor.email}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function usesLeftLabel(claims: number, allowedClaims: number): string | null {
  const left = allowedClaims - claims;
  if (left === 0) return null;
  if (left === allowedClaims) return plural(left, { one: "{n} use left", other: "{n} uses left" });
  return plural(allowedClaims, {
    one: `${left.toLocaleString("en")} of {n} use left`,
    other: `${left.toLocaleString("en")} of {n} uses left`,
  });
}

const expiryLabel = (date: string, isExpired: boolean): string => (isExpired ? `expired ${date}` : `expires ${date}`);

/** The copy of the send dialog, which is loaded with it. */
export const labels = {
  dialog: {
    sendTitle: "Send code",
    newTitle: "New send",
    announceTitle: "Send announcement",
    sendCodeTitle: "Send {code}",
    sendBatchTitle: "Send codes of a batch",
    toLead: (email: string) => `To ${email}`,
    toMatchingLeads: (total: string) => (total === "1" ? "To the 1 lead that matches" : `To all ${formatTotal(total)} leads that match`),
    toSelectedLeads: (count: number) => plural(count, { one: "To {n} selected lead", other: "To {n} selected leads" }),
    submit: "Send",
    schedule: (leads: number) => plural(leads, { one: "Schedule for {n} lead", other: "Schedule for {n} leads" }),
    scheduled: "Announcement scheduled",
    submitCount: (leads: number) => plural(leads, { one: "Send to {n} lead", other: "Send to {n} leads" }),
  },

  largeSend: {
    title: (emails: number) => plural(emails, { one: "Send {n} email?", other: "Send {n} emails?" }),
    consequence: (duration: string) => `Sending takes ${duration}. Sent emails can't be recalled.`,
    queuedFirst: (queued: number) =>
      plural(queued, { one: "{n} email is already queued and goes first.", other: "{n} emails are already queued and go first." }),
    totalTitle: (emails: number) => plural(emails, { one: "Send {n} email in total?", other: "Send {n} emails in total?" }),
    eachTime: (emails: number) =>
      plural(emails, {
        one: "At most {n} email is sent each time until this total is reached.",
        other: "At most {n} emails are sent each time until this total is reached.",
      }),
    eachTimeTakes: (duration: string) => `Each run takes ${duration}. Sent emails can't be recalled.`,
    confirmTotal: "Schedule",
    estimating: "Estimating how long it takes…",
    unknown: "Sent emails can't be recalled.",
    confirm: (emails: number) => plural(emails, { one: "Send {n} email", other: "Send {n} emails" }),
  },

  content: {
    label: "What to send",
    existingCode: "A code that everyone gets",
    existingCodeHint: "Everyone gets the same code. Anyone who has it can claim it while it has uses left.",
    personalCode: "Personal codes",
    personalCodeHint: "Invites each lead with a code of their own that only they can claim.",
    newCodesHint: "New codes are created for this send.",
    code: "Code",
    searchCodes: "Search codes",
    chooseCode: "Choose a code",
    noUsableCodes: "No codes with uses left.",
    noCodesFound: "No codes start with this text.",
    type: "Type",
    usesPerCode: "Uses per code",
    starts: "Starts",
    startsImmediately: "Starts immediately",
    validFrom: (dateTime: string) => `Valid from ${dateTime}.`,
    expires: "Expires",
    neverExpires: "Never expires",
    validThrough: (dateTime: string) => `Valid through ${dateTime}.`,
    batchName: "Batch name",
    announcement: "An announcement",
    announcementHint: "An email without a code. It has an unsubscribe link.",
  },

  texts: {
    customize: "Change the text for this send",
    buttonUrl: "Button URL",
    buttonUrlHint: "Without a URL, the email has no button.",
    when: "When",
    sendNow: "Now",
    sendLater: "Later",
    scheduledAt: "Date and time",
    chooseDate: "Choose a date",
    describeTime: (dateTime: string) => `The emails are sent on ${dateTime}. You can cancel them until then.`,
    dateRequired: "choose a date",
    test: "Send test email",
  },

  recipients: {
    label: "To",
    emailsOption: "Specific emails",
    groupOption: "Group of leads",
    findLead: "Find a lead",
    findLeadPlaceholder: "Add a lead by name or email",
    emails: "Emails",
    emailsHint: "Separate emails with commas, spaces or new lines.",
    emailCount: (count: number) => plural(count, { one: "{n} email.", other: "{n} emails." }),
    group: "Group",
    groupHint: "To send to leads with a tag or other filters, select them on the Leads page.",
    groups: {
      waiting: "Everyone on the waitlist",
      uninvited: "Everyone on the waitlist without a personal code",
      unclaimed: "Leads who haven't claimed a code",
      claimed: "Leads who claimed a code",
      all: "All leads",
    },
  },

  /** Errors of the form's fields. Fields show them with a capital letter. */
  errors: {
    code: "choose a code",
    batch: "choose a batch",
    noEmails: "enter at least one email",
    tooManyEmails: (max: number) => plural(max, { one: "enter at most {n} email", other: "enter at most {n} emails" }),
    endsBeforeStart: "must be after the start",
  },

  preview: {
    region: "Recipients",
    missing: "Before you can send:",
    /** The fields that can be wrong, by name. */
    fields: {
      code: "Code",
      batch: "Batch",
      emails: "Emails",
      allowedClaims: "Uses per code",
      validFrom: "Starts",
      validUntil: "Expires",
      name: "Batch name",
      subject: "Subject",
      body: "Body",
      button: "Button",
      buttonUrl: "Button URL",
      scheduledAt: "Date and time",
    } as Readonly<Record<string, string>>,
    recipientCount: (count: number) =>
      count === 0 ? "No one will get it" : plural(count, { one: "{n} lead will get it", other: "{n} leads will get it" }),
    skipped: "Skipped recipients",
    groups: "Recipients to check",
    since: (email: string, day: string) => `${email} (since ${day})`,
    more: (count: number) => plural(count, { one: "and {n} more", other: "and {n} more" }),
    retry: "Try again",
    addLeads: (count: number, total: number) => {
      if (total > count) return plural(count, { one: "Add the first {n} as a lead", other: "Add the first {n} as leads" });
      return plural(total, { one: "Add as a lead", other: "Add as leads" });
    },
    addLeadsFailed: "Couldn't add all leads",
  },

  email: {
    region: "Email preview",
    empty: "The email preview appears here",
    recipient: "Preview as",
    anyone: "Someone without a name",
  },
} as const;
