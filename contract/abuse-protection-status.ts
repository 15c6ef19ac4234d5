import * as z from "zod";
import { endpoint } from "./endpoint";

/** Blocked clients are counted up to this number. */
export const maxCountedClients = 1000;

const integer = z.number().int();

const RateLimitStatus = z.object({
  used: integer.meta({ description: "The number of attempts in the current window." }),
  limit: integer.meta({ description: "The number of attempts allowed per window." }),
  windowSeconds: integer.meta({ description: "The length of the window, in seconds." }),
  resetsInSeconds: integer
    .nullable()
    .meta({ description: "The number of seconds until the window resets. `null` if there were no attempts." }),
  proofRequired: z.boolean().meta({ description: "Whether the limit is reached, so that further attempts require a proof of work." }),
  blockedClients: integer.meta({
    description: `The number of clients that are blocked right now, counted up to ${maxCountedClients.toLocaleString("en-US")}.`,
  }),
});

export const AbuseProtectionReply = z.object({
  guesses: RateLimitStatus.meta({ description: "Attempts to claim codes that don't exist, on public pages and with the public key." }),
  signUps: RateLimitStatus.meta({ description: "Sign-ups on public pages and with the public key." }),
  held: integer.meta({ description: "The number of sign-ups that are held for review." }),
});
export type AbuseProtectionReply = z.output<typeof AbuseProtectionReply>;

const exampleStatus = { used: 12, limit: 3000, windowSeconds: 3600, resetsInSeconds: 1260, proofRequired: false, blockedClients: 0 };

export const getAbuseProtectionEndpoint = endpoint({
  method: "GET",
  path: "/abuse-protection",
  tag: "Project",
  summary: "Get the abuse protection status",
  description: "Returns how much of the project's public rate limits is used, and how many sign-ups are held for review.",
  access: ["secret_key", "viewer"],
  reply: AbuseProtectionReply,
  errors: [],
  example: { reply: { guesses: exampleStatus, signUps: { ...exampleStatus, used: 40, limit: 5000 }, held: 3 } },
});
