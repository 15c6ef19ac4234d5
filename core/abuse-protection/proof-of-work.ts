import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod";
import { Challenge, challengeLifetimeSeconds } from "@/contract/abuse-protection";
import { signature } from "@/lib/encryption";
import { sha256Hex } from "@/lib/ids";
import type { Context } from "../context";
import { countAttempts, type RateLimit } from "../rate-limits";

/** On average, 256 keys must be derived, at about two milliseconds each on a desktop computer. */
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 5000, keyPrefix: "00" } as const;

const getSecret = () => signature("challenges", "proof of work");

/** Creates a challenge. Nothing is stored. */
export async function newProofChallenge(projectId: number): Promise<Challenge> {
  const expiresAt = Math.floor(Date.now() / 1000) + challengeLifetimeSeconds;
  return Challenge.parse(
    await createChallenge({ ...difficulty, deriveKey, expiresAt, data: { project: projectId }, hmacSignatureSecret: getSecret() }),
  );
}

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number().int().min(0).max(0xffffffff), derivedKey: z.string().max(200), time: z.number().optional() }),
});

/** Each proof can be used once. */
const proofRateLimit: RateLimit = { name: "proof", limit: 1, windowSeconds: challengeLifetimeSeconds };

/**
 * Returns whether `proof` solves a challenge of the project that hasn't been used before, and marks it as used. `ctx` must not be in a
 * transaction, because an error would roll that back.
 */
export async function verifyProof(ctx: Context, proof: string): Promise<boolean> {
  const payload = parsePayload(proof);
  if (payload === null) return false;
  const { challenge, solution } = payload;
  if ((challenge.parameters.data as { project?: unknown } | undefined)?.project !== ctx.projectId) return false;
  try {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: getSecret() });
    if (!verified) return false;
  } catch {
    return false;
  }
  const [usage] = await countAttempts(ctx, [{ rateLimit: proofRateLimit, subject: sha256Hex(challenge.signature ?? "").slice(0, 32) }]);
  return usage?.attempts === 1;
}

function parsePayload(proof: string): z.output<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(proof, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
