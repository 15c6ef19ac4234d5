import type { Span } from "@/contract/fields";
import { plural } from "@/lib/plural";

export const overviewLabels = {
  title: "Overview",
  generateCodes: "Generate codes",
  updated: (relativeTime: string) => `Updated ${relativeTime}`,

  attention: {
    title: "Needs attention",
    viewSends: "View sends",
    viewSend: "View send",
    viewEmails: "View emails",
    viewAbuseProtection: "View abuse protection",
    reviewSignUps: (count: number) => plural(count, { one: "Review sign-up", other: "Review sign-ups" }),
    setUpEmailDelivery: "Set up email delivery",
    viewFormats: "View code types",
    viewKeys: "View API keys",
    viewJob: "View job",
    viewWebhook: "View webhook",
    viewSystem: "View system",
    resumeEmail: "Resume",
    resumedEmail: "Email resumed",
    resumeFailed: "Email couldn't be resumed",
    undoSuppressions: "Undo suppressions",
    undidSuppressions: (count: number) =>
      plural(count, { zero: "No suppressions removed", one: "{n} suppression removed", other: "{n} suppressions removed" }),
    undoFailed: "The suppressions couldn't be removed",
  },

  stats: {
    title: "Stats",
    leads: "Leads",
    waiting: "On the waitlist",
    invited: "Open invitations",
    conversions: "Conversions",
    conversionsHint: "leads who claimed a code",
    activeCodes: "Active codes",
    activeCodesHint: (total: string) => `of ${total}`,
    usedUp: "Used up",
    expiringSoon: "Expiring this week",
    claims: "Claims",
  },

  growth: {
    title: "Sign-ups and claims",
    signUps: "Sign-ups",
    claims: "Claims",
    span: "Time range",
  },

  funnel: {
    title: "Waitlist funnel",
    description: "Joined includes people who were invited without joining first.",
    group: "Group by",
    groups: {
      source: { button: "By source", table: "Waitlist funnel by source", header: "Source" },
      channel: { button: "By channel", table: "Waitlist funnel by channel", header: "Channel" },
      week: { button: "By week", table: "Waitlist funnel by week", header: "Week of" },
    },
    noSource: "No source",
    otherSources: "Other sources",
    stages: { joined: "Joined", confirmed: "Confirmed", invited: "Invited or claimed", claimed: "Claimed" },
    of: { joined: " of joined", confirmed: " of confirmed", invited: " of invited or claimed", claimed: "" },
    empty: "When people join the waitlist, this shows how many are invited and claim their code.",
  },

  sends: {
    title: "Latest sends",
    viewAll: "View all sends",
    emptyTitle: "No sends yet",
    emptyDescription: "Codes that you send to leads appear here.",
  },

  activity: {
    title: "Recent activity",
    viewAll: "View all activity",
    emptyTitle: "No activity yet",
    emptyDescription: "Everything that your team, your API keys and your customers do appears here.",
  },

  onboarding: {
    title: "Get started",
    progress: (completed: number, total: number) => `${completed} of ${total} completed`,
    completed: ", completed",
    notCompleted: ", not completed",
    dismiss: "Dismiss",
    dismissed: "Checklist dismissed",
    undo: "Undo",
    dismissFailed: "Couldn't save that you dismissed the checklist",
    steps: {
      codes: {
        title: "Generate codes",
        description: "Codes give people access to your product. You decide how often each code can be used.",
        action: "Generate codes",
      },
      leads: {
        title: "Add leads",
        description:
          "Leads are people who want access. They sign up at /join, or your website adds them. You can also import your contacts.",
        action: "Add lead",
        import: "Import contacts",
      },
      email: {
        title: "Connect your email",
        description: "Add the mail server that sends your emails. Until then, emails are saved to files and not delivered.",
        action: "Set up email delivery",
      },
      destination: {
        title: "Choose where people go after claiming",
        description: "Enter the URL of your product, to which people continue with a claim token, or a message that says how they get in.",
        action: "Set redirect URL or message",
      },
      share: {
        title: "Share your claim page",
        description: (claimUrl: string) =>
          `People claim their codes at ${claimUrl}. Open a code to get the link and QR code that fill it in.`,
        action: "View codes",
      },
      team: {
        title: "Invite your team",
        description: "Team members sign in with their own account. Their role decides what they can do.",
        action: "Invite people",
      },
    },
  },
};

export const spanLabels: Readonly<Record<Span, { button: string; chart: string }>> = {
  "30": { button: "30 days", chart: "Sign-ups and claims in the last 30 days" },
  "90": { button: "90 days", chart: "Sign-ups and claims in the last 90 days" },
  all: { button: "All time", chart: "All-time sign-ups and claims" },
};
