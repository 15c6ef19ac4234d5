import { type Challenge, solveChallenge as findSolution } from "altcha-lib";
import { deriveKey as deriveKeyInBrowser } from "altcha-lib/algorithms/web/pbkdf2";

/** As long as a challenge is valid. */
const timeout = 600_000;

/**
 * Solves a challenge and returns the proof to send. This takes about a second, and several on pages that are served over plain HTTP, where
 * browsers leave the computation to JavaScript. Throws if it isn't solved in time.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const deriveKey = crypto.subtle ? deriveKeyInBrowser : (await import("./plain-pbkdf2")).deriveKey;
  const solution = await findSolution({ challenge, deriveKey, timeout });
  if (solution === null) throw new Error("The challenge was not solved in time");
  return btoa(JSON.stringify({ challenge, solution }));
}
