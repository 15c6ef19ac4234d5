import * as z from "zod";
import { publicRateLimits } from "./abuse-protection";
import { endpoint, largeBodyLimit } from "./endpoint";
import { expectedValues, wholeNumber } from "./fields";
import { describeUnsupportedEmail, normalizeDomain, normalizeEmail } from "./normalize";

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

const rateLimitsDescription =
  "The rate limits of public pages and the public key. An IPv6 /64 network counts as one IP address. The secret key has no rate limit.";

const exampleSettings: RateLimitSettings = { ...mapSettings(({ defaultLimit }) => defaultLimit), signUpsPerClient: 500 };

export const getRateLimitSettingsEndpoint = endpoint({
  method: "GET",
  path: "/abuse-protection/limits",
  tag: "Project",
  summary: "Get the rate limits",
  description: rateLimitsDescription,
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
  description: `Fields you leave out don't change. Raise the limits for an event where many people share one IP address. ${rateLimitsDescription}`,
  access: ["admin"],
  body: z.strictObject({
    expected: expectedValues(
      mapSettings(() => z.number().int()),
      "project_changed",
    ),
    ...mapSettings(({ min, max, description }) => wholeNumber(max, min).optional().meta({ description })),
  }),
  reply: RateLimitSettings,
  errors: ["project_changed"],
  example: { body: { signUpsPerClient: 500 }, reply: exampleSettings },
});

const tag = "Project";

const maxBlockListEntries = 5000;

const tooManyEntries = `must have at most ${maxBlockListEntries.toLocaleString("en-US")} entries`;

/** Normalizes a block list entry: an email, or a domain such as `@example.org` or `*.example.org`. Returns null if it's neither. */
export function parseBlockListEntry(raw: string): string | null {
  return normalizeDomain(raw) ?? normalizeEmail(raw.trim().replace(/^\*?[@.]/, ""));
}

const Entry = z
  .string()
  .max(300, "must be at most 300 characters")
  .transform((raw, ctx) => {
    const entry = parseBlockListEntry(raw);
    if (entry !== null) return entry;
    ctx.addIssue({ code: "custom", message: describeUnsupportedEmail(raw) ?? "must be an email, or a domain such as example.org" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", maxLength: 300 },
    description: "An email address or a domain. A domain includes its subdomains.",
    example: "example.org",
  });

const BlockList = z.object({
  entries: z.array(z.string()).meta({ description: "The email addresses and domains, in alphabetical order." }),
});

export type BlockList = z.output<typeof BlockList>;

const blockListDescription = "Public sign-ups with these email addresses, or with these domains and their subdomains, are held for review.";

export const getBlockListEndpoint = endpoint({
  method: "GET",
  path: "/block-list",
  tag,
  summary: "Get the block list",
  description: blockListDescription,
  access: ["secret_key", "viewer"],
  reply: BlockList,
  errors: [],
  example: { reply: { entries: ["example.org", "mallory@example.com"] } },
});

export const updateBlockListEndpoint = endpoint({
  method: "PUT",
  path: "/block-list",
  tag,
  summary: "Update the block list",
  description: `Replaces all entries. ${blockListDescription} Existing leads don't change.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z.strictObject({
    expected: z.array(z.string().max(300, "must be at most 300 characters")).max(maxBlockListEntries, tooManyEntries).optional().meta({
      description:
        "The entries you last read, in any order. If the list has changed since then, the request returns `block_list_changed` and nothing is updated.",
    }),
    entries: z
      .array(Entry)
      .max(maxBlockListEntries, tooManyEntries)
      .transform((entries) => [...new Set(entries)])
      .meta({ description: "The new entries, which replace all existing ones." }),
  }),
  isLong: true,
  reply: BlockList,
  errors: ["block_list_changed"],
  example: { body: { entries: ["example.org", "mallory@example.com"] }, reply: { entries: ["example.org", "mallory@example.com"] } },
});
