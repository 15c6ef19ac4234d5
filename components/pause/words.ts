import type { Pausable } from "@/contract/kinds";

type Words = {
  /** What its switch is called. */
  label: string;
  /** Begins a sentence. */
  name: string;
  goesOn: string;
  stands: string;
};

/** What can be paused, in words, and what that means. */
export const pauseWords: Readonly<Record<Pausable, Words>> = {
  claims: { label: "Claims", name: "Claims", goesOn: "Customers can claim codes.", stands: "Nobody can claim a code." },
  sign_ups: {
    label: "Sign-ups",
    name: "Sign-ups",
    goesOn: "Customers can join.",
    stands: "Customers cannot join. You can still add leads.",
  },
  mail: { label: "Mail", name: "Mail", goesOn: "What you send to leads leaves.", stands: "What you send to leads waits." },
};

/** What is paused, as a sentence; it is not empty. */
export function pausedSentence(paused: readonly Pausable[]): string {
  const [first = "", ...rest] = paused.map((what) => pauseWords[what].name);
  const names = new Intl.ListFormat("en").format([first, ...rest.map((name) => name.toLowerCase())]);
  return `${names} ${paused.length === 1 && paused[0] === "mail" ? "is" : "are"} paused.`;
}
