import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { type Endpoint, endpointErrors } from "@/contract/endpoint";
import { customerMessage, isRetryable } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { endpoints } from "@/contract/index";
import { listAbuseAttention } from "@/core/abuse-protection/status";
import { pauseProject } from "@/core/projects/pause";
import { updateProject } from "@/core/projects/update";
import { apiClient } from "./harness/api";
import { createCookie, insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { staffContext } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const app = await createTestApp();

async function createForm() {
  const project = await insertProject(app.ctx);
  const api = apiClient(project.secretKey);
  /** Claims as a form on a server does, for a visitor. */
  const claim = (code: string, ip: string, email = uniqueEmail()) => api.post("/codes/claim", { code, email, visitor: { ip } });
  return { ...project, api, claim };
}

describe("with a secret key and a visitor", () => {
  test("wrong and reserved codes count for the visitor, like on the claim page, and for no one else", async () => {
    const { ctx, claim, api } = await createForm();
    const reserved = await insertCode(ctx, { reservedFor: "ada@example.org" });
    const code = await insertCode(ctx);
    const { limit } = publicRateLimits.guess.client;
    for (let guess = 0; guess < limit; guess++) await claim(guess % 2 === 0 ? reserved : `wrong-${guess}`, "203.0.113.7");
    const refused = await claim(code, "203.0.113.7:50012");
    expect(refused).toMatchObject({
      status: 429,
      error: "too_many_requests",
      details: { retryable: true, retryAfter: expect.any(Number) },
    });
    expect(Number(refused.headers.get("retry-after"))).toBe(refused.details?.retryAfter);
    expect(await claim(code, "203.0.113.8")).toMatchObject({ status: 200, data: { created: true, lead: { hasClaimedCode: true } } });
    // Without a visitor, a secret key has no limit.
    expect(await api.post("/codes/claim", { code: "wrong", email: uniqueEmail() })).toMatchObject({ error: "code_not_found" });
  });

  test("shares the limits of a visitor with the public key", async () => {
    const { publicKey, claim } = await createForm();
    const widget = apiClient(publicKey);
    for (let guess = 0; guess < publicRateLimits.guess.client.limit; guess++) {
      await widget.post("/codes/claim", { code: `wrong-${guess}`, email: uniqueEmail() }, { ipAddress: "203.0.113.9" });
    }
    expect(await claim("wrong", "203.0.113.9")).toMatchObject({ error: "too_many_requests" });
  });

  test("sign-ups count for the visitor, and many referrals are held", async () => {
    const { ctx, api } = await createForm();
    const referralCode = (await api.get(`/leads/email/${await insertLead(ctx)}`)).data.referralCode;
    const create = () => api.post("/leads/create", { email: uniqueEmail(), referralCode, visitor: { ip: "2001:db8::7" } });
    const { limit } = publicRateLimits.referral.client;
    const statuses: string[] = [];
    for (let n = 0; n <= limit; n++) statuses.push((await create()).data.status);
    expect(statuses).toEqual([...Array.from({ length: limit }, () => "active"), "held"]);
    for (let n = limit + 1; n < publicRateLimits.sign_up.client.limit; n++) {
      await api.post("/leads/create", { email: uniqueEmail(), visitor: { ip: "2001:db8::7" } });
    }
    expect(await create()).toMatchObject({ error: "too_many_requests" });
  });

  test.each(["", "localhost", "203.0.113.7, 10.0.0.1", "1.2.3.4.5", "unknown"])("refuses the address %j", async (ip) => {
    const { claim, ctx, api } = await createForm();
    const code = await insertCode(ctx);
    expect(await claim(code, ip)).toMatchObject({ status: 400, fields: { "visitor.ip": ["must be an IP address"] } });
    expect((await api.get(`/codes/${code}`)).data.claims).toBe(0);
  });

  test("only a secret key can name a visitor", async () => {
    const { ctx, publicKey } = await createForm();
    const body = { code: await insertCode(ctx), email: uniqueEmail(), visitor: { ip: "203.0.113.7" } };
    const fields = { visitor: ["can only be set with the secret key"] };
    expect(await apiClient(publicKey).post("/codes/claim", body)).toMatchObject({ error: "invalid_input", fields });
    const cookie = await createCookie(ctx, { role: "member" });
    expect(await apiClient(null).post("/codes/claim", body, { cookie })).toMatchObject({ error: "invalid_input", fields });
  });
});

test("many wrong codes of a secret key without a visitor are reported, and none is refused", async () => {
  const { ctx, api, claim } = await createForm();
  const reserved = await insertCode(ctx, { reservedFor: "ada@example.org" });
  const listNames = async () => (await listAbuseAttention(ctx)).map(({ name }) => name);
  for (let guess = 0; guess < 60; guess++) await claim("wrong", `198.51.100.${guess}`);
  expect(await listNames()).toEqual([]);
  for (let guess = 0; guess < 70; guess++) {
    const code = guess % 2 === 0 ? reserved : `wrong-${guess}`;
    expect((await api.post("/codes/claim", { code, email: uniqueEmail() })).status).toBeLessThan(429);
  }
  await waitUntil("they are counted", async () => (await listNames()).length > 0);
  const [item] = await listAbuseAttention(ctx);
  expect(item).toMatchObject({ name: "key_guesses", message: expect.stringMatching(/visitor/) });
});

describe("a page in a browser", () => {
  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://shop.example" },
    { "sec-fetch-site": "same-origin" },
    { origin: "http://shop.example", "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  ])("can't use a secret key: %j", async (headers) => {
    const { ctx, api, publicKey } = await createForm();
    const body = { code: await insertCode(ctx), email: uniqueEmail() };
    const refused = await api.post("/codes/claim", body, { headers });
    expect(refused).toMatchObject({ status: 403, error: "secret_key_in_browser", details: { retryable: false } });
    expect(refused.details?.reason).toMatch(/Revoke the key/);
    expect(await api.get("/leads?limit=1", { headers })).toMatchObject({
      error: "secret_key_in_browser",
      message: expect.stringMatching(/Revoke the key/),
    });
    expect(await apiClient(publicKey).post("/codes/claim", body, { headers })).toMatchObject({ status: 200 });
  });

  // Node.js's `fetch` sends Sec-Fetch-Mode, and servers may pass on an Origin.
  test.each<Record<string, string>>([{ "sec-fetch-mode": "cors", "user-agent": "node" }, { origin: "https://shop.example" }])(
    "isn't a server: %j",
    async (headers) => {
      const { ctx, api } = await createForm();
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      expect(await api.post("/codes/claim", body, { headers })).toMatchObject({ status: 200 });
    },
  );
});

