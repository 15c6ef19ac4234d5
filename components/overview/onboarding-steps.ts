import type { Call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { overviewLabels } from "./labels";

/** Which steps of a new install are completed. */
export type CompletedSteps = { codes: boolean; leads: boolean; email: boolean; share: boolean; team: boolean };

/** Whether there is nothing to count yet. */
export const isNew = ({ codes, leads }: CompletedSteps): boolean => !codes && !leads;

/** Whether the checklist can be hidden. Missing email delivery is reported as needing attention, and a team is optional. */
export const isOnboarded = ({ codes, leads, share }: CompletedSteps): boolean => codes && leads && share;

export type OnboardingStep = {
  name: keyof CompletedSteps;
  title: string;
  description: string;
  action: string;
  href: string;
  /** The endpoint that staff must be allowed to call to see the action. */
  requires: Call;
};

const { steps: labels } = overviewLabels.onboarding;

export const onboardingSteps: readonly OnboardingStep[] = [
  { name: "codes", ...labels.codes, href: routes.generate, requires: "POST /batches" },
  { name: "leads", ...labels.leads, href: routes.dialogs.addLead, requires: "POST /leads/create" },
  { name: "email", ...labels.email, href: routes.settings.emailDelivery, requires: "PATCH /project/email-delivery" },
  { name: "share", ...labels.share, href: routes.codes, requires: "GET /codes" },
  { name: "team", ...labels.team, href: routes.dialogs.inviteStaff, requires: "POST /team/invitations" },
];
