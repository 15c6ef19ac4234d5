import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "@/contract/abuse-protection";

/** Solves a challenge, which takes about a second, and answers the proof to send. Throws where the browser has no means, as on a page without https. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("The challenge was not solved in time");
  return btoa(JSON.stringify({ challenge, solution }));
}