test("a repeated claim differs from a new one, with the public and the secret key", async () => {
  const { ctx, api, publicKey } = await createForm();
  for (const client of [api, apiClient(publicKey)]) {
    const body = { code: await insertCode(ctx, { allowedClaims: 2 }), email: uniqueEmail() };
    const { data: first } = await client.post("/codes/claim", body);
    expect(first).toMatchObject({ created: true, emailVerified: false, claimedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const { data: again } = await client.post("/codes/claim", body);
    expect(again).toMatchObject({ created: false, emailVerified: false, claimedAt: first.claimedAt });
    expect((await api.post("/claims/exchange", { token: again.token })).data.claimedAt).toBe(first.claimedAt);
  }
});

const forDevelopers =
  /[`{}<>_]|\b(API|key|endpoint|JSON|header|field|request|token|secret|scope|database|server|log|lead|idempotency|bearer)\b/i;
const formEndpoints = (Object.values(endpoints) as Endpoint[]).filter(({ isForForms }) => isForForms);

describe("messages for customers", () => {
  test("belong to the calls that forms make", () => {
    expect(formEndpoints.map(({ path }) => path).sort()).toEqual([
      "/claims/exchange",
      "/claims/gate",
      "/codes/check",
      "/codes/claim",
      "/codes/hold",
      "/leads/create",
    ]);
  });

  // The message of `bad_key` is promised to clients.
  const names = new Set(
    formEndpoints.flatMap((endpoint) => endpointErrors(endpoint)).filter((name) => name !== "bad_key" && name !== "not_signed_in"),
  );
  test.each([...names])("%s is a sentence without words for developers", (name: ErrorName) => {
    const message = customerMessage(name, apiErrors[name].message);
    expect(message).toMatch(/^[A-Z].*[.?!]$/);
    expect(message).not.toMatch(forDevelopers);
  });

  test("name the start of a code in the project's time zone, and programs get the dates", async () => {
    const { ctx, api, publicKey } = await createForm();
    await updateProject(await staffContext(ctx, { role: "admin" }), { timeZone: "America/New_York" });
    const validFrom = "2099-01-01T02:30:00.000Z";
    const validUntil = "2099-02-01T05:00:00.000Z";
    const code = await insertCode(ctx, { validFrom, validUntil });
    for (const client of [api, apiClient(publicKey)]) {
      expect(await client.post("/codes/claim", { code, email: uniqueEmail() })).toMatchObject({
        error: "code_not_started",
        message: "This code can be claimed from Dec 31, 2098, 21:30 New York time (Jan 1, 2099, 02:30 UTC).",
        details: { validFrom, validUntil, retryable: false, docs: "/docs#code_not_started" },
      });
    }
  });

  test("don't tell what customers mustn't know", async () => {
    const { ctx, api } = await createForm();
    const code = await insertCode(ctx, { reservedFor: "ada@example.org" });
    const email = await insertLead(ctx);
    const unknown = await api.post("/codes/claim", { code: "nowhere", email });
    const reserved = await api.post("/codes/claim", { code, email });
    expect(reserved).toMatchObject({ error: "code_reserved", message: unknown.message });
    expect(reserved.details).not.toHaveProperty("validFrom");
    expect(await api.post("/leads/create", { email })).toMatchObject({
      error: "lead_exists",
      message: "Thank you. We have your email address.",
    });
    const { data: check } = await api.post("/codes/check", { code, email });
    expect(check).toMatchObject({ error: "code_reserved", publicError: "code_not_found", message: unknown.message });
    expect(JSON.stringify(check.rules)).not.toContain("ada@example.org");
  });

  test("tell everyone whose sign-up is refused the same", async () => {
    const { ctx, api } = await createForm();
    const known = await insertLead(ctx, { onWaitlist: true });
    for (const body of [
      {},
      { requireVerified: false },
      { by: ["invitation"] },
      { by: ["tag"], tag: "beta" },
      { by: ["claim", "invitation"] },
    ]) {
      const { data } = await api.post("/claims/gate", { ...body, email: known });
      expect(data).toMatchObject({ allowed: false, reason: "waiting", message: expect.stringMatching(/^[A-Z].*[.]$/) });
      expect(data.message).not.toMatch(forDevelopers);
      expect((await api.post("/claims/gate", { ...body, email: uniqueEmail() })).data).toMatchObject({
        reason: "not_a_lead",
        message: data.message,
      });
    }
    expect(await api.post("/claims/gate", { email: "ada" })).toMatchObject({ status: 400, message: "Enter a valid email address." });
  });

  test("say what to correct, and keep the reason for developers", async () => {
    const { api, ctx } = await createForm();
    const code = await insertCode(ctx);
    expect(await api.post("/codes/claim", { code, email: "ada" })).toMatchObject({
      message: "Enter a valid email address.",
      fields: { email: [expect.any(String)] },
      details: { reason: apiErrors.invalid_input.message },
    });
    expect(await api.post("/codes/claim", { code, email: uniqueEmail(), nonsense: true })).toMatchObject({
      message: "Check your details and try again.",
    });
    expect(await api.post("/codes/claim", "{")).toMatchObject({ message: "We couldn't read this form. Try again." });
    await pauseProject(await staffContext(ctx, { role: "admin" }), { pause: ["claims"], message: "Back on Monday." });
    expect(await api.post("/codes/claim", { code, email: uniqueEmail() })).toMatchObject({
      error: "claims_paused",
      message: "Back on Monday.",
    });
    expect((await api.post("/codes/check", { code, email: uniqueEmail() })).data.message).toBe("Back on Monday.");
  });

  test("staff still read theirs", async () => {
    const { ctx } = await createForm();
    const cookie = await createCookie(ctx, { role: "member" });
    expect(await apiClient(null).post("/leads/create", { email: await insertLead(ctx) }, { cookie })).toMatchObject({
      message: apiErrors.lead_exists.message,
    });
  });
});

test("an error is retryable only if the same request can succeed later, without a change", () => {
  const names = Object.keys(apiErrors) as ErrorName[];
  for (const name of names.filter(isRetryable)) expect([409, 429, 500, 503]).toContain(apiErrors[name].status);
  for (const name of names.filter((each) => apiErrors[each].status >= 500)) expect(isRetryable(name)).toBe(true);
  for (const name of ["code_exhausted", "lead_exists", "claims_paused", "code_not_started"] as const) expect(isRetryable(name)).toBe(false);
});

test("limits of a visitor are those of the project", async () => {
  const { ctx, claim } = await createForm();
  await app.db.execute(sql`update projects set rate_limits = '{"guess.client": 2}' where id = ${ctx.projectId}`);
  const errors: (string | undefined)[] = [];
  for (let guess = 0; guess < 3; guess++) errors.push((await claim(`wrong-${guess}`, "203.0.113.7")).error);
  expect(errors).toEqual(["code_not_found", "code_not_found", "too_many_requests"]);
});

test("the state of a claim is returned with its token and in the exchange, also with the public key and for a repeated claim", async () => {
  const { ctx, api, publicKey } = await createForm();
  for (const client of [api, apiClient(publicKey)]) {
    const body = { code: await insertCode(ctx), email: uniqueEmail() };
    for (const state of ["one", "two"]) {
      const { data } = await client.post("/codes/claim", { ...body, state });
      expect(data.state).toBe(state);
      expect((await api.post("/claims/exchange", { claimToken: data.claimToken })).data.state).toBe(state);
    }
    const { data } = await client.post("/codes/claim", body);
    expect(data).not.toHaveProperty("state");
    expect((await api.post("/claims/exchange", { claimToken: data.claimToken })).data.state).toBeNull();
  }
});

test.each<[string, string | null]>([
  ["https://staging.example.org/welcome", "https://staging.example.org/welcome"],
  ["HTTPS://Staging.Example.org", "https://staging.example.org/"],
  ["http://localhost:5173/claimed?from=gatehouse", "http://localhost:5173/claimed?from=gatehouse"],
  ["com.example.app:/claimed", "com.example.app:/claimed"],
  ["myapp://claimed", "myapp://claimed"],
  ["javascript:alert(1)", null],
  [" javascript:alert(1)", null],
  ["data:text/html,hi", null],
  ["file:///etc/passwd", null],
  ["/welcome", null],
  ["example.org/welcome", null],
  ["https://ada:secret@example.org/", null],
  ["https://example.org/#x", null],
  ["https://example.org/?#", null],
  // 1,220 characters in a link.
  [`https://example.org/${"é".repeat(200)}`, null],
])("a return URL %j is kept as %j", async (address, kept) => {
  const { ctx } = await createForm();
  const cookie = await createCookie(ctx, { role: "admin" });
  const { data, fields } = await apiClient(null).call("PATCH", "/project", { cookie, body: { returnUrls: [address] } });
  if (kept === null) expect(fields).toHaveProperty(["returnUrls.0"]);
  else expect(data.returnUrls).toEqual([kept]);
});

test("a look-up of leads isn't refused because of text that isn't an email address", async () => {
  const { ctx, api } = await createForm();
  const email = await insertLead(ctx);
  const emails = ["", "not an email", "jörg@example.org", email.toUpperCase(), "a@b@c", "stranger@example.org"];
  const { data } = await api.post("/leads/lookup", { emails });
  expect(data.map((lead: { email: string }) => lead.email)).toEqual([email]);
});

test("an invitation returns the code of each lead, new or from a batch", async () => {
  const { ctx, api } = await createForm();
  const emails = [await insertLead(ctx), await insertLead(ctx)];
  const { data } = await api.post("/leads/invite", { emails: [...emails, "stranger@example.org"] });
  expect(data.codes.map(({ email }: { email: string }) => email).sort()).toEqual(emails.sort());
  for (const { email, code } of data.codes) {
    expect((await api.get(`/codes/${code}`)).data.reservedFor).toEqual({ email });
  }
  const { data: generated } = await api.post("/codes/generate", { amount: 1 });
  const given = await api.post("/leads/invite", { emails: emails.slice(0, 1), batch: generated[0].batch.id, skip: [] });
  expect(given.data.codes).toEqual([{ email: emails[0], code: generated[0].code }]);
});
