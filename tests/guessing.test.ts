import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { networkFactor, publicRateLimits } from "@/contract/abuse-protection";
import { normalizeCode } from "@/contract/normalize";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { countClaimAttempt, getProjectUsage } from "@/core/abuse-protection/public-rate-limits";
import type { ApiError } from "@/core/api-error";
import type { PublicCaller } from "@/core/context";
import { apiClient } from "./harness/api";
import { getOutcome } from "./harness/errors";
import { getClaimCounts, insertCode, insertProject, uniqueEmail, uniqueId } from "./harness/factories";
import { advanceRateLimits, exhaustRateLimit, solveProof } from "./harness/rate-limits";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx } = app;
const limits = publicRateLimits.guess;

const createCaller = (values: Partial<PublicCaller>): PublicCaller => ({
  action: "guess",
  clientHash: "client",
  networkHash: null,
  emailHash: "email",
  codeHash: "code",
  proofFactor: 0,
  hasLinkToken: false,
  hasVerifiedEmail: false,
  ...values,
});

async function createExhaustedProject() {
  const project = await insertProject(ctx);
  await exhaustRateLimit(project.ctx, "guess");
  const claim = (body: object, ipAddress = "192.0.2.1") =>
    apiClient(project.publicKey).post("/codes/claim", { email: uniqueEmail(), ...body }, { ipAddress });
  const getChallenge = async () => JSON.parse((await claim({ code: "nowhere" })).text).challenge;
  return { ...project, claim, getChallenge };
}

test("exactly as many concurrent guesses of a client are evaluated as the limit allows, and not the right one after them", async () => {
  const { ctx: projectCtx, publicKey } = await insertProject(ctx);
  const code = await insertCode(projectCtx);
  const guess = (text: string) =>
    apiClient(publicKey).post("/codes/claim", { code: text, email: uniqueEmail() }, { ipAddress: "192.0.2.77" });
  const amount = size(300, 1000);
  const responses = await Promise.all(Array.from({ length: amount }, (_, index) => guess(index < amount - 1 ? `guess-${index}` : code)));
  const evaluated = responses.filter(({ error }) => error === "code_not_found").length;
  expect(evaluated).toBe(limits.client.limit);
  expect(responses.at(-1)).toMatchObject({ error: "too_many_requests" });
  expect(await getClaimCounts(projectCtx, code)).toEqual({ counter: 0, claims: 0 });
});

test("a code with look-alikes that is forgiven counts as one guess", async () => {
  const { ctx: projectCtx, publicKey } = await insertProject(ctx);
  const code = await insertCode(projectCtx, { text: "B00K-10" });
  const claim = (text: string) =>
    apiClient(publicKey).post("/codes/claim", { code: text, email: "ada@example.org" }, { ipAddress: "192.0.2.78" });
  const getGuesses = async () => (await getProjectUsage(projectCtx, "guess")).attempts;
  expect(await claim(code)).toMatchObject({ status: 200 });
  expect(await getGuesses()).toBe(0);
  expect(await claim("BOOK-IO")).toMatchObject({ status: 200, data: { code } });
  expect(await getGuesses()).toBe(1);
});

test("concurrent guesses are counted exactly across processes, clients and Idempotency-Keys", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const otherCtx = { ...projectCtx, db: app.openSecondPool().ctx.db };
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const caller = createCaller({ clientHash: `client-${index % 4}`, emailHash: "email" });
      return getOutcome(countClaimAttempt(index % 2 ? projectCtx : otherCtx, caller, { code: `guess-${index}`, email: "ada@example.org" }));
    }),
  );
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(limits.email.limit);
  const { publicKey } = await insertProject(ctx);
  const responses = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      apiClient(publicKey).post(
        "/codes/claim",
        { code: `guess-${index}`, email: uniqueEmail() },
        { headers: { "idempotency-key": `guess-${index}` } },
      ),
    ),
  );
  expect(responses.filter(({ error }) => error === "code_not_found")).toHaveLength(limits.client.limit);
});

