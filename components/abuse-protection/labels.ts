import type { RateLimitField } from "@/contract/rate-limit-settings";
import { plural } from "@/lib/plural";

const toMinutes = (seconds: number): number => Math.ceil(seconds / 60);
const formatNumber = (value: number): string => value.toLocaleString("en");

export const abuseProtectionLabels = {
  guesses: {
    title: "Code guesses",
    description: "Attempts to claim codes that don't exist, on your pages, in embedded forms and with the public key.",
    progress: "Wrong codes",
    open: "Claims don't require a proof-of-work check.",
    protected: "Claims require a proof-of-work check, which browsers solve automatically. Links in emails skip the check.",
  },
  signUps: {
    title: "Sign-ups",
    description: "Sign-ups on the join page, in embedded forms and with the public key.",
    progress: "Sign-ups",
    open: "Sign-ups don't require a proof-of-work check.",
    protected: "Sign-ups require a proof-of-work check, which browsers solve automatically.",
    noneHeld: "No sign-ups are held for review.",
    held: (count: number) => plural(count, { one: "{n} sign-up is held for review.", other: "{n} sign-ups are held for review." }),
    review: (count: number) => plural(count, { one: "Review sign-up", other: "Review sign-ups" }),
    explanation:
      "Sign-ups from bots, disposable emails and blocked domains are held for review. People aren't told that their sign-up is held.",
  },
  rateLimit: {
    open: "Normal",
    protected: "Protected",
    usage: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)}`,
    remaining: (count: number) =>
      plural(count, { one: "{n} more until the check is required.", other: "{n} more until the check is required." }),
    window: (seconds: number) =>
      plural(toMinutes(seconds), {
        one: "The count resets {n} minute after the first attempt.",
        other: "The count resets {n} minutes after the first attempt.",
      }),
    resets: (seconds: number) =>
      plural(toMinutes(seconds), { one: "The count resets in {n} minute.", other: "The count resets in {n} minutes." }),
    blockedClients: (count: number, isCapped: boolean) =>
      isCapped
        ? `${formatNumber(count)} or more clients are blocked right now.`
        : plural(count, { one: "{n} client is blocked right now.", other: "{n} clients are blocked right now." }),
  },
  settings: {
    title: "Rate limits",
    description:
      "Raise the limits before an event where many people share one IP address. Your own systems with a secret key have no limits.",
    save: "Save limits",
    savedToast: "Limits saved",
    range: (min: number, max: number, defaultLimit: number) =>
      `${formatNumber(min)} to ${formatNumber(max)}. Default: ${formatNumber(defaultLimit)}`,
    groups: [
      {
        title: "Claims, before a proof-of-work check",
        fields: { claimsPerClient: "Claims per IP address in 10 minutes", claimsPerCode: "Claims per IP address and code in 10 minutes" },
      },
      {
        title: "Wrong codes",
        fields: {
          guessesPerClient: "Wrong codes per IP address in 10 minutes, before it's blocked",
          guessesPerEmail: "Wrong codes per email in an hour, before a proof-of-work check",
          guessesPerProject: "Wrong codes in the project in an hour, before a proof-of-work check",
        },
      },
      {
        title: "Sign-ups",
        fields: {
          signUpsPerClient: "Sign-ups per IP address in 10 minutes, before it's blocked",
          signUpsPerEmail: "Sign-ups per email in an hour, before a proof-of-work check",
          referralsPerClient: "Sign-ups with a referral link per IP address in a day, before they're held for review",
          signUpsPerProject: "Sign-ups in the project in an hour, before a proof-of-work check",
        },
      },
    ] satisfies { title: string; fields: Partial<Record<RateLimitField, string>> }[],
  },
  blockList: {
    title: "Block list",
    description: "Sign-ups from these emails and domains, including subdomains, are held for review. Existing leads don't change.",
    field: "Emails and domains, one per line",
    hint: "Example: mallory@example.com or example.org",
    savedToast: "Block list saved",
  },
};
