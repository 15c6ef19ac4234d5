import * as z from "zod";
import { publicRateLimits } from "./abuse-protection";
import { endpoint } from "./endpoint";
import { wholeNumber } from "./fields";

const { claim, guess, sign_up: signUp, referral } = publicRateLimits;

type RateLimitSetting = { rateLimit: string; defaultLimit: number; windowSeconds: number; min: number; max: number; description: string };

const windowNames: Readonly<Record<number, string>> = { 3600: "hour", 86400: "day" };

const setting = (
  rateLimit: string,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
  min: number,
  max: number,
  noun: string,
) => ({
  rateLimit,
  defaultLimit: limit,
  windowSeconds,
  min,
  max,
  description: `${noun} per ${windowNames[windowSeconds] ?? `${windowSeconds / 60} minutes`}.`,
});

/**
 * The rate limits that a project can change, with the name of the rate limit and the bounds. Within them, guessing a code stays hopeless and
 * people can still claim and sign up.
 */
export const rateLimitSettings = {
  claimsPerClient: setting("claim.client", claim.client, 10, 10_000, "Claims from one IP address before a proof of work is required,"),
  claimsPerCode: setting(
    "claim.code",
    claim.code,
    5,
    10_000,
    "Claims of the same code from one IP address before a proof of work is required,",
  ),
  guessesPerClient: setting("guess.client", guess.client, 10, 1000, "Wrong codes from one IP address before it's blocked,"),
  guessesPerEmail: setting("guess.email", guess.email, 5, 300, "Wrong codes for one email address before a proof of work is required,"),
  guessesPerProject: setting("guess.project", guess.project, 100, 30_000, "Wrong codes in the project before a proof of work is required,"),
  signUpsPerClient: setting("sign_up.client", signUp.client, 10, 10_000, "Sign-ups from one IP address before it's blocked,"),
  signUpsPerEmail: setting("sign_up.email", signUp.email, 3, 100, "Sign-ups with one email address before a proof of work is required,"),
  signUpsPerProject: setting(
    "sign_up.project",
    signUp.project,
    100,
    1_000_000,
    "Sign-ups in the project before a proof of work is required,",
  ),
  referralsPerClient: setting(
    "referral.client",
    referral.client,
    1,
    10_000,
    "Sign-ups with a referral code from one IP address before they're held for review,",
  ),
} as const satisfies Record<string, RateLimitSetting>;
export type RateLimitField = keyof typeof rateLimitSettings;
export const rateLimitFields = Object.keys(rateLimitSettings) as RateLimitField[];

const mapSettings = <Value>(map: (setting: RateLimitSetting) => Value) =>
  Object.fromEntries(rateLimitFields.map((field) => [field, map(rateLimitSettings[field])])) as Record<RateLimitField, Value>;

export const RateLimitSettings = z.object(mapSettings(({ description }) => z.number().int().meta({ description })));
export type RateLimitSettings = z.output<typeof RateLimitSettings>;

const description =
  "The rate limits of public pages and the public key. An IPv6 /64 network counts as one IP address. The secret key has no rate limit.";

const exampleSettings: RateLimitSettings = { ...mapSettings(({ defaultLimit }) => defaultLimit), signUpsPerClient: 500 };

export const getRateLimitSettingsEndpoint = endpoint({
  method: "GET",
  path: "/abuse-protection/limits",
  tag: "Project",
  summary: "Get the rate limits",
  description,
  access: ["secret_key", "viewer"],
  reply: RateLimitSettings,
  errors: [],
  example: { reply: exampleSettings },
});

export const updateRateLimitSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/abuse-protection/limits",
  tag: "Project",
  summary: "Update the rate limits",
  description: `Fields you leave out don't change. Raise the limits for an event where many people share one IP address. ${description}`,
  access: ["admin"],
  body: z.strictObject(mapSettings(({ min, max, description }) => wholeNumber(max, min).optional().meta({ description }))),
  reply: RateLimitSettings,
  errors: [],
  example: { body: { signUpsPerClient: 500 }, reply: exampleSettings },
});
