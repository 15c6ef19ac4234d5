import { deliveryCountLabel, describeDeliveries } from "@/components/delivery-status";
import { isQueueing } from "@/components/jobs";
import { leadsList } from "@/components/leads";
import { describeFilter as describeListFilter } from "@/components/list/definition";
import type { Tone } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses, type WaveStopReason, type Weekday } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import type { WavePreviewReply, WaveRecord } from "@/contract/waves";
import { formatWithUtc, timeZoneName } from "@/lib/dates";
import { plural } from "@/lib/plural";

const waveStatusLabels: Readonly<Record<WaveRecord["status"], { label: string; tone: Tone }>> = {
  scheduled: { label: "Scheduled", tone: "info" },
  recurring: { label: "Recurring", tone: "info" },
  paused: { label: "Paused", tone: "warning" },
  sent: { label: "Done", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/** Why a wave was canceled or ended by itself. */
export const waveStopReasonLabels: Readonly<Record<WaveStopReason, string>> = {
  no_code_left: "No code left in its batch",
  batch_deleted: "Its batch was deleted",
  codes_expired: "Its codes would have expired",
};

/** The status of a wave. One that isn't recurring ends with what happened to its emails once all of its people are invited. */
export function describeWaveStatus({ status, inviting, deliveries }: Pick<WaveRecord, "status" | "inviting" | "deliveries">): {
  label: string;
  tone: Tone;
} {
  if (status === "sent" && isQueueing(inviting)) return { label: "Inviting", tone: "info" };
  if (status === "sent" && inviting?.status === "canceled") return { label: "Stopped", tone: "neutral" };
  if (status === "sent" && inviting?.status === "failed") return { label: "Failed", tone: "negative" };
  if (status === "sent") return describeDeliveries(deliveries) ?? waveStatusLabels.sent;
  return waveStatusLabels[status];
}

/** What happened to the emails of a wave, such as "48 sent" and "2 saved to file", by status. */
export const describeWaveEmails = ({ deliveries }: Pick<WaveRecord, "deliveries">): { status: DeliveryStatus; text: string }[] =>
  deliveryStatuses
    .filter((status) => deliveries[status] > 0)
    .map((status) => ({ status, text: deliveryCountLabel(status, deliveries[status]) }));

export const weekdayLabels: Readonly<Record<Weekday, { short: string; long: string }>> = {
  monday: { short: "Mon", long: "Monday" },
  tuesday: { short: "Tue", long: "Tuesday" },
  wednesday: { short: "Wed", long: "Wednesday" },
  thursday: { short: "Thu", long: "Thursday" },
  friday: { short: "Fri", long: "Friday" },
  saturday: { short: "Sat", long: "Saturday" },
  sunday: { short: "Sun", long: "Sunday" },
};

export const people = { one: "{n} person", other: "{n} people" };

/** Says whom a wave would invite. */
export function previewSentence({ invited, first, last }: WavePreviewReply): string {
  if (first === null || last === null) return "No one in line can be invited.";
  const [from, to] = [first.position, last.position].map((position) => position.toLocaleString("en"));
  return invited === 1
    ? `Invites ${first.email} at position ${from}.`
    : `Invites ${plural(invited, people)}, from position ${from} to ${to}.`;
}

/** Says how many people match, and how many of the invited ones are preferred. */
export const matchingSentence = ({ matching, preferred }: WavePreviewReply, hasPriority: boolean): string =>
  plural(matching, { one: "{n} person in line matches.", other: "{n} people in line match." }) +
  (hasPriority
    ? ` ${plural(preferred, { one: "{n} of the invited has enough referrals.", other: "{n} of the invited have enough referrals." })}`
    : "");

const skipReasons: Readonly<Record<WavePreviewReply["skipped"][number]["reason"], { one: string; other: string }>> = {
  suppressed: {
    one: "{n} person is skipped because of a suppression.",
    other: "{n} people are skipped because of a suppression.",
  },
  bounced: {
    one: "{n} person is skipped because an email to them bounced.",
    other: "{n} people are skipped because emails to them bounced.",
  },
  cannot_claim: {
    one: "{n} person is skipped because they can't claim the codes of the batch.",
    other: "{n} people are skipped because they can't claim the codes of the batch.",
  },
  unconfirmed: {
    one: "{n} person isn't invited because they haven't confirmed their email.",
    other: "{n} people aren't invited because they haven't confirmed their email.",
  },
  held: {
    one: "{n} sign-up is held for review and not in line.",
    other: "{n} sign-ups are held for review and not in line.",
  },
  no_match: {
    one: "{n} person is skipped because they don't match the filters.",
    other: "{n} people are skipped because they don't match the filters.",
  },
  no_code_left: {
    one: "{n} person stays in line because the batch has no code left for them.",
    other: "{n} people stay in line because the batch has no codes left for them.",
  },
  later: {
    one: "{n} person stays in line because people with more referrals are invited first.",
    other: "{n} people stay in line because people with more referrals are invited first.",
  },
};

/** Says how many are skipped, and why. Empty if no one is skipped. */
export const skippedSentences = ({ skipped }: WavePreviewReply): string[] =>
  skipped.map(({ reason, count }) => plural(count, skipReasons[reason]));

/** Says on which days and when a recurring wave invites people, and until which total. */
export function describeRepeat({ weekdays, time, total }: NonNullable<WaveRecord["repeat"]>, zone: string): string {
  const isMondayToFriday = weekdays.length === 5 && !weekdays.includes("saturday") && !weekdays.includes("sunday");
  const days = weekdays.length === 7 ? "day" : isMondayToFriday ? "weekday" : weekdays.map((day) => weekdayLabels[day].short).join(", ");
  return `Every ${days} at ${time} (${timeZoneName(zone)}), until ${plural(total, { one: "{n} person is invited", other: "{n} people are invited" })}`;
}

/** Filters of the URL are texts, stored ones are values. */
const isTrue = (value: boolean | string): boolean => String(value) === "true";

/** The descriptions of filters that don't read like "Source: podcast". */
const filterDescriptions: {
  readonly [Name in keyof LeadFilter]?: (value: NonNullable<LeadFilter[Name]>, zone: string) => string;
} = {
  metadata: (value) => `Metadata: ${value.replace(":", ": ")}`,
  field: (value) => `Answer: ${value.replace(":", ": ")}`,
  confirmed: (value) => (isTrue(value) ? "Email confirmed" : "Email not confirmed"),
  waitlist: (value) => (isTrue(value) ? "On the waitlist" : "Not on the waitlist"),
  claimed: (value) => (isTrue(value) ? "Claimed a code" : "Hasn't claimed a code"),
  invited: (value) => (isTrue(value) ? "Invited before" : "Not invited before"),
  referred: (value) => (isTrue(value) ? "Referred" : "Not referred"),
  referredBy: (value) => `Referred by ${value}`,
  import: () => "From an import",
  wave: () => "Invited by a wave",
  minReferrals: (value) => plural(Number(value), { one: "At least {n} referral", other: "At least {n} referrals" }),
  sentCode: (value) => (isTrue(value) ? "Was sent a code" : "Wasn't sent a code"),
  emailedSince: (value, zone) => `Last emailed since ${formatWithUtc(new Date(value), zone)}`,
  emailedUntil: (value, zone) => `Last emailed before ${formatWithUtc(new Date(value), zone)}`,
  since: (value, zone) => `Created since ${formatWithUtc(new Date(value), zone)}`,
  until: (value, zone) => `Created before ${formatWithUtc(new Date(value), zone)}`,
  q: (value) => `“${value}”`,
};

/** Describes a wave's filter: "Source: podcast · Confirmed". Empty without filters. */
export const describeFilter = (filter: object, zone: string): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    // During an upgrade, a wave can have a filter that only the next version knows.
    .map(
      ([name, value]) =>
        filterDescriptions[name as keyof LeadFilter]?.(value as never, zone) ?? describeListFilter(leadsList.filters, name, value),
    )
    .filter(Boolean)
    .join(" · ");

/** The copy of the waves pages and of the dialog that invites the next in line. */
export const labels = {
  restricted: "Inviting the next in line",
  title: "Waves",
  invite: "Invite next in line",
  emptyList: { title: "No waves yet", description: "A wave invites the next people in line, each with a personal code." },
  columns: { name: "Name", status: "Status", invited: "Invited", claimed: "Claimed", created: "Created" },
  waitlist: "Waitlist",
  wave: "Wave",

  dialog: {
    title: "Invite next in line",
    description: "Each person gets an email with a personal code and leaves the waitlist.",
    size: "Number of people",
    sizeEachTime: "Number of people each time",
    source: "Source",
    anySource: "Any source",
    tag: "Tag",
    anyTag: "Any tag",
    channel: "Channel",
    anyChannel: "Any channel",
    referrals: "Referrals",
    anyReferrals: "Any number",
    atLeast: (referrals: string) => `At least ${referrals}`,
    priority: "Invite first",
    lineOrder: "First in line",
    atLeastFirst: (referrals: string) => plural(Number(referrals), { one: "{n} referral or more", other: "{n} referrals or more" }),
    confirmed: "Email confirmed",
    confirmedOptions: { any: "Everyone in line", true: "Only confirmed", false: "Only not confirmed" },
    confirmedHint: "Sign-ups that wait for the confirmation of their email aren't in line yet.",
    otherFilters: (filters: string) => `Also only people who match the filters of the list: ${filters}`,
    otherFiltersHint: "For other filters, such as answers, UTM parameters or a search, set them on the waitlist first.",
    name: "Name",
    expires: "Days until the invitations expire",
    expiresHint: "Leave empty if they never expire.",
    reminder: "Days until a reminder",
    reminderHint: "Leave empty for no reminder.",
    inviteQuota: "Invite codes for each person",
    inviteQuotaHint: (quota: number) => `Codes to pass on after they claim theirs. Leave empty for ${quota}, as in the project settings.`,
    passOn: "Offer unused invitations to the next in line",
    passOnHint: "For each invitation that is declined, expires or bounces, the next person in line is invited.",
    schedule: "When",
    sendNow: "Now",
    sendLater: "Later",
    sendRepeatedly: "Repeatedly, on certain weekdays",
    scheduledAt: "Date and time",
    chooseDate: "Choose a date",
    describeTime: (dateTime: string) => `Sent at ${dateTime}.`,
    dateRequired: "Choose a date and time.",
    weekdays: "Weekdays",
    time: "Time",
    timeHint: (zone: string) => `In ${timeZoneName(zone)}.`,
    total: "Total",
    totalHint: "The wave ends after inviting this many people.",
    newCodesHint: "New codes are created for the wave.",
    batchRequired: "Choose a batch.",
    sizeRequired: "Enter how many people to invite.",
    required: "Enter a number.",
    timeRequired: "Enter a time.",
    weekdayRequired: "Choose at least one weekday.",
    customTexts: "Change the text for this wave",
    submit: (invited: number | undefined) =>
      invited === undefined ? "Invite" : plural(invited, { one: "Invite {n} person", other: "Invite {n} people" }),
    scheduleSubmit: "Schedule",
    invited: (wave: WaveRecord) =>
      wave.inviting === null ? `Invited ${plural(wave.invited, people)}` : `Inviting ${plural(wave.inviting.total ?? wave.size, people)}`,
    scheduled: "Wave scheduled",
    loading: "…",
    asOfNow: "With the waitlist as it is now:",
  },

  detail: {
    restricted: "Changing this wave",
    size: "Size",
    eachTime: (size: number) => `${plural(size, people)} each time`,
    repeats: "Repeats",
    remaining: "Still to invite",
    nextAt: "Next run",
    scheduledFor: "Scheduled for",
    sent: "Invited at",
    firstSent: "First invited at",
    emails: "Emails",
    expires: "Invitations expire",
    codes: "Codes of",
    withCode: "With their code",
    never: "Never",
    afterDays: (days: number) => plural(days, { one: "{n} day after the email", other: "{n} days after the email" }),
    reminder: "Reminder",
    none: "None",
    inviteQuota: "Invite codes for each person",
    projectQuota: "As in the project settings",
    passOn: "Offer unused invitations to the next in line",
    yes: "Yes",
    no: "No",
    filter: "Filters",
    noFilter: "None",
    priority: "Invited first",
    texts: "Email",
    ownTexts: "Custom text",
    templateTexts: "Email template",
    results: "Results",
    details: "Details",
    stats: {
      invited: "Invited",
      opened: "Opened the claim page",
      claimed: "Claimed",
      declined: "Declined",
      expired: "Expired",
      bounced: "Bounced",
      passedOn: "Passed on",
    },
    chart: {
      title: "Invited and claimed",
      label: "Invited people and claims per day",
      invited: "Invited",
      empty: "No invitations",
      claimed: "Claimed",
    },
    cancel: {
      label: "Cancel wave",
      title: (name: string) => `Cancel ${name}?`,
      consequence: "No one will be invited. You can schedule another wave at any time.",
      success: "Wave canceled",
    },
    inviting: "Inviting people",
    stop: {
      label: "Stop wave",
      title: (name: string) => `Stop ${name}?`,
      consequence: "No one else will be invited. People whose email wasn't sent yet return to their position in line.",
      success: "Wave stopped",
    },
    pause: "Pause",
    paused: "Wave paused",
    resume: "Resume",
    resumed: "Wave resumed",
    changeFailed: "Couldn't change the wave",
    end: {
      label: "End wave",
      title: (name: string) => `End ${name}?`,
      consequence: "No one else will be invited. Invitations that were sent stay valid. You can't resume an ended wave.",
      success: "Wave ended",
    },
  },
} as const;
