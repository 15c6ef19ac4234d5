import type { PausableFeature } from "@/contract/kinds";

type Words = {
  /** What its switch is called. */
  label: string;
  /** Begins a sentence. */
  name: string;
  goesOn: string;
  stands: string;
};

/** What can be paused, in words, and what that means. */
export const pauseLabels: Readonly<Record<PausableFeature, Words>> = {
  claims: { label: "Claims", name: "Claims", goesOn: "Customers can claim codes.", stands: "Nobody can claim a code." },
  sign_ups: {
    label: "Sign-ups",
    name: "Sign-ups",
    goesOn: "Customers can join.",
    stands: "Customers cannot join. You can still add leads.",
  },
  email: { label: "Mail", name: "Mail", goesOn: "What you send to leads leaves.", stands: "What you send to leads waits." },
};

/** What is paused, as a sentence; it is not empty. */
export function pausedSummary(paused: readonly PausableFeature[]): string {
  const [first = "", ...rest] = paused.map((what) => pauseLabels[what].name);
  const names = new Intl.ListFormat("en").format([first, ...rest.map((name) => name.toLowerCase())]);
  return `${names} ${paused.length === 1 && paused[0] === "email" ? "is" : "are"} paused.`;
}
