import { deliveryCountLabel, deliveryStatusLabels, unsentStatuses } from "@/components/delivery-status";
import { isQueueing } from "@/components/jobs";
import type { BarSegment } from "@/components/ui/progress";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { SavedEmailSkipReason, sendKinds } from "@/contract/enums";
import type { AutomaticEmailRecord } from "@/contract/messages";
import type { RetrySendReply, SendRecord, SkipReason } from "@/contract/sends";
import { countOf, plural } from "@/lib/plural";
import { durationLabel } from "./duration";
import type { SendingSpeed } from "./sending-speed";
import { savedSkipReasonLabels } from "./skip-reason-labels";

/** What happened to an email, in a sentence. */
export const deliveryStatusDescriptions: Readonly<Record<DeliveryStatus, string>> = {
  queued: "Waiting to be sent.",
  sending: "Being handed to the mail server.",
  retrying: "The mail server couldn't accept the email yet.",
  sent: "The mail server accepted the email.",
  saved_to_file: "Saved as a file, because no mail server is connected.",
  failed: "The mail server rejected the email.",
  bounced: "The email address can't receive email. We don't email it again.",
  canceled: "Canceled before it was sent, or its code was deleted.",
  suppressed: "We never email this person.",
};

/** Says what happened to an email, in a sentence. */
export const describeStatus = (status: DeliveryStatus, skipReason: SavedEmailSkipReason | null): string =>
  skipReason === null
    ? deliveryStatusDescriptions[status]
    : `It was saved to a file, and not sent later: ${savedSkipReasonLabels[skipReason]}.`;

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

/** Says what retrying failed emails did: "12 emails queued again, 3 skipped". */
export function retryResultMessage({ requeued, skipped }: Pick<RetrySendReply, "requeued" | "skipped">): string {
  const queued =
    requeued === 0 ? "No emails queued again" : plural(requeued, { one: "{n} email queued again", other: "{n} emails queued again" });
  return skipped === 0 ? queued : plural(skipped, { one: `${queued}, {n} skipped`, other: `${queued}, {n} skipped` });
}

/** Says which emails of a send weren't delivered, in whole sentences. */
const undeliveredSentences = (failed: number, canceled: number): string =>
  [
    failed > 0 && plural(failed, { one: "{n} email failed.", other: "{n} emails failed." }),
    canceled > 0 && plural(canceled, { one: "{n} email was canceled.", other: "{n} emails were canceled." }),
  ]
    .filter(Boolean)
    .join(" ");

/** The copy of the sends pages. */
export const labels = {
  title: "Sends",
  newSend: "New send",
  suppressions: "Suppressions",
  emptyList: { title: "No sends yet", description: "Send a code or invite leads with personal codes, and follow the progress here." },

  tabs: { label: "Kinds of emails", sends: "Sends", automatic: "Automatic", saved: "Saved to file" },
  automatic: {
    title: "Automatic emails",
    retryAll: "Retry failed",
    retryConsequence:
      "They are sent to the same recipients and can fail again for the same reason. Emails that are no longer needed are skipped.",
    emptyList: {
      title: "No automatic emails yet",
      description: "Emails that Gatehouse sends on its own, such as confirmations, reminders and wave invitations, appear here.",
    },
    columns: { kind: "Kind" },
  },

  columns: { sent: "Sent", kind: "Kind", progress: "Progress", sentBy: "Sent by", created: "Created" },
  filters: {
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
    stopConsequence: (count: number) =>
      plural(count, {
        one: "Up to {n} lead won't get it. This can't be undone.",
        other: "Up to {n} leads won't get it. This can't be undone.",
      }),
    canceled: "Announcement canceled",
  },

  progress: {
    region: "Progress",
    done: "Done",
    limited: "Waiting until {time}",
    limitedSentence: "The mail server accepts no more emails for now. Gatehouse tries again at that time.",
    speed: ({ perMinute, secondsLeft }: SendingSpeed) =>
      `${perMinute < 1 ? "Less than 1 email" : countOf(Math.round(perMinute), "email")} per minute, ${durationLabel(secondsLeft, Math.ceil)} left`,
    inProgress: "In progress",
    sent: "sent",
    filterByStatus: "Filter by status",
    share: (sent: number, total: number) => `${sent.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    queueing: (processed: number, total: number) => `Queueing ${processed.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    noRecipients: "No recipients",
    noRecipientsSentence: "All recipients were skipped.",
    noEmailsYet: "No emails yet",
    noEmailsYetSentence: "No emails are queued yet.",
    noEmails: "No emails",
    noEmailsSentence: "No emails were queued.",
    deletedLeads: (count: number) => plural(count, { one: "{n} lead deleted", other: "{n} leads deleted" }),
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
    recipients: (leads: number) => plural(leads, { one: "To {n} lead", other: "To {n} leads" }),
    upTo: (leads: number) => plural(leads, { one: "To up to {n} lead", other: "To up to {n} leads" }),
    skipped: (count: number) => plural(count, { one: "{n} skipped", other: "{n} skipped" }),
    sentBy: "By {name}",
  },

  deliveries: {
    title: "Emails",
    empty: "No emails",
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
      noFile:
        "Not on this machine. Files are removed after 30 days and aren't in backups. The email can still be sent with “Send saved emails”.",
      fileCopyTarget: "file path",
      messageId: "Message ID",
      messageIdCopyTarget: "message ID",
    },
  },

  actions: {
    retry: "Retry failed",
    resend: "Resend undelivered",
    cancel: "Stop sending",
    restricted: "Retrying, resending and stopping emails",
  },

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
    resent: "Emails queued",
  },

  cancelDialog: {
    title: (send: string) => `Stop sending ${send}?`,
    consequence: (count: number) =>
      plural(count, {
        one: "{n} email that hasn't been sent is canceled. Emails already sent aren't affected. You can resend to this lead later.",
        other: "{n} emails that haven't been sent are canceled. Emails already sent aren't affected. You can resend to these leads later.",
      }),
    queueingConsequence: (count: number) =>
      plural(count, {
        one: "Up to {n} lead won't get it. Emails already sent aren't affected. Resending later only reaches leads whose email was already queued.",
        other:
          "Up to {n} leads won't get it. Emails already sent aren't affected. Resending later only reaches leads whose email was already queued.",
      }),
    confirm: "Stop sending",
    canceled: "Remaining emails canceled",
  },

  savedToFile: {
    notice: (count: number) =>
      plural(count, {
        one: "{n} email wasn't sent, because no mail server was connected.",
        other: "{n} emails weren't sent, because no mail server was connected.",
      }),
    files: {
      all: (count: number) =>
        plural(count, {
          one: "It's saved as an .eml file in {folder} on the machine that runs Gatehouse, for 30 days.",
          other: "They're saved as .eml files in {folder} on the machine that runs Gatehouse, for 30 days.",
        }),
      some: () =>
        "Some of their .eml files are in {folder}. The others aren't on this machine, but the emails can still be sent, with their current texts.",
      none: (count: number) =>
        plural(count, {
          one: "Its .eml file isn't on this machine, but the email can still be sent, with its current text.",
          other: "Their .eml files aren't on this machine, but the emails can still be sent, with their current texts.",
        }),
    },
    connect: "{link} to send saved emails and all emails from now on.",
    send: "Send saved emails",
    connectLink: "Connect a mail server",
  },
} as const;

