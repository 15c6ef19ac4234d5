import { z } from "zod";

/**
 * How often the public may try in so many seconds: one client (of IPv6 its /64), for one address, and all of a project together. Codes that do not
 * exist count as guesses; every sign-up counts as one. Past a client's number nothing is answered until the time is over; past the others a
 * proof of work is asked for.
 */
export const publicLimits = {
  guess: { client: { most: 100, seconds: 600 }, address: { most: 30, seconds: 3600 }, project: { most: 3000, seconds: 3600 } },
  sign_up: { client: { most: 100, seconds: 600 }, address: { most: 10, seconds: 3600 }, project: { most: 5000, seconds: 3600 } },
} as const;
export type PublicTry = keyof typeof publicLimits;

/** For how long a challenge can be solved, in seconds. */
export const challengeSeconds = 600;

/** A proof of work that is asked for, as ALTCHA (version 2) has it: find the counter whose derived key begins with the prefix. */
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
    description: `What is to be solved, in the form of ALTCHA version 2. It works once, and for ${challengeSeconds / 60} minutes.`,
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

/** What whoever tries in public may show, so that they are let through while others try too often. */
export const shownByPublic = {
  proof: z.string().max(4000, "must be at most 4000 characters").optional().meta({
    description: "The solved `challenge` of a refusal with `proof_needed`: ALTCHA's payload, as JSON in base64.",
  }),
};
