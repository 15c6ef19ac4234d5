import { deliveryStatusLabels } from "@/components/delivery-status";
import type { Tone } from "@/components/ui/status";
import type { HeldReason, messageKinds, WaitlistStatus } from "@/contract/enums";
import type { Source } from "@/contract/lead-filters";
import type { LeadRecord } from "@/contract/leads";
import type { MessageRecord } from "@/contract/messages";
import { formatTotal, plural } from "@/lib/plural";

export const leadSourceLabels: Readonly<Record<Source, string>> = {
  page: "Public page",
  widget: "Widget",
  api: "API",
  staff: "Staff",
  import: "Import",
};

export const leadStatusLabels: Readonly<Record<LeadRecord["status"], string>> = {
  active: "Active",
  unconfirmed: "Unconfirmed",
  held: "Held for review",
};

const heldReasonLabels: Readonly<Record<HeldReason, string>> = {
  honeypot: "Hidden field filled in",
  too_fast: "Submitted too fast",
  blocked: "On the block list",
  disposable: "Disposable email",
  same_client: "Many referrals from one IP address",
};

/** Says in a few words why a sign-up is held. */
export const heldReasonLabel = (reason: HeldReason | null): string | null => reason && heldReasonLabels[reason];

/** The emails that are sent to leads automatically. */
export const automaticEmailLabels: Readonly<Record<MessageRecord["kind"], string>> = {
  joined: "You're on the waitlist",
  confirm: "Confirm your email",
  confirm_claim: "Finish claiming your code",
  claimed: "You claimed a code",
  reminder: "Invitation reminder",
};

/** The kinds of emails to leads. */
export const emailKindLabels: Readonly<Record<(typeof messageKinds)[number], string>> = {
  code: "Code",
  announcement: "Announcement",
  ...automaticEmailLabels,
};

/** How far a lead on the waitlist has come. */
export const waitlistStatusLabels: Readonly<Record<WaitlistStatus, { label: string; tone: Tone }>> = {
  waiting: { label: "Waiting", tone: "warning" },
  invited: { label: "Invited", tone: "info" },
  claimed: { label: "Claimed", tone: "positive" },
  declined: { label: "Declined", tone: "neutral" },
  expired: { label: "Invitation expired", tone: "neutral" },
  bounced: { label: "Bounced", tone: "negative" },
  left: { label: "Left the waitlist", tone: "neutral" },
};

/** Formats the answer to a question. */
export const formatAnswer = (answer: string | boolean | undefined): string =>
  answer === undefined ? labels.none : typeof answer === "string" ? answer : answer ? labels.profile.yes : labels.profile.no;

type StageFields = Pick<LeadRecord, "hasClaimedCode" | "waitlistStatus" | "status"> &
  Partial<Pick<LeadRecord, "suppression" | "sentCodes" | "invitedAt" | "lastEmail">>;

/** Returns how far a lead has come, from new to claimed. */
export function leadStage(lead: StageFields): { label: string; tone: Tone } {
  const { hasClaimedCode, waitlistStatus, status, suppression, sentCodes = 0, invitedAt = null, lastEmail = null } = lead;
  if (hasClaimedCode) return waitlistStatusLabels.claimed;
  if (suppression === "bounced") return waitlistStatusLabels.bounced;
  // Who is in line again after an invitation waits for the next one.
  if (sentCodes > 0 && (waitlistStatus === null || (waitlistStatus === "waiting" && invitedAt === null)))
    return lastEmail?.status === "saved_to_file"
      ? { label: "Code saved to file", tone: deliveryStatusLabels.saved_to_file.tone }
      : { label: "Sent a code", tone: "info" };
  if (status !== "active" && waitlistStatus === null) return { label: leadStatusLabels[status], tone: "warning" };
  return waitlistStatus === null ? { label: "New", tone: "neutral" } : waitlistStatusLabels[waitlistStatus];
}

/** Joins the names of a lead. Empty if there are none. */
export const leadName = ({ firstname, lastname }: Pick<LeadRecord, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

const leadForms = { one: "{n} lead", other: "{n} leads" };

/** Labels the total of a list: "1 lead", "12,345 leads", "10,000+ leads". */
export const leadTotalLabel = (total: string): string =>
  total.endsWith("+") ? `${formatTotal(total)} leads` : plural(Number(total), leadForms);

/** The copy of the leads pages. */
export const labels = {
  title: "Leads",
  emptyList: {
    title: "No leads yet",
    description: "Leads are the people waiting for a code. Add them here, import a file, or let your website add them with the public key.",
  },
  addLead: "Add lead",
  import: "Import",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  notes: "Notes",
  loadMore: "Load more",
  none: "–",

  columns: {
    email: "Email",
    name: "Name",
    stage: "Stage",
    notes: "Notes",
    heldReason: "Held because",
    referrals: "Referrals",
    tags: "Tags",
    source: "Source",
    channel: "Channel",
    referralCode: "Referral code",
    lastEmail: "Last email",
    created: "Created",
  },

  selection: {
    approve: "Approve",
    send: "Send code",
    invite: "Invite",
    announce: "Send announcement",
    join_waitlist: "Add to waitlist",
    leave_waitlist: "Remove from waitlist",
    return_to_waitlist: "Put back in line",
    reissue_invitation: "Reissue invitation",
    delete: "Delete",
  },

  edit: {
    name: (email: string) => `Edit the name of ${email}`,
    notes: (email: string) => `Edit the notes on ${email}`,
  },

  answers: {
    chosen: (label: string, answer: string) => `${label}: ${answer}`,
  },

  copyEmailTarget: "email",

  profile: { utm: (name: string) => `UTM ${name}`, yes: "Yes", no: "No" },

  referrals: {
    referredBy: "Referred by",
    cellTitle: (count: number) => plural(count, { one: "Referred {n} lead", other: "Referred {n} leads" }),
    cellPrefix: "Referred",
  },
} as const;