/** Why recipients were skipped, in short. */
export const skipReasonLabels: Readonly<Record<SkipReason, string>> = {
  not_a_lead: "Not a lead",
  duplicate: "Listed more than once",
  reserved_for_another: "Code reserved for someone else",
  already_claimed: "Already claimed the code",
  domain_not_allowed: "Email domain not allowed",
  batch_claimed: "Claimed another code of the batch",
  held: "Held for review",
  suppressed: "Suppressed",
  code_unusable: "Code can't be used anymore",
  no_code_left: "No code left in the batch",
  no_match: "Deleted, or no longer match the filters",
  unconfirmed: "Email not confirmed",
  invited: "Already invited",
  claimed_another_code: "Claimed another code",
};

const { progress } = labels;

type SendCounts = Pick<SendRecord, "deliveries" | "notifiedLeads" | "deletedLeads" | "receivedLeads" | "skippedLeads" | "queueing">;

/** How many emails a send has. Those to leads who were deleted since don't count. */
export const sendTotal = ({ notifiedLeads, deletedLeads }: Pick<SendRecord, "notifiedLeads" | "deletedLeads">): number =>
  notifiedLeads - deletedLeads;

/** Returns the segments of the progress bar. Emails that are still waiting are the empty rest. */
export function progressBarSegments({
  deliveries: { sent, saved_to_file: savedToFile, failed, bounced, canceled, suppressed },
}: Pick<SendCounts, "deliveries">): BarSegment[] {
  return [
    { value: sent, tone: deliveryStatusLabels.sent.tone },
    { value: savedToFile, tone: deliveryStatusLabels.saved_to_file.tone },
    { value: failed + bounced, tone: deliveryStatusLabels.failed.tone },
    { value: canceled + suppressed, tone: deliveryStatusLabels.canceled.tone },
  ];
}

/** How many recipients were skipped. */
export const skippedCount = ({
  receivedLeads,
  notifiedLeads,
  skippedLeads,
}: Pick<SendCounts, "receivedLeads" | "notifiedLeads" | "skippedLeads">) =>
  // While a large send is queued, the others aren't skipped.
  skippedLeads ? skippedLeads.reduce((sum, { count }) => sum + count, 0) : receivedLeads - notifiedLeads;

/** Says why a send has no emails, as a label and a sentence: not all recipients of a large send are queued, or its leads were deleted. */
export function describeNoEmails(send: Omit<SendCounts, "deliveries">): { label: string; sentence: string } {
  const deleted = progress.deletedLeads(send.deletedLeads);
  if (send.deletedLeads > 0) return { label: deleted, sentence: `${deleted}.` };
  if (isQueueing(send.queueing)) return { label: progress.noEmailsYet, sentence: progress.noEmailsYetSentence };
  const skipped = skippedCount(send);
  return skipped > 0 && skipped >= send.receivedLeads
    ? { label: progress.noRecipients, sentence: progress.noRecipientsSentence }
    : { label: progress.noEmails, sentence: progress.noEmailsSentence };
}

/** Labels how many emails left: "48 of 50". */
export const progressLabel = ({ deliveries: { sent }, ...send }: SendCounts): string => {
  const total = sendTotal(send);
  return total > 0 ? progress.share(sent, total) : describeNoEmails(send).label;
};

/** How many emails of a send didn't leave, by what happened to them: "2 saved to file". */
export const unsentParts = ({ deliveries }: Pick<SendCounts, "deliveries">): { status: DeliveryStatus; label: string }[] =>
  unsentStatuses
    .filter((status) => deliveries[status] > 0)
    .map((status) => ({ status, label: deliveryCountLabel(status, deliveries[status]) }));

/** Describes the progress for screen readers: "50 emails: 48 sent, 2 failed." */
export function progressSentence({ deliveries, ...send }: SendCounts): string {
  const total = sendTotal(send);
  if (total === 0) return describeNoEmails(send).sentence;
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
