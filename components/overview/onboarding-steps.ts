import type { Call } from "@/contract/call";
import { routes } from "@/lib/routes";

/** What of a new install is done. */
export type CompletedSteps = { codes: boolean; leads: boolean; mail: boolean; share: boolean; team: boolean };

/** Whether there is nothing yet to count. */
export const isNew = ({ codes, leads }: CompletedSteps): boolean => !codes && !leads;

/** Whether it has begun in earnest: what is left then, mail, needs attention anyway, and not everybody has a team. */
export const isOnboarded = ({ codes, leads, share }: CompletedSteps): boolean => codes && leads && share;

export type OnboardingStep = {
  name: keyof CompletedSteps;
  title: string;
  text: string;
  /** Where it is done, by those who may make the call. */
  link?: { href: string; label: string; calls: Call };
};

/** What a new install begins with, in its order. */
export const onboardingSteps: readonly OnboardingStep[] = [
  {
    name: "codes",
    title: "Generate codes",
    text: "A code lets those who have it in, as often as it allows.",
    link: { href: routes.generate, label: "Generate", calls: "POST /batches" },
  },
  {
    name: "leads",
    title: "Add leads",
    text: "Leads are the people who wait for a code. They join on the page at /join, or your web site adds them with the public key.",
    link: { href: routes.dialogs.addLead, label: "Add one", calls: "POST /leads/create" },
  },
  {
    name: "mail",
    title: "Connect mail",
    text: "Name the mail server that sends for you. Until then mail is kept as files and reaches nobody.",
    link: { href: routes.settings.emailDelivery, label: "Connect", calls: "PATCH /project/mail" },
  },
  {
    name: "share",
    title: "Share the claim page",
    text: "Whoever has a code claims it there. The page of a code has the link to it, and a QR code.",
    link: { href: routes.codes, label: "See the codes", calls: "GET /codes" },
  },
  {
    name: "team",
    title: "Invite your team",
    text: "Everybody signs in for themselves, with a role that says what they may do.",
    link: { href: routes.dialogs.inviteStaff, label: "Invite", calls: "POST /team/invitations" },
  },
];
