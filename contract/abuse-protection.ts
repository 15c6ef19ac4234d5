import * as z from "zod";

/**
 * The default rate limits of the public: guesses and sign-ups per client (an IPv6 /64 counts as one client), per email and per project, and
 * all claims per client, and per client and code. Codes that don't exist count as guesses. A client over its limit of guesses or sign-ups is
 * rejected; over the other limits, a proof of work is required.
 */
export const publicRateLimits = {
  guess: {
    client: { limit: 100, windowSeconds: 600 },
    email: { limit: 30, windowSeconds: 3600 },
    project: { limit: 3000, windowSeconds: 3600 },
  },
  sign_up: {
    client: { limit: 100, windowSeconds: 600 },
    email: { limit: 10, windowSeconds: 3600 },
    project: { limit: 5000, windowSeconds: 3600 },
  },
  /** Sign-ups with a referral code. Those over the limit are held for review. */
  referral: {
    client: { limit: 5, windowSeconds: 86_400 },
  },
  claim: {
    client: { limit: 200, windowSeconds: 600 },
    code: { limit: 100, windowSeconds: 600 },
  },
} as const;
export type PublicAttempt = Exclude<keyof typeof publicRateLimits, "claim" | "referral">;

/** An IPv6 /48 network can make this many times the attempts of one client before it needs a proof of work. */
export const networkFactor = 4;

/** What a proof of work is for. It can't be used for another action. */
export type ProofAction = PublicAttempt | "sign_in";

export const challengeLifetimeSeconds = 600;

/** A proof-of-work challenge of ALTCHA version 2: find the counter whose derived key starts with the prefix. */
export const Challenge = z
  .object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
    }),
    signature: z.string().optional(),
  })
  .meta({
    id: "Challenge",
    outputId: "Challenge",
    description: `A proof-of-work challenge in the format of ALTCHA version 2. You can use it once, within ${challengeLifetimeSeconds / 60} minutes.`,
  });
export type Challenge = z.output<typeof Challenge>;

export const exampleChallenge: Challenge = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    cost: 5000,
    expiresAt: 1795263000,
    keyLength: 32,
    keyPrefix: "00",
    nonce: "6f1d2c0b9a8e7d6c5b4a392817060504",
    salt: "0c1b2a394857667584930a1b2c3d4e5f",
  },
  signature: "3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8553",
};

/** The body field in which a server says who uses its form. */
export const visitorField = {
  visitor: z
    .strictObject({
      ip: z.string().max(100, "must be at most 100 characters").meta({
        description: "The visitor's IP address, as your server or its proxy reports it, with or without a port.",
        example: "203.0.113.7",
      }),
      userAgent: z
        .string()
        .max(1000, "must be at most 1000 characters")
        .optional()
        .meta({ description: "The visitor's `User-Agent`. It isn't stored." }),
    })
    .optional()
    .meta({
      description:
        "Who uses your form. Only with the secret key. The limits of wrong codes, claims and sign-ups then apply to this visitor, as on the claim and join pages, also with `too_many_requests` and `proof_required`. Without it, your form lets its visitors guess codes without a limit.",
    }),
};

/** The body field with which public requests solve a challenge. */
export const proofField = {
  proof: z.string().max(4000, "must be at most 4000 characters").optional().meta({
    description:
      'The solution to the `challenge` of a `proof_required` error, as base64-encoded JSON: `{ "challenge": …, "solution": { "counter": …, "derivedKey": … } }` with the unchanged challenge. The key is derived with PBKDF2 and HMAC-SHA-256 from the bytes of `nonce` and the counter as 4 bytes (most significant first), with `salt`, `cost` iterations and `keyLength` bytes. Its hexadecimal form must start with `keyPrefix`.',
  }),
};
