import { type Challenge, solveChallenge as findSolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Solves a challenge, which takes about a second, and returns the proof to send. Throws if the browser can't, as on a page without HTTPS. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await findSolution({ challenge, deriveKey });
  if (solution === null) throw new Error("The challenge was not solved in time");
  return btoa(JSON.stringify({ challenge, solution }));
}
