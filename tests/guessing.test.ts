import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { apiClient } from "./harness/api";
import { advanceRateLimits, solveProof, exhaustRateLimit } from "./harness/rate-limits";
import { insertCode, uniqueEmail, insertProject, getClaimCounts, uniqueId } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();
const limits = publicRateLimits.guess;

async function aGuessedProject() {
  const project = await insertProject(ctx);
  await exhaustRateLimit(project.ctx, "guess");
  const claim = (body: object, from = "192.0.2.1") =>
    apiClient(project.publicKey).post("/codes/claim", { email: uniqueEmail(), ...body }, { ipAddress: from });
  const challenge = async () => JSON.parse((await claim({ code: "nowhere" })).text).challenge;
  return { ...project, claim, challenge };
}

describe("once a project's guesses are used up", () => {
  test("a claim needs a proof of work, and with one it is claimed", async () => {
    const { ctx: own, claim, challenge } = await aGuessedProject();
    const code = await insertCode(own);
    const refused = await claim({ code });
    expect(refused).toMatchObject({ status: 429, error: "proof_required" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(limits.project.windowSeconds - 60);
    expect(await getClaimCounts(own, code)).toEqual({ counter: 0, claims: 0 });
    expect(await claim({ code, proof: await solveProof(await challenge()) })).toMatchObject({ status: 200 });
    expect(await getClaimCounts(own, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("nobody learns whether they would have been right: neither of a code nor of a claim that is there", async () => {
    const { ctx: own, publicKey, claim } = await aGuessedProject();
    const [code, email] = [await insertCode(own), uniqueEmail()];
    await apiClient(publicKey).post("/codes/claim", { code, email, linkToken: createCodeLinkToken(own.projectId, code) });
    const told = async (body: object) => {
      const { time: _, requestId: __, challenge: ___, ...said } = JSON.parse((await claim(body)).text);
      return said;
    };
    const [there, gone] = [await told({ code, email }), await told({ code: "nowhere", email })];
    expect(there).toEqual(gone);
    expect(there.error).toBe("proof_required");
  });

  test("a proof works once, for the project it was asked for by, unchanged, and not too late", async () => {
    const { claim, challenge } = await aGuessedProject();
    const other = await aGuessedProject();
    const code = await insertCode(other.ctx, { allowedClaims: 9 });
    const [own, theirs] = [await challenge(), await other.challenge()];
    const proof = await solveProof(theirs);
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof: await solveProof(own) })).toMatchObject({ error: "proof_required" });
    const easier = { ...theirs, parameters: { ...theirs.parameters, cost: 1 } };
    const late = { ...theirs, parameters: { ...theirs.parameters, expiresAt: theirs.parameters.expiresAt + 9999 } };
    for (const forged of [await solveProof(easier), await solveProof(late), "e30=", "%", proof.slice(0, -8), "x".repeat(4000)])
      expect(await other.claim({ code, proof: forged })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof })).toMatchObject({ status: 200 });
    expect(await other.claim({ code, proof })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof: "x".repeat(4001) })).toMatchObject({ error: "invalid_input" });
  });

  test("a proof that did not hit is used up too", async () => {
    const { claim, challenge } = await aGuessedProject();
    const proof = await solveProof(await challenge());
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "code_not_found" });
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "proof_required" });
  });

  test("whoever holds a mailed link is not disturbed, and no other code is opened by it", async () => {
    const { ctx: own, claim } = await aGuessedProject();
    const [code, another] = [await insertCode(own), await insertCode(own)];
    const mailed = { linkToken: createCodeLinkToken(own.projectId, code) };
    expect(await claim({ code: another, ...mailed })).toMatchObject({ error: "proof_required" });
    expect(await claim({ code: code.toUpperCase().replace("-", " "), ...mailed })).toMatchObject({ status: 200 });
    expect(await claim({ code, ...mailed })).toMatchObject({ error: "code_exhausted" });
    const reserved = await insertCode(own, { reservedFor: "grace@example.org" });
    const forwarded = { code: reserved, linkToken: createCodeLinkToken(own.projectId, reserved) };
    for (let i = 0; i < limits.client.limit; i++) expect(await claim(forwarded, "192.0.2.9")).toMatchObject({ error: "code_reserved" });
    expect(await claim(forwarded, "192.0.2.9")).toMatchObject({ error: "too_many_requests" });
    expect(await claim({ ...forwarded, email: "grace@example.org" }, "192.0.2.10")).toMatchObject({ status: 200 });
    expect(await claim({ code: another, linkToken: createCodeLinkToken(own.projectId + 1, another) })).toMatchObject({ error: "proof_required" });
  });

  test("other projects, the secret key and sign-ups go on", async () => {
    const { ctx: own, publicKey, secretKey } = await aGuessedProject();
    const code = await insertCode(own);
    expect(await apiClient(secretKey).post("/codes/claim", { code, email: uniqueEmail() })).toMatchObject({ status: 200 });
    expect(await apiClient(publicKey).post("/leads/create", { email: uniqueEmail() })).toMatchObject({ status: 200 });
    const { publicKey: theirs } = await insertProject(ctx);
    expect(await apiClient(theirs).post("/codes/claim", { code: "nowhere", email: uniqueEmail() })).toMatchObject({ error: "code_not_found" });
  });

  test("the time passes, and it is over", async () => {
    const { ctx: own, claim } = await aGuessedProject();
    await advanceRateLimits(own, limits.project.windowSeconds);
    expect(await claim({ code: "nowhere" })).toMatchObject({ error: "code_not_found" });
  });
});

