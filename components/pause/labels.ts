import type { PausableFeature } from "@/contract/enums";
import type { ProjectRecord } from "@/contract/project";
import { type SignUpTimes, signUpPhase } from "@/contract/sign-ups";
import { formatWithUtc } from "@/lib/dates";

type FeatureLabels = {
  /** Label of the switch. */
  label: string;
  /** Description while it is running, and while it is paused. */
  running: string;
  paused: string;
  /** Toasts after a change. */
  resumedToast: string;
  pausedToast: string;
};

export const featureLabels: Readonly<Record<PausableFeature, FeatureLabels>> = {
  claims: {
    label: "Claims",
    running: "Customers can claim codes.",
    paused: "No one can claim codes.",
    resumedToast: "Claims resumed",
    pausedToast: "Claims paused",
  },
  sign_ups: {
    label: "Sign-ups",
    running: "Customers can join the waitlist.",
    paused: "Customers can't join. You can still add leads.",
    resumedToast: "Sign-ups resumed",
    pausedToast: "Sign-ups paused",
  },
  email: {
    label: "Email",
    running: "Emails aren't paused.",
    paused: "Emails are queued until you resume.",
    resumedToast: "Email resumed",
    pausedToast: "Email paused",
  },
};

/** What a feature that isn't paused does now: sign-ups can be closed by their times. */
export function runningText(feature: PausableFeature, project: Pick<ProjectRecord, "timeZone"> & SignUpTimes, now: number): string {
  const phase = feature === "sign_ups" ? signUpPhase(project, now) : "open";
  if (phase === "closed") return "Sign-ups have closed. You can still add leads.";
  if (phase === "open") return featureLabels[feature].running;
  return `Customers can join from ${formatWithUtc(new Date(phase.opensAt), project.timeZone)}.`;
}

export const pauseLabels = {
  title: "Availability",
  banner: "Paused",
  viewActivity: "View activity",
  resume: "Resume",
  undo: "Undo",
  updateFailed: "The change couldn't be saved",
  message: {
    button: "Public message",
    title: "Public message",
    description: "Shown on the claim page and the join page while they are paused, and in API errors.",
    field: "Message",
    hint: "Leave empty to show the default message.",
    none: "The default message",
    save: "Save message",
    savedToast: "Public message saved",
    preview: "Message shown while paused:",
  },
};

const singleFeatureSummaries: Readonly<Record<PausableFeature, string>> = {
  claims: "Claims are paused.",
  sign_ups: "Sign-ups are paused.",
  email: "Email is paused.",
};
const featureNames: Readonly<Record<PausableFeature, string>> = { claims: "claims", sign_ups: "sign-ups", email: "email" };

/** Says what is paused. `paused` must not be empty. */
export function pausedSummary(paused: readonly PausableFeature[]): string {
  if (paused.length === 1 && paused[0] !== undefined) return singleFeatureSummaries[paused[0]];
  const names = new Intl.ListFormat("en").format(paused.map((feature) => featureNames[feature]));
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} are paused.`;
}
