import type { Tone } from "@/components/ui/status";
import type { WavePreviewReply, WaveRecord } from "@/contract/waves";
import { plural } from "@/lib/plural";

export const waveStatusLabels: Readonly<Record<WaveRecord["status"], { label: string; tone: Tone }>> = {
  scheduled: { label: "Scheduled", tone: "info" },
  sent: { label: "Sent", tone: "positive" },
  canceled: { label: "Canceled", tone: "neutral" },
};

const people = { one: "{n} person", other: "{n} people" };

/** Says whom a wave would invite. */
export function previewSentence({ invited, first, last }: WavePreviewReply): string {
  if (first === null || last === null) return "No one in line can be invited.";
  const [from, to] = [first.position, last.position].map((position) => position.toLocaleString("en"));
  return invited === 1
    ? `Invites ${first.email} at position ${from}.`
    : `Invites ${plural(invited, people)}, from position ${from} to ${to}.`;
}

/** Says whom a wave would skip, and why. Empty if no one is skipped. */
export const skippedSentences = ({ skipped }: WavePreviewReply): string[] =>
  skipped.map(({ reason, count }) =>
    reason === "suppressed"
      ? plural(count, {
          one: "{n} person is skipped because of a suppression.",
          other: "{n} people are skipped because of a suppression.",
        })
      : plural(count, {
          one: "{n} person is skipped because they don't match the filters.",
          other: "{n} people are skipped because they don't match the filters.",
        }),
  );

/** The copy of the waves pages and of the dialog that invites the next in line. */
export const labels = {
  title: "Waves",
  invite: "Invite next in line",
  emptyList: { title: "No waves yet", description: "A wave invites the next people in line, each with a personal code." },
  columns: { name: "Name", status: "Status", invited: "Invited", claimed: "Claimed", created: "Created" },
  waitlist: "Waitlist",

  dialog: {
    title: "Invite next in line",
    description: "Each person gets an email with a personal code and leaves the waitlist.",
    size: "Number of people",
    filtered: "Only people who match the filters of the list are invited.",
    name: "Name",
    expires: "Days until the invitations expire",
    expiresHint: "Leave it empty if they never expire.",
    reminder: "Days until a reminder",
    reminderHint: "Leave it empty for no reminder.",
    passOn: "Pass on places",
    passOnHint: "For each invitation that is declined or expires, the next person in line is invited.",
    schedule: "Send",
    sendNow: "Now",
    sendLater: "Later",
    scheduledAt: "Date and time",
    chooseDate: "Choose a date",
    describeTime: (dateTime: string) => `Sent at ${dateTime}.`,
    dateRequired: "Choose a date and time.",
    submit: (invited: number | undefined) =>
      invited === undefined ? "Invite" : plural(invited, { one: "Invite {n} person", other: "Invite {n} people" }),
    scheduleSubmit: "Schedule",
    invited: (wave: WaveRecord) => `Invited ${plural(wave.invited, people)}`,
    scheduled: "Wave scheduled",
    loading: "…",
  },

  detail: {
    size: "Size",
    scheduledFor: "Scheduled for",
    sent: "Sent",
    expires: "Invitations expire",
    never: "Never",
    afterDays: (days: number) => plural(days, { one: "{n} day after the email", other: "{n} days after the email" }),
    reminder: "Reminder",
    none: "None",
    passOn: "Places are passed on",
    yes: "Yes",
    no: "No",
    filter: "Filters",
    noFilter: "None",
    results: "Results",
    details: "Details",
    stats: {
      invited: "Invited",
      opened: "Opened the claim page",
      claimed: "Claimed",
      declined: "Declined",
      expired: "Expired",
      passedOn: "Passed on",
    },
    cancel: "Cancel wave",
    cancelTitle: (name: string) => `Cancel ${name}?`,
    cancelConsequence: "No one is invited. You can schedule another wave at any time.",
    canceled: "Wave canceled",
  },
} as const;

/** The share of the invited people, such as "25 %". Null without any. */
export const shareOfInvited = (count: number, { invited }: Pick<WaveRecord, "invited">): string | null =>
  invited === 0 ? null : `${Math.round((count / invited) * 100)} %`;
