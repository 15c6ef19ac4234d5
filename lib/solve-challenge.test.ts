import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, expect, test, vi } from "vitest";
import { solveChallenge } from "./solve-challenge";

afterEach(() => vi.unstubAllGlobals());

const findSolution = async (challenge: Parameters<typeof solveChallenge>[0]) => {
  const { time: _, ...solution } = JSON.parse(atob(await solveChallenge(challenge))).solution;
  return solution;
};

test("a browser without `crypto.subtle` finds the same solution", async () => {
  const challenge = await createChallenge({ algorithm: "PBKDF2/SHA-256", keyPrefix: "0", cost: 50, deriveKey });
  const solution = await findSolution(challenge);
  expect(solution.derivedKey).toMatch(/^0/);
  vi.stubGlobal("crypto", { subtle: undefined });
  expect(await findSolution(challenge)).toEqual(solution);
});
