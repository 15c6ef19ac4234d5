import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { Challenge, challengeLifetimeSeconds } from "@/contract/abuse-protection";
import { sha256Hex } from "@/lib/ids";
import { signature } from "@/lib/encryption";
import { countAttempts } from "../rate-limits";
import type { Context } from "../context";

// How hard it is: one derived key in 256 will do, and each takes about two milliseconds of a desktop's time.
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 5000, keyPrefix: "00" } as const;

const getSecret = () => signature("challenges", "proof of work");

/** A proof of work to ask for. Making it costs next to nothing, and nothing is kept of it. */
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

/** Whether `proof` solves a challenge of the project's that was not used before; it is used by that. The caller's `ctx` must not be in a transaction, which a refusal would undo. */
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
  const [use] = await countAttempts(ctx, [
    { rateLimit: { name: "proof", limit: 1, windowSeconds: challengeLifetimeSeconds }, subject: sha256Hex(challenge.signature ?? "").slice(0, 32) },
  ]);
  return use?.attempts === 1;
}

function parsePayload(proof: string): z.output<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(proof, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
