import { codeStatusLabels } from "@/components/codes";
import type { BarSegment } from "@/components/ui/progress";
import type { Tone } from "@/components/ui/status";
import type { CodeRecord } from "@/contract/codes";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { RecipientGroup, sendKinds } from "@/contract/enums";
import type { AutomaticEmailRecord } from "@/contract/messages";
import type { RetrySendReply, SendRecord, SkipReason } from "@/contract/sends";
import { formatDay, lastInstantBefore } from "@/lib/dates";
import { formatTotal, type PluralForms, plural } from "@/lib/plural";

export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, { label: string; tone: Tone; description: string }>> = {
  queued: { label: "Queued", tone: "neutral", description: "Waiting to be sent." },
  sending: { label: "Sending", tone: "info", description: "Being handed to the mail server." },
  retrying: { label: "Retrying", tone: "warning", description: "The mail server couldn't accept the email yet." },
  sent: { label: "Sent", tone: "positive", description: "The mail server accepted the email." },
  saved_to_file: { label: "Saved to file", tone: "info", description: "Saved as a file, because no mail server is connected." },
  failed: { label: "Failed", tone: "negative", description: "The mail server rejected the email." },
  bounced: { label: "Bounced", tone: "negative", description: "The email address can't receive email. We don't email it again." },
  canceled: { label: "Canceled", tone: "neutral", description: "Canceled before it was sent, or its code was deleted." },
  suppressed: { label: "Suppressed", tone: "neutral", description: "We never email this person." },
};

export const sendKindLabels: Readonly<Record<(typeof sendKinds)[number], string>> = {
  code: "Shared code",
  invitation: "Personal codes",
  announcement: "Announcement",
};

export const automaticEmailKindLabels: Readonly<Record<AutomaticEmailRecord["kind"], string>> = {
  joined: "Joined the waitlist",
  confirm: "Confirm email",
  confirm_claim: "Confirm claim",
  claimed: "Code claimed",
  reminder: "Reminder",
  invitation: "Invitation",
};

/** Names a send by its code, by its batch of personal codes, or by the subject of its announcement. */
export const sendTitle = ({ kind, code, batch, content }: Pick<SendRecord, "kind" | "code" | "batch" | "content">): string =>
  kind === "announcement"
    ? (content?.subject ?? sendKindLabels.announcement)
    : kind === "code"
      ? (code ?? "Deleted code")
      : (batch?.name ?? sendKindLabels.invitation);

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

/** Says what retrying failed emails did: "12 emails queued again, 3 skipped". */
export function retryResultMessage({ requeued, skipped }: Pick<RetrySendReply, "requeued" | "skipped">): string {
  const queued =
    requeued === 0 ? "No emails queued again" : plural(requeued, { one: "{n} email queued again", other: "{n} emails queued again" });
  return skipped === 0 ? queued : plural(skipped, { one: `${queued}, {n} skipped`, other: `${queued}, {n} skipped` });
}

/** Lists the status, uses, dates and reservation of a code: "Active, 12 of 50 uses left, expires 31 Dec 2026". */
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

/** Says which emails of a send weren't delivered, in whole sentences. */
const undeliveredSentences = (failed: number, canceled: number): string =>
  [
    failed > 0 && plural(failed, { one: "{n} email failed.", other: "{n} emails failed." }),
    canceled > 0 && plural(canceled, { one: "{n} email was canceled.", other: "{n} emails were canceled." }),
  ]
    .filter(Boolean)
    .join(" ");

