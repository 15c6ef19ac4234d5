import type { Tone } from "@/components/ui/status";
import type { CodeRule } from "@/contract/code-check";
import type { CodeStatus, CodeType } from "@/contract/codes";

/** A code's status in a word, with its colour, and what it means. */
export const codeStatusLabels: Readonly<Record<CodeStatus, { word: string; tone: Tone; means: string }>> = {
  active: { word: "Active", tone: "positive", means: "It can be claimed." },
  scheduled: { word: "Scheduled", tone: "info", means: "It cannot be claimed yet." },
  paused: { word: "Paused", tone: "warning", means: "Nobody new can claim it until it is resumed." },
  exhausted: { word: "Used up", tone: "neutral", means: "It was claimed as often as it allows." },
  expired: { word: "Expired", tone: "neutral", means: "It is over." },
};

/** The formats of codes in words, and what each is good for. */
export const codeTypeLabels: Readonly<Record<CodeType, { label: string; hint: string }>> = {
  creative: { label: "Creative", hint: "Two words: easy to say and to remember." },
  alphanumeric: { label: "Alphanumeric", hint: "Six letters and digits that cannot be mistaken: short, and hard to guess." },
  numeric: { label: "Numeric", hint: "Six digits: quick to type on a phone, and the easiest to guess." },
};

/** What claiming checks, each in two words. */
export const codeRuleLabels: Readonly<Record<CodeRule, string>> = {
  claims: "Claims",
  exists: "The code",
  reservation: "Reservation",
  pause: "Pause",
  end: "End",
  uses: "Uses",
  start: "Start",
};

const whole = (count: number): string => count.toLocaleString("en");

/** A number of things: "1 code", "120,000 codes". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${whole(count)} ${count === 1 ? one : many}`;

/** Who loses access when the claims of one code go, or of several; null where it is not known how many there are. */
export function lostAccessSentence(claims: number | null, several = false): string {
  if (claims === null) return `Everybody who claimed ${several ? "one of them" : "it"} loses access.`;
  if (claims === 0) return `Nobody has claimed ${several ? "any of them" : "it"} yet.`;
  // Who has claimed two of them is counted twice.
  return several
    ? `${counted(claims, "claim goes", "claims go")} too: who made them loses access.`
    : `${counted(claims, "customer loses", "customers lose")} access.`;
}