describe("claims of codes that exist", () => {
  const claimLimits = publicRateLimits.claim;

  test("require a proof of work after too many of one code by a client, whatever their outcome", async () => {
    const { ctx: projectCtx, publicKey } = await insertProject(ctx);
    const code = await insertCode(projectCtx, { allowedClaims: claimLimits.code.limit - 10 });
    const email = uniqueEmail();
    const claim = (body: object) => apiClient(publicKey).post("/codes/claim", { code, ...body });
    const statuses = [];
    // New claims, then refusals, then renewals.
    for (let i = 0; i < claimLimits.code.limit - 5; i++) statuses.push((await claim({ email: i === 0 ? email : uniqueEmail() })).status);
    for (let i = 0; i < 5; i++) statuses.push((await claim({ email })).status);
    expect(Object.groupBy(statuses, (status) => String(status))).toMatchObject({
      200: { length: claimLimits.code.limit - 5 },
      409: { length: 5 },
    });
    const refused = [await claim({ email }), await claim({ email: uniqueEmail() })];
    expect(refused.map(({ error }) => error)).toEqual(["proof_required", "proof_required"]);
    const proof = await solveProof(JSON.parse(refused[0]?.text ?? "").challenge);
    expect(await claim({ email, proof })).toMatchObject({ status: 200 });
    expect(await claim({ email, proof })).toMatchObject({ error: "proof_required" });
    const otherCode = await insertCode(projectCtx);
    expect(await claim({ code: otherCode, email })).toMatchObject({ status: 200 });
  });

  test("require a proof of work after too many by a client, an IPv6 /64 and an IPv6 /48", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const attempt = (caller: Partial<PublicCaller>) =>
      getOutcome(
        countClaimAttempt(projectCtx, createCaller({ ...caller, codeHash: uniqueId(), emailHash: uniqueId() }), {
          code,
          email: "ada@example.org",
        }),
      );
    const code = normalizeCode(await insertCode(projectCtx));
    for (let i = 0; i < claimLimits.client.limit; i++) expect(await attempt({ clientHash: "one" })).toBe("done");
    expect(await attempt({ clientHash: "one" })).toBe("proof_required");
    for (let i = 0; i < claimLimits.client.limit * networkFactor; i++)
      expect(await attempt({ clientHash: `client-${i % 10}`, networkHash: "network" })).toBe("done");
    expect(await attempt({ clientHash: "client-11", networkHash: "network" })).toBe("proof_required");
    expect(await attempt({ clientHash: "client-11", networkHash: "another network" })).toBe("done");
  });

  test("need a harder proof of work the more there are, and an easy one no longer works", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const code = normalizeCode(await insertCode(projectCtx));
    const attempt = (proofFactor = 0) =>
      countClaimAttempt(projectCtx, createCaller({ proofFactor }), { code, email: "ada@example.org" }).then(
        () => 0,
        (error: ApiError) => (error.challenge?.parameters.cost ?? 0) / 5000,
      );
    const { limit } = claimLimits.code;
    const factors: number[] = [];
    for (let i = 1; i <= limit * 6; i++) factors.push(await attempt());
    const changes = factors.flatMap((factor, index) => (factor === factors[index - 1] ? [] : [{ after: index, factor }]));
    expect(changes).toEqual([
      { after: 0, factor: 0 },
      { after: limit, factor: 1 },
      { after: 2 * limit, factor: 2 },
      { after: 3 * limit, factor: 4 },
      { after: 4 * limit, factor: 8 },
    ]);
    expect([await attempt(8), await attempt(4), await attempt(2), await attempt(1)]).toEqual([0, 0, 8, 8]);
  });

  test("don't need one with a link that was emailed to the same email", async () => {
    const { ctx: projectCtx, publicKey } = await insertProject(ctx);
    const [code, email] = [await insertCode(projectCtx), uniqueEmail()];
    const linkToken = createCodeLinkToken(projectCtx.projectId, { code, email });
    const claim = (body: object) => apiClient(publicKey).post("/codes/claim", { code, linkToken, ...body });
    for (let i = 0; i <= claimLimits.code.limit; i++) expect(await claim({ email })).toMatchObject({ status: 200 });
    expect(await claim({ email: uniqueEmail() })).toMatchObject({ error: "proof_required" });
  });
});

