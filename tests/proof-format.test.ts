import { execFileSync } from "node:child_process";
import { pbkdf2Sync } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Challenge } from "@/contract/abuse-protection";
import { callRoute } from "./harness/api";
import { insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { exhaustRateLimit } from "./harness/rate-limits";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const guide = readFileSync("docs/guide/proof-of-work.md", "utf8");
const [parameters, solution] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json));

/** Solves a challenge by the steps of the guide, without the library. */
function solve({ nonce, salt, cost, keyLength, keyPrefix }: Challenge["parameters"]): { counter: number; derivedKey: string } {
  for (let counter = 0; ; counter++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce, "hex"), number]);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, "hex"), cost, keyLength, "sha256").toString("hex");
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
}

const solveInPython = (challenge: Challenge): string => {
  const [, script = ""] = /```python\n(.*?)```/s.exec(guide) ?? [];
  return execFileSync("python3", ["-c", script], { input: JSON.stringify(challenge), encoding: "utf8" }).trim();
};

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Claims with the public key after the project's limit of wrong codes is used up, with what solves the challenge. */
async function claimWithProof(createProof: (challenge: Challenge) => string) {
  const { ctx, publicKey } = await insertProject(app.ctx);
  const body = { code: await insertCode(ctx), email: uniqueEmail() };
  await exhaustRateLimit(ctx, "guess");
  const call = async (proof?: string) =>
    (await callRoute("POST", "/codes/claim", { key: publicKey, body: { ...body, ...(proof && { proof }) } })).json() as Promise<{
      success: boolean;
      error?: string;
      challenge: Challenge;
    }>;
  const refused = await call();
  expect(refused.error).toBe("proof_required");
  return call(createProof(refused.challenge));
}

const encode = (proof: object): string => Buffer.from(JSON.stringify(proof)).toString("base64");

test("the example of the guide is right", () => {
  expect(solve(parameters)).toEqual(solution);
  expect(guide).toContain(`\`${parameters.nonce}00000001\``);
});

test("a client that follows the guide solves a challenge", async () => {
  expect(await claimWithProof((challenge) => encode({ challenge, solution: solve(challenge.parameters) }))).toMatchObject({
    success: true,
  });
});

test.skipIf(!hasPython)("the Python program of the guide solves a challenge", async () => {
  expect(await claimWithProof(solveInPython)).toMatchObject({ success: true });
});

test("the order of fields and the time don't matter, but every field of the challenge does", async () => {
  const reversed = (challenge: Challenge) => ({
    ...challenge,
    parameters: Object.fromEntries(Object.entries(challenge.parameters).reverse()) as Challenge["parameters"],
  });
  const solved = (challenge: Challenge) => ({ solution: { time: 12, ...solve(challenge.parameters) }, challenge: reversed(challenge) });
  expect(await claimWithProof((challenge) => encode(solved(challenge)))).toMatchObject({ success: true });
  const withoutData = ({ parameters: { data, ...rest }, ...challenge }: Challenge) => ({ ...challenge, parameters: rest });
  for (const createProof of [
    (challenge: Challenge) => encode({ challenge: withoutData(challenge), solution: solve(challenge.parameters) }),
    (challenge: Challenge) => encode({ challenge, solution: { ...solve(challenge.parameters), counter: 0xffffffff } }),
    () => "bm90IEpTT04=",
  ])
    expect(await claimWithProof(createProof)).toMatchObject({ success: false, error: "proof_required" });
});
