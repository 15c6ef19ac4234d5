import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod";
import { Challenge, challengeLifetimeSeconds, type ProofAction } from "@/contract/abuse-protection";
import { currentTime } from "@/lib/clock";
import { signature as sign } from "@/lib/encryption";
import { sha256Hex } from "@/lib/ids";
import type { Context } from "../context";
import { countAttempts, type RateLimit, type RateLimitUsage } from "../rate-limits";

/** On average, 256 keys must be derived, at about two milliseconds each on a desktop computer. The cost of each key grows with the rate. */
const difficulty = { algorithm: "PBKDF2/SHA-256", keyPrefix: "00" } as const;
const lowestCost = 5000;
const maxFactor = 8;

/** Returns how hard a proof must be after so many attempts, as a multiple of the lowest difficulty. It doubles with every multiple of the limit. */
export const requiredProofFactor = ({ attempts, limit }: RateLimitUsage): number =>
  Math.min(maxFactor, 2 ** Math.max(0, Math.floor((attempts - 1) / Math.max(1, limit)) - 1));

/** Returns whether a proof is hard enough. It may be one step too easy, because the rate can grow while it is solved. */
export const isSufficientProof = (factor: number, requiredFactor: number): boolean => factor * 2 >= requiredFactor;

/** What a proof is for, and for whom: the hashed client. */
export type ProofPurpose = { action: ProofAction; clientHash: string };

const getSecret = () => sign("challenges", "proof of work");

/** Creates a challenge of `factor` times the lowest difficulty. Nothing is stored. */
export async function newProofChallenge(projectId: number, { action, clientHash }: ProofPurpose, factor: number): Promise<Challenge> {
  // Signed as a part of the data, because the library compares `expiresAt` with the clock of this machine.
  const expires = Math.floor(currentTime() / 1000) + challengeLifetimeSeconds;
  const data = { project: projectId, action, client: clientHash, expires };
  const cost = lowestCost * factor;
  const { parameters, signature } = await createChallenge({ ...difficulty, cost, deriveKey, data, hmacSignatureSecret: getSecret() });
  return Challenge.parse({ parameters: { ...parameters, expiresAt: expires }, signature });
}

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number().int().min(0).max(0xffffffff), derivedKey: z.string().max(200), time: z.number().optional() }),
});

const ProofData = z.object({ project: z.number(), action: z.string(), client: z.string(), expires: z.number() });

/** Each proof can be used once. */
const proofRateLimit: RateLimit = { name: "proof", limit: 1, windowSeconds: challengeLifetimeSeconds };

/**
 * Returns the difficulty of the challenge that `proof` solves, as a multiple of the lowest one, and marks the proof as used. Returns 0 if it
 * solves none, if the challenge was for another project, action or client, or if it has been used before. `ctx` must not be in a transaction,
 * because an error would roll that back.
 */
export async function verifyProof(ctx: Context, proof: string, { action, clientHash }: ProofPurpose): Promise<number> {
  const payload = parsePayload(proof);
  if (payload === null) return 0;
  const { solution } = payload;
  const { expiresAt, ...parameters } = payload.challenge.parameters;
  const challenge = { ...payload.challenge, parameters };
  const { data } = ProofData.safeParse(parameters.data);
  if (data?.project !== ctx.projectId || data.action !== action || data.client !== clientHash) return 0;
  if (data.expires !== expiresAt || data.expires < currentTime() / 1000) return 0;
  try {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: getSecret() });
    if (!verified) return 0;
  } catch {
    return 0;
  }
  const [usage] = await countAttempts(ctx, [{ rateLimit: proofRateLimit, subject: sha256Hex(challenge.signature ?? "").slice(0, 32) }]);
  return usage?.attempts === 1 ? parameters.cost / lowestCost : 0;
}

function parsePayload(proof: string): z.output<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(proof, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