describe("when a project has no guesses left", () => {
  test("requires a proof of work for a claim, and accepts it", async () => {
    const { ctx: projectCtx, claim, getChallenge } = await createExhaustedProject();
    const code = await insertCode(projectCtx);
    const rejected = await claim({ code });
    expect(rejected).toMatchObject({ status: 429, error: "proof_required" });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(limits.project.windowSeconds - 60);
    expect(await getClaimCounts(projectCtx, code)).toEqual({ counter: 0, claims: 0 });
    expect(await claim({ code, proof: await solveProof(await getChallenge()) })).toMatchObject({ status: 200 });
    expect(await getClaimCounts(projectCtx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("doesn't reveal whether a code or a claim exists", async () => {
    const { ctx: projectCtx, publicKey, claim } = await createExhaustedProject();
    const [code, email] = [await insertCode(projectCtx), uniqueEmail()];
    await apiClient(publicKey).post("/codes/claim", { code, email, linkToken: createCodeLinkToken(projectCtx.projectId, { code, email }) });
    const getError = async (body: object) => {
      const { time: _, requestId: __, challenge: ___, ...error } = JSON.parse((await claim(body)).text);
      return error;
    };
    const [existing, missing] = [await getError({ code, email }), await getError({ code: "nowhere", email })];
    expect(existing).toEqual(missing);
    expect(existing.error).toBe("proof_required");
  });

  test("accepts a proof once, unchanged, in time, and only for its project", async () => {
    const { claim, getChallenge } = await createExhaustedProject();
    const other = await createExhaustedProject();
    const code = await insertCode(other.ctx, { allowedClaims: 9 });
    const [ownChallenge, otherChallenge] = [await getChallenge(), await other.getChallenge()];
    const proof = await solveProof(otherChallenge);
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof: await solveProof(ownChallenge) })).toMatchObject({ error: "proof_required" });
    const easier = { ...otherChallenge, parameters: { ...otherChallenge.parameters, cost: 1 } };
    const extended = {
      ...otherChallenge,
      parameters: { ...otherChallenge.parameters, expiresAt: otherChallenge.parameters.expiresAt + 9999 },
    };
    for (const forged of [await solveProof(easier), await solveProof(extended), "e30=", "%", proof.slice(0, -8), "x".repeat(4000)])
      expect(await other.claim({ code, proof: forged })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof })).toMatchObject({ status: 200 });
    expect(await other.claim({ code, proof })).toMatchObject({ error: "proof_required" });
    expect(await other.claim({ code, proof: "x".repeat(4001) })).toMatchObject({ error: "invalid_input" });
  });

  test("accepts a proof once even if the guess was wrong", async () => {
    const { claim, getChallenge } = await createExhaustedProject();
    const proof = await solveProof(await getChallenge());
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "code_not_found" });
    expect(await claim({ code: "nowhere", proof })).toMatchObject({ error: "proof_required" });
  });

  test("lets people with a link from an email claim that code, and no other", async () => {
    const { ctx: projectCtx, claim } = await createExhaustedProject();
    const [code, otherCode] = [await insertCode(projectCtx), await insertCode(projectCtx)];
    const link = { linkToken: createCodeLinkToken(projectCtx.projectId, { code, email: uniqueEmail() }) };
    expect(await claim({ code: otherCode, ...link })).toMatchObject({ error: "proof_required" });
    expect(await claim({ code: code.toUpperCase().replace("-", " "), ...link })).toMatchObject({ status: 200 });
    expect(await claim({ code, ...link })).toMatchObject({ error: "code_exhausted" });
    const reserved = await insertCode(projectCtx, { reservedFor: "grace@example.org" });
    const forwarded = {
      code: reserved,
      linkToken: createCodeLinkToken(projectCtx.projectId, { code: reserved, email: "grace@example.org" }),
    };
    expect(await claim(forwarded, "192.0.2.9")).toMatchObject({ error: "code_reserved" });
    for (let i = 1; i < limits.client.limit; i++) await claim(forwarded, "192.0.2.9");
    expect(await claim(forwarded, "192.0.2.9")).toMatchObject({ error: "too_many_requests" });
    expect(await claim({ ...forwarded, email: "grace@example.org" }, "192.0.2.10")).toMatchObject({ status: 200 });
    expect(
      await claim({ code: otherCode, linkToken: createCodeLinkToken(projectCtx.projectId + 1, { code: otherCode, email: uniqueEmail() }) }),
    ).toMatchObject({
      error: "proof_required",
    });
  });

  test("limits holds of the visitor of a server's form like claims", async () => {
    const { ctx: projectCtx, secretKey, publicKey } = await createExhaustedProject();
    const code = await insertCode(projectCtx);
    const hold = (key: string, body: object = {}) => apiClient(key).post("/codes/hold", { code, email: "ada@example.org", ...body });
    expect(await hold(secretKey, { visitor: { ip: "192.0.2.1" } })).toMatchObject({ error: "proof_required" });
    expect(await hold(secretKey, { visitor: { ip: "nowhere" } })).toMatchObject({ error: "invalid_input" });
    expect(await hold(secretKey)).toMatchObject({ status: 200 });
    expect(await hold(publicKey)).toMatchObject({ status: 403, error: "secret_key_required" });
  });

  test("doesn't limit other projects, the secret key or sign-ups", async () => {
    const { ctx: projectCtx, publicKey, secretKey } = await createExhaustedProject();
    const code = await insertCode(projectCtx);
    expect(await apiClient(secretKey).post("/codes/claim", { code, email: uniqueEmail() })).toMatchObject({ status: 200 });
    expect(await apiClient(publicKey).post("/leads/create", { email: uniqueEmail() })).toMatchObject({ status: 200 });
    const { publicKey: otherKey } = await insertProject(ctx);
    expect(await apiClient(otherKey).post("/codes/claim", { code: "nowhere", email: uniqueEmail() })).toMatchObject({
      error: "code_not_found",
    });
  });

  test("accepts claims without a proof again once the window is over", async () => {
    const { ctx: projectCtx, claim } = await createExhaustedProject();
    await advanceRateLimits(projectCtx, limits.project.windowSeconds);
    expect(await claim({ code: "nowhere" })).toMatchObject({ error: "code_not_found" });
  });
});