/** The copy of the sends pages and the send dialog. */
export const labels = {
  title: "Sends",
  newSend: "New send",
  suppressions: "Suppressions",
  emptyList: { title: "No sends yet", description: "Send a code or invite leads with personal codes, and follow the progress here." },

  tabs: { label: "Kinds of emails", sends: "Sends", automatic: "Automatic" },
  automatic: {
    title: "Automatic emails",
    retryAll: "Retry failed",
    retryConsequence:
      "They are sent to the same recipients and can fail again for the same reason. Emails that their recipients don't need anymore are skipped.",
    emptyList: {
      title: "No automatic emails yet",
      description: "Emails about joining, confirming and claiming, reminders, and the invitations of waves appear here.",
    },
    columns: { kind: "Kind" },
  },

  columns: { sent: "Sent", kind: "Kind", progress: "Progress", sentBy: "Sent by", created: "Created" },
  filters: {
    kind: "Kind",
    progress: "Progress",
    progressOptions: { yes: "Done", no: "In progress" },
    failures: "Failures",
    failuresOptions: { yes: "Some failed", no: "None failed" },
    code: "Code",
    lead: "Lead",
    batch: "Batch",
    unknownBatch: "One batch",
    allBatches: "All batches",
  },

  scheduled: {
    label: "Scheduled for {time}",
    short: "Scheduled",
    cancel: "Cancel announcement",
    cancelTitle: "Cancel this announcement?",
    cancelConsequence: (count: number) =>
      plural(count, { one: "{n} lead won't get it. This can't be undone.", other: "{n} leads won't get it. This can't be undone." }),
    canceled: "Announcement canceled",
  },

  progress: {
    region: "Progress",
    done: "Done",
    inProgress: "In progress",
    sent: "sent",
    savedToFile: "saved to file",
    filterByStatus: "Filter by status",
    share: (sent: number, total: number) => `${sent.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    noRecipients: "No recipients",
    noRecipientsSentence: "All recipients were skipped.",
    deletedLeads: (count: number) => plural(count, { one: "{n} lead deleted", other: "{n} leads deleted" }),
    failedCount: (failed: number) => plural(failed, { one: "{n} failed", other: "{n} failed" }),
    sentence: (total: number, parts: readonly string[]) =>
      plural(total, { one: `{n} email: ${parts.join(", ")}.`, other: `{n} emails: ${parts.join(", ")}.` }),
    parts: {
      sent: (count: string) => `${count} sent`,
      savedToFile: (count: string) => `${count} saved to file`,
      failed: (count: string) => `${count} failed`,
      bounced: (count: string) => `${count} bounced`,
      canceled: (count: string) => `${count} canceled`,
      suppressed: (count: string) => `${count} suppressed`,
      waiting: (count: string) => `${count} waiting`,
    },
  },

  header: {
    code: "Code {code}",
    personalCodes: "Personal codes in {batch}",
    recipients: (leads: number) => plural(leads, { one: "Sent to {n} lead", other: "Sent to {n} leads" }),
    skipped: (count: number) => plural(count, { one: "{n} skipped", other: "{n} skipped" }),
    sentBy: "Sent by {name}",
  },

  deliveries: {
    title: "Emails",
    search: "Search emails",
    status: "Status",
    empty: { title: "No emails", description: "All recipients were skipped." },
    columns: { email: "Email", code: "Code", status: "Status", error: "Mail server response", updated: "Updated" },
    details: {
      lead: "Lead",
      code: "Code",
      status: "Status",
      error: "Mail server response",
      nextAttempt: "Next attempt",
      attempts: "Attempts",
      queued: "Queued",
      updated: "Updated",
      file: "File",
      fileCopyTarget: "file path",
      messageId: "Message ID",
      messageIdCopyTarget: "message ID",
    },
  },

  actions: { retry: "Retry failed", resend: "Resend undelivered", cancel: "Stop sending" },

  retryDialog: {
    title: (count: number | null) =>
      count === null ? "Retry failed emails?" : plural(count, { one: "Retry {n} failed email?", other: "Retry {n} failed emails?" }),
    consequence:
      "They are sent to the same recipients and can fail again for the same reason. Leads who got the code in another send are skipped.",
    confirm: (count: number | null) =>
      count === null ? "Retry emails" : plural(count, { one: "Retry {n} email", other: "Retry {n} emails" }),
  },

  resendDialog: {
    title: (send: Pick<SendRecord, "kind" | "code" | "batch" | "content">) =>
      send.kind === "code"
        ? `Resend ${sendTitle(send)} to leads who didn't get it?`
        : "Resend personal codes to leads who didn't get theirs?",
    consequence: (failed: number, canceled: number) =>
      `${undeliveredSentences(failed, canceled)} A new send goes to these leads. Leads who got the code in another send are skipped.`,
    confirm: (count: number) => plural(count, { one: "Resend to up to {n} lead", other: "Resend to up to {n} leads" }),
    resent: "Emails are being sent",
  },

  cancelDialog: {
    title: (send: string) => `Stop sending ${send}?`,
    consequence: (count: number) =>
      plural(count, {
        one: "{n} email that hasn't been sent is canceled. Emails already sent aren't affected. You can resend to this lead later.",
        other: "{n} emails that haven't been sent are canceled. Emails already sent aren't affected. You can resend to these leads later.",
      }),
    confirm: "Stop sending",
    canceled: "Remaining emails canceled",
  },

  savedToFile: {
    notice: (count: number) =>
      plural(count, {
        one: "{n} email wasn't sent, because no mail server was connected. It's saved as an .eml file in {folder} on the machine that runs Gatehouse.",
        other:
          "{n} emails weren't sent, because no mail server was connected. They're saved as .eml files in {folder} on the machine that runs Gatehouse.",
      }),
    connect: "{link} to send them and all emails from now on.",
    send: "Send saved emails",
    failed: "The saved emails couldn't be sent",
    connectLink: "Connect a mail server",
  },

  dialog: {
    sendTitle: "Send code",
    announceTitle: "Send announcement",
    sendCodeTitle: "Send {code}",
    toLead: (email: string) => `To ${email}`,
    toMatchingLeads: (total: string) => (total === "1" ? "To the 1 lead that matches" : `To all ${formatTotal(total)} leads that match`),
    toSelectedLeads: (count: number) => plural(count, { one: "To {n} selected lead", other: "To {n} selected leads" }),
    submit: "Send",
    schedule: (leads: number) => plural(leads, { one: "Schedule for {n} lead", other: "Schedule for {n} leads" }),
    submitCount: (leads: number) => plural(leads, { one: "Send to {n} lead", other: "Send to {n} leads" }),
  },

  largeSend: {
    title: (emails: number) => plural(emails, { one: "Send {n} email?", other: "Send {n} emails?" }),
    consequence: (duration: string) => `Sending takes ${duration}. Emails that were sent can't be taken back.`,
    queuedFirst: (queued: number) =>
      plural(queued, { one: "{n} email is already queued and goes first.", other: "{n} emails are already queued and go first." }),
    totalTitle: (emails: number) => plural(emails, { one: "Send {n} email in total?", other: "Send {n} emails in total?" }),
    eachTime: (emails: number) =>
      plural(emails, {
        one: "At most {n} email is sent each time until this total is reached.",
        other: "At most {n} emails are sent each time until this total is reached.",
      }),
    eachTimeTakes: (duration: string) => `Each time takes ${duration}. Emails that were sent can't be taken back.`,
    confirmTotal: "Schedule",
    estimating: "Estimating how long it takes…",
    unknown: "Emails that were sent can't be taken back.",
    confirm: (emails: number) => plural(emails, { one: "Send {n} email", other: "Send {n} emails" }),
    durations: {
      lessThanMinute: "less than a minute",
      minutes: (minutes: number) => plural(minutes, { one: "about {n} minute", other: "about {n} minutes" }),
      hours: (hours: number) => plural(hours, { one: "about {n} hour", other: "about {n} hours" }),
      days: (days: number) => plural(days, { one: "about {n} day", other: "about {n} days" }),
    },
  },

  content: {
    label: "What to send",
    existingCode: "A code that everyone gets",
    existingCodeHint: "Anyone who has the code can claim it, as often as it has uses.",
    personalCode: "Personal codes",
    personalCodeHint: "Invites each lead with a new code that only they can claim.",
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
    customizeHint: "The email template stays as it is.",
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
    noEmails: "enter at least one email",
    tooManyEmails: (max: number) => plural(max, { one: "enter at most {n} email", other: "enter at most {n} emails" }),
    endsBeforeStart: "must be after the start",
    invalidEmails: (emails: readonly string[], more: number) => {
      if (more > 0) return `Invalid emails: ${emails.join(", ")} and ${more.toLocaleString("en")} more`;
      return `${plural(emails.length, { one: "Invalid email", other: "Invalid emails" })}: ${emails.join(", ")}`;
    },
  },

  preview: {
    region: "Recipients",
    empty: "Choose a code and recipients to see a preview",
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

/** Describes a duration in seconds roughly: "about 12 minutes". */
export function durationLabel(seconds: number): string {
  const { lessThanMinute, minutes, hours, days } = labels.largeSend.durations;
  if (seconds < 60) return lessThanMinute;
  if (seconds < 2 * 3600) return minutes(Math.round(seconds / 60));
  if (seconds < 48 * 3600) return hours(Math.round(seconds / 3600));
  return days(Math.round(seconds / 86_400));
}

const { progress } = labels;

type SendCounts = Pick<SendRecord, "deliveries" | "notifiedLeads" | "deletedLeads">;

/** How many emails a send has. Those to leads who were deleted since don't count. */
export const sendTotal = ({ notifiedLeads, deletedLeads }: Pick<SendRecord, "notifiedLeads" | "deletedLeads">): number =>
  notifiedLeads - deletedLeads;

/** Returns the segments of the progress bar. Emails that are still waiting are the empty rest. */
export function progressBarSegments({
  deliveries: { sent, saved_to_file: savedToFile, failed, bounced, canceled, suppressed },
}: Pick<SendCounts, "deliveries">): BarSegment[] {
  return [
    { value: sent, tone: "positive" },
    { value: savedToFile, tone: "info" },
    { value: failed + bounced, tone: "negative" },
    { value: canceled + suppressed, tone: "neutral" },
  ];
}

/** Labels how many emails were sent: "48 of 50". */
export const progressLabel = ({ deliveries: { sent, saved_to_file: savedToFile }, ...send }: SendCounts): string => {
  const total = sendTotal(send);
  if (total > 0) return progress.share(sent + savedToFile, total);
  return send.deletedLeads > 0 ? progress.deletedLeads(send.deletedLeads) : progress.noRecipients;
};

/** Describes the progress for screen readers: "50 emails: 48 sent, 2 failed." */
export function progressSentence({ deliveries, ...send }: SendCounts): string {
  const total = sendTotal(send);
  if (total === 0) return send.deletedLeads > 0 ? `${progress.deletedLeads(send.deletedLeads)}.` : progress.noRecipientsSentence;
  const { sent, saved_to_file: savedToFile, failed, bounced, queued, sending, retrying, canceled, suppressed } = deliveries;
  const counts = [
    [progress.parts.sent, sent],
    [progress.parts.savedToFile, savedToFile],
    [progress.parts.failed, failed],
    [progress.parts.bounced, bounced],
    [progress.parts.canceled, canceled],
    [progress.parts.suppressed, suppressed],
    [progress.parts.waiting, queued + sending + retrying],
  ] as const;
  const parts = counts.filter(([, count]) => count > 0).map(([label, count]) => label(count.toLocaleString("en")));
  return progress.sentence(total, parts);
}