test("guesses for one address need a proof after their number, from wherever they come; nobody is kept out by it", async () => {
  const { ctx: own, publicKey } = await insertProject(ctx);
  const email = uniqueEmail();
  const claim = (from: number, body: object) => apiClient(publicKey).post("/codes/claim", { email, ...body }, { ipAddress: `198.51.100.${from}` });
  for (let i = 0; i < limits.email.limit; i++) expect(await claim(i, { code: uniqueId() })).toMatchObject({ error: "code_not_found" });
  const code = await insertCode(own);
  const refused = await claim(200, { code });
  expect(refused).toMatchObject({ error: "proof_required" });
  expect(await claim(201, { code, proof: await solveProof(JSON.parse(refused.text).challenge) })).toMatchObject({ status: 200 });
  expect(await claim(202, { code: uniqueId(), email: uniqueEmail() })).toMatchObject({ error: "code_not_found" });
});

test("a stored answer is repeated, whatever is used up since, and is no try", async () => {
  const { ctx: own, publicKey } = await insertProject(ctx);
  const ask = { email: uniqueEmail(), waitlist: true };
  const signUp = (key: string) => apiClient(publicKey).post("/leads/create", ask, { headers: { "idempotency-key": key } });
  const first = await signUp("one");
  await exhaustRateLimit(own, "sign_up");
  const again = await signUp("one");
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([200, first.text, "true"]);
  expect(await signUp("two")).toMatchObject({ error: "proof_required" });
  const [kept] = await own.db.execute<{ attempts: number }>(
    sql`select attempts from rate_limit_windows where project_id = ${own.projectId} and name = 'sign_up.address'`,
  );
  expect(kept?.attempts).toBe(2);
});

test("sign-ups of one address need a proof after their number, and of one client wait", async () => {
  const { publicKey } = await insertProject(ctx);
  const { client, email: address } = publicRateLimits.sign_up;
  const email = uniqueEmail();
  const signUp = (from: string, body: object) => apiClient(publicKey).post("/leads/create", body, { ipAddress: from });
  for (let i = 0; i < address.limit; i++) expect((await signUp(`198.51.100.${i}`, { email })).status).toBe(200);
  const refused = await signUp("198.51.100.99", { email });
  expect(refused).toMatchObject({ error: "proof_required" });
  const proof = await solveProof(JSON.parse(refused.text).challenge);
  expect((await signUp("198.51.100.99", { email, proof })).status).toBe(200);
  for (let i = 0; i < client.limit; i++) expect((await signUp("203.0.113.5", { email: uniqueEmail() })).status).toBe(200);
  expect(await signUp("203.0.113.5", { email: uniqueEmail() })).toMatchObject({ error: "too_many_requests" });
  expect((await signUp("203.0.113.6", { email: uniqueEmail() })).status).toBe(200);
});

test("a thousand clients that guess for an hour get no more guesses than the budget", { timeout: 240_000 }, async () => {
  const { ctx: own, publicKey } = await insertProject(ctx);
  const code = await insertCode(own, { allowedClaims: 100_000 });
  const api = apiClient(publicKey);
  const answers: Record<string, number> = {};
  let asked = 0;
  // Twenty stretches of three minutes: first all try once, then those that were answered go on until they are not.
  for (let stretch = 0; stretch < 20; stretch++) {
    for (let client = stretch % 4; client < 1000; client += stretch === 0 ? 1 : 20) {
      const burst = Array.from({ length: stretch === 0 ? 4 : 8 }, () =>
        api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() }, { ipAddress: `10.0.${client >> 8}.${client & 255}` }),
      );
      asked += burst.length;
      for (const { error = "ok" } of await Promise.all(burst)) answers[error] = (answers[error] ?? 0) + 1;
    }
    await advanceRateLimits(own, stretch === 19 ? 0 : 179);
  }
  expect(asked).toBeGreaterThan(10_000);
  expect(answers.code_not_found).toBe(limits.project.limit);
  expect(answers.code_not_found).toBeLessThan(asked);
  expect(Object.keys(answers).sort()).toEqual(["code_not_found", "proof_required"]);
  // Nor would the right one be told: it is not even looked at.
  expect(await api.post("/codes/claim", { code, email: uniqueEmail() }, { ipAddress: "10.9.9.9" })).toMatchObject({ error: "proof_required" });
  expect(await getClaimCounts(own, code)).toEqual({ counter: 0, claims: 0 });
  const [kept] = await own.db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from rate_limit_windows where project_id = ${own.projectId}`,
  );
  expect(kept?.rows).toBeGreaterThan(1000);
});