test("too many guesses for one email from any client require a proof, which the owner of the email can solve", async () => {
  const { ctx: projectCtx, publicKey } = await insertProject(ctx);
  const email = uniqueEmail();
  const claim = (from: number, body: object) =>
    apiClient(publicKey).post("/codes/claim", { email, ...body }, { ipAddress: `198.51.100.${from}` });
  for (let i = 0; i < limits.email.limit; i++) expect(await claim(i, { code: uniqueId() })).toMatchObject({ error: "code_not_found" });
  const code = await insertCode(projectCtx);
  const rejected = await claim(200, { code });
  expect(rejected).toMatchObject({ error: "proof_required" });
  const proof = await solveProof(JSON.parse(rejected.text).challenge);
  expect(await claim(201, { code, proof })).toMatchObject({ error: "proof_required" });
  expect(await claim(200, { code, proof })).toMatchObject({ status: 200 });
  expect(await claim(202, { code: uniqueId(), email: uniqueEmail() })).toMatchObject({ error: "code_not_found" });
});

test("a stored response is repeated without counting an attempt, even when no attempts are left", async () => {
  const { ctx: projectCtx, publicKey } = await insertProject(ctx);
  const body = { email: uniqueEmail(), waitlist: true };
  const signUp = (key: string) => apiClient(publicKey).post("/leads/create", body, { headers: { "idempotency-key": key } });
  const first = await signUp("one");
  await exhaustRateLimit(projectCtx, "sign_up");
  const repeated = await signUp("one");
  expect([repeated.status, repeated.text, repeated.headers.get("idempotent-replayed")]).toEqual([200, first.text, "true"]);
  expect(await signUp("two")).toMatchObject({ error: "proof_required" });
  const [row] = await projectCtx.db.execute<{ attempts: number }>(
    sql`select attempts from rate_limit_windows where project_id = ${projectCtx.projectId} and name = 'sign_up.email'`,
  );
  expect(row?.attempts).toBe(2);
});

