import type { ConfirmationMethod, HeldReason } from "@/contract/enums";
import { leadStatusLabels } from "./labels";

const heldReasonSentences: Readonly<Record<HeldReason, string>> = {
  honeypot: "Held for review. A field that people can't see was filled in.",
  too_fast: "Held for review. The form was submitted faster than a person can type, or without opening the page.",
  blocked: "Held for review. The email or its domain is on the block list.",
  disposable: "Held for review. The domain belongs to a disposable email provider.",
  same_client: "Held for review. Many people signed up with a referral link from the same IP address.",
};

/** The sentence about a held sign-up, with the reason. */
export const heldReasonSentence = (reason: HeldReason | null): string =>
  reason === null ? leadStatusLabels.held : heldReasonSentences[reason];

/** The copy of the page of a lead. */
export const profileLabels = {
  deletedLead: { title: "This lead no longer exists", viewAll: "View all leads" },

  profile: {
    title: "Profile",
    position: "Waitlist position",
    positionSummary: (position: number, waiting: number) => `${position.toLocaleString("en")} of ${waiting.toLocaleString("en")}`,
    positionFailed: "Couldn't load the position",
    positionLoading: "…",
    status: "Status",
    unconfirmed: "They haven't confirmed their email yet.",
    confirmed: "Email confirmed",
    confirmedBy: (method: ConfirmationMethod, from: string | null) =>
      ({
        link: "With a link that was emailed to them",
        claim: "By claiming a code with a link that was emailed to them",
        import: from === null ? "Elsewhere, before an import" : `Elsewhere, imported from ${from}`,
      })[method],
    consent: "Consent",
    source: "Source",
    channel: "Channel",
    referrerUrl: "Linked from",
    created: "Created",
    invited: "Invited",
    notInvited: "Not yet",
    invitationCode: "Personal code",
    invitationExpires: "Expires",
    neverExpires: "Never",
    updated: "Updated",
    lastEmailed: "Last emailed",
    notEmailed: "Not yet",
    sentCodes: "Codes sent",
    notesPlaceholder: "Add notes for your team",
    onWaitlist: "On the waitlist",
    tags: "Tags",
  },

  referrals: {
    title: "Referrals",
    code: "Referral code",
    codeCopyTarget: "referral code",
    link: "Referral link",
    linkCopyTarget: "referral link",
    referredBy: "Referred by",
    notReferred: "No one",
    referred: "Referred leads",
    referredCount: (count: number) => `Referred leads (${count.toLocaleString("en")})`,
    noneReferred: "None yet",
    viewAll: (count: number) => `View all ${count.toLocaleString("en")}`,
  },

  timeline: {
    title: "History",
    /** `{file}` is replaced by the link. */
    imported: { created: "Imported from {file}", updated: "Updated by the import of {file}" },
    added: {
      page: "Joined on a public page",
      widget: "Joined in an embedded form",
      api: "Added with the API",
      staff: "Added by staff",
      import: "Imported",
    },
    thisLead: "this lead",
    email: "Email",
    viewSend: "View send",
    announcement: "Announcement",
  },
} as const;