test("too many sign-ups of one email require a proof, and a client is blocked after too many", async () => {
  const { publicKey } = await insertProject(ctx);
  const { client, email: emailLimit } = publicRateLimits.sign_up;
  const email = uniqueEmail();
  const signUp = (ipAddress: string, body: object) => apiClient(publicKey).post("/leads/create", body, { ipAddress });
  for (let i = 0; i < emailLimit.limit; i++) expect((await signUp(`198.51.100.${i}`, { email })).status).toBe(200);
  const rejected = await signUp("198.51.100.99", { email });
  expect(rejected).toMatchObject({ error: "proof_required" });
  const proof = await solveProof(JSON.parse(rejected.text).challenge);
  expect((await signUp("198.51.100.99", { email, proof })).status).toBe(200);
  for (let i = 0; i < client.limit; i++) expect((await signUp("203.0.113.5", { email: uniqueEmail() })).status).toBe(200);
  expect(await signUp("203.0.113.5", { email: uniqueEmail() })).toMatchObject({ error: "too_many_requests" });
  expect((await signUp("203.0.113.6", { email: uniqueEmail() })).status).toBe(200);
});

test(`a limit never allows ${size("forty", "a thousand")} clients more guesses in an hour`, { timeout: 240_000 }, async () => {
  const { ctx: projectCtx, publicKey } = await insertProject(ctx);
  const code = await insertCode(projectCtx, { allowedClaims: 100_000 });
  const api = apiClient(publicKey);
  const errorCounts: Record<string, number> = {};
  let requestCount = 0;
  const [clientCount, roundCount] = size([40, 4], [1000, 20]);
  // The sample starts with most guesses already made.
  const earlierGuesses = size(limits.project.limit - 200, 0);
  if (earlierGuesses > 0) await exhaustRateLimit(projectCtx, "guess", earlierGuesses);
  // The rounds fill an hour. In the first round every client tries, later some of them try more often.
  for (let round = 0; round < roundCount; round++) {
    for (let client = round % 4; client < clientCount; client += round === 0 ? 1 : size(5, 20)) {
      const burst = Array.from({ length: round === 0 ? 4 : 8 }, () =>
        api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() }, { ipAddress: `10.0.${client >> 8}.${client & 255}` }),
      );
      requestCount += burst.length;
      for (const { error = "ok" } of await Promise.all(burst)) errorCounts[error] = (errorCounts[error] ?? 0) + 1;
    }
    await advanceRateLimits(projectCtx, round === roundCount - 1 ? 0 : Math.floor(3599 / roundCount));
  }
  expect(requestCount).toBeGreaterThan(size(250, 10_000));
  expect(errorCounts.code_not_found).toBe(limits.project.limit - earlierGuesses);
  expect(errorCounts.code_not_found).toBeLessThan(requestCount);
  expect(Object.keys(errorCounts).sort()).toEqual(["code_not_found", "proof_required"]);
  // The right code isn't checked either.
  expect(await api.post("/codes/claim", { code, email: uniqueEmail() }, { ipAddress: "10.9.9.9" })).toMatchObject({
    error: "proof_required",
  });
  expect(await getClaimCounts(projectCtx, code)).toEqual({ counter: 0, claims: 0 });
  const [row] = await projectCtx.db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from rate_limit_windows where project_id = ${projectCtx.projectId}`,
  );
  expect(row?.rows).toBeGreaterThan(clientCount);
});
