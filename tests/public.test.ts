import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { createConsentId } from "@/core/projects/consent";
import { updateProject } from "@/core/projects/update";
import { apiClient } from "./harness/api";
import { getClaimCounts, insertCode, insertLead, insertProject, uniqueEmail, uniqueId } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();
const email = "ada@example.org";
const limits = publicRateLimits.guess;

const { publicKey, secretKey } = await insertProject(ctx);
const api = apiClient(publicKey);
const getLead = async (address: string) => (await apiClient(secretKey).get(`/leads/email/${address}`)).data;

describe("creating a lead with the public key", () => {
  test("returns the same response and headers for a new and a known email", async () => {
    const address = uniqueEmail();
    const newResponse = await api.post("/leads/create", { email: address, firstname: "Ada", waitlist: true });
    const known = await api.post("/leads/create", { email: address, firstname: "Eve", waitlist: true });
    const withoutAlias = (text: string, { referral }: { referral: { code: string } }) => text.replaceAll(referral.code, "");
    expect(known.text).toHaveLength(newResponse.text.length);
    expect(withoutAlias(known.text, known.data)).toBe(withoutAlias(newResponse.text, newResponse.data));
    expect(newResponse.data).toEqual({ email: address, referral: expect.anything() });
    expect(known.status).toBe(newResponse.status);
    // Both requests count toward the rate limit.
    const comparable = (headers: Headers) => [...headers].filter(([name]) => name !== "x-request-id" && name !== "ratelimit");
    expect(comparable(known.headers)).toEqual(comparable(newResponse.headers));
  });

  test("only ever adds a known lead to the waitlist", async () => {
    const address = uniqueEmail();
    await api.post("/leads/create", { email: address, firstname: "Ada", notes: "first" });
    const before = await getLead(address);
    await api.post("/leads/create", { email: address, firstname: "Eve", lastname: "Evil", notes: "second" });
    expect(await getLead(address)).toEqual(before);
    await api.post("/leads/create", { email: address, firstname: "Eve", waitlist: true });
    expect(await getLead(address)).toEqual({ ...before, onWaitlist: true, waitlistStatus: "waiting", updatedAt: expect.any(String) });
    await api.post("/leads/create", { email: address, waitlist: false });
    expect(await getLead(address)).toMatchObject({ onWaitlist: true });
  });

  test("rejects a known lead with the secret key and changes nothing", async () => {
    const address = uniqueEmail();
    const create = (body: object) => apiClient(secretKey).post("/leads/create", { email: address, ...body });
    expect(await create({ firstname: "Ada", lastname: "Lovelace", notes: "line\nline" })).toMatchObject({
      data: {
        email: address,
        firstname: "Ada",
        lastname: "Lovelace",
        notes: "line\nline",
        onWaitlist: false,
        hasClaimedCode: false,
        referredBy: null,
        referredLeads: [],
      },
    });
    const before = await getLead(address);
    expect(await create({ firstname: "Eve", waitlist: true })).toMatchObject({ status: 409, error: "lead_exists" });
    expect(await getLead(address)).toEqual(before);
  });

  test("names the type that a field must have", async () => {
    const { error, fields } = await api.post("/leads/create", { email: 1, waitlist: "yes", fields: [] });
    expect({ error, fields }).toEqual({
      error: "invalid_input",
      fields: { email: ["must be a string"], waitlist: ["must be true or false"], fields: ["must be an object"] },
    });
  });

  test("records the referrer of a referral code in any spelling", async () => {
    const referral = uniqueEmail();
    const referrer = (await apiClient(secretKey).post("/leads/create", { email: uniqueEmail() })).data;
    expect(referrer.referralCode).toMatch(/^[bcdfghjkmnpqrstvwxyz23456789]{8}$/);
    await api.post("/leads/create", { email: referral, referralCode: ` ${referrer.referralCode.toUpperCase()} ` });
    expect(await getLead(referral)).toMatchObject({ referredBy: { email: referrer.email, referralCode: referrer.referralCode } });
    expect(await getLead(referrer.email)).toMatchObject({ referredLeads: [{ email: referral }] });
  });

  test("requires agreement to the project's consent text, the same for new and known emails, and stores the text as it read", async () => {
    const project = await insertProject(ctx);
    const [signUp, staff] = [apiClient(project.publicKey), apiClient(project.secretKey)];
    const [known, fresh] = [await insertLead(project.ctx), uniqueEmail()];
    const consentText = "I agree to the [terms](https://example.org/terms).\nI am over 16.";
    await updateProject(project.ctx, { consentText });
    const outdatedId = "0".repeat(64);
    const refusals = [];
    for (const address of [known, fresh])
      for (const consent of [undefined, false, outdatedId])
        for (const waitlist of [undefined, true]) refusals.push(await signUp.post("/leads/create", { email: address, consent, waitlist }));
    for (const { status, error, fields } of refusals)
      expect({ status, error, fields }).toEqual({
        status: 400,
        error: "invalid_input",
        fields: { consent: ["Check this box to join the waitlist."] },
      });
    expect(await staff.get(`/leads/email/${fresh}`)).toMatchObject({ error: "lead_not_found" });
    expect((await staff.get(`/leads/email/${known}`)).data).toMatchObject({ onWaitlist: false, consent: null });

    const other = uniqueEmail();
    for (const address of [known, fresh])
      expect((await signUp.post("/leads/create", { email: address, consent: true, waitlist: true })).data).toEqual({
        email: address,
        referral: expect.anything(),
      });
    await signUp.post("/leads/create", { email: other, consent: createConsentId(consentText) });
    await updateProject(project.ctx, { consentText: "Another text" });
    for (const address of [fresh, other])
      expect((await staff.get(`/leads/email/${address}`)).data.consent).toEqual({ wording: consentText, at: expect.any(String) });

    // Your backend asks for consent itself.
    expect((await staff.post("/leads/create", { email: uniqueEmail() })).data.consent).toBeNull();
    expect((await staff.post("/leads/create", { email: uniqueEmail(), consent: true })).data.consent.wording).toBe("Another text");
  });

  test("creates nothing for an unknown referral code", async () => {
    const address = uniqueEmail();
    for (const key of [publicKey, secretKey]) {
      expect(await apiClient(key).post("/leads/create", { email: address, referralCode: "nowhere" })).toMatchObject({
        status: 404,
        error: "referral_code_not_found",
      });
    }
    expect(await apiClient(secretKey).get(`/leads/email/${address}`)).toMatchObject({ error: "lead_not_found" });
  });
});

describe("guessing codes", () => {
  test("is blocked at the rate limit for that client, who can still sign up", async () => {
    const { ctx: projectCtx, publicKey, secretKey } = await insertProject(ctx);
    const api = apiClient(publicKey);
    const guess = (from: string, options = {}) =>
      api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() }, { ipAddress: from, ...options });
    for (let i = 0; i < limits.client.limit; i++) expect((await guess("192.0.2.1")).error).toBe("code_not_found");

    const stopped = await guess("192.0.2.1");
    expect(stopped).toMatchObject({ status: 429, error: "too_many_requests" });
    expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(limits.client.windowSeconds);
    expect(await guess("192.0.2.1", { headers: { "idempotency-key": uniqueId() } })).toMatchObject({ error: "too_many_requests" });
    const code = await insertCode(projectCtx);
    expect(await api.post("/codes/claim", { code, email }, { ipAddress: "192.0.2.1" })).toMatchObject({ error: "too_many_requests" });
    expect(await api.post("/leads/create", { email }, { ipAddress: "192.0.2.1" })).toMatchObject({ status: 200 });
    expect(await getClaimCounts(projectCtx, code)).toEqual({ counter: 0, claims: 0 });

    expect(await guess("192.0.2.2")).toMatchObject({ error: "code_not_found" });
    expect(await apiClient(secretKey).post("/codes/claim", { code, email }, { ipAddress: "192.0.2.1" })).toMatchObject({ status: 200 });

    await db.execute(sql`update rate_limit_windows set ends_at = now() - interval '1 second'`);
    expect(await guess("192.0.2.1")).toMatchObject({ error: "code_not_found" });
  });

  test("can't bypass the rate limit with an Idempotency-Key", async () => {
    const api = apiClient((await insertProject(ctx)).publicKey);
    const guess = (key: string) =>
      api.post("/codes/claim", { code: "nowhere", email: uniqueEmail() }, { headers: { "idempotency-key": key } });
    for (let i = 0; i < limits.client.limit; i++) await guess(`guess-${i % 3}`);
    expect(await guess("guess-0")).toMatchObject({ error: "too_many_requests" });
  });

  test("can't exceed the rate limit with concurrent requests", async () => {
    const api = apiClient((await insertProject(ctx)).publicKey);
    const responses = await Promise.all(
      Array.from({ length: limits.client.limit + 40 }, () => api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() })),
    );
    expect(responses.filter(({ error }) => error === "code_not_found")).toHaveLength(limits.client.limit);
    expect(responses.filter(({ error }) => error === "too_many_requests")).toHaveLength(40);
  });

  test("counts reserved codes, but no found codes or invalid requests", async () => {
    const { ctx: projectCtx, publicKey } = await insertProject(ctx);
    const api = apiClient(publicKey);
    const getAttempts = async () => {
      const [row] = await db.execute<{ attempts: number }>(
        sql`select coalesce(max(attempts), 0)::int as attempts from rate_limit_windows where project_id = ${projectCtx.projectId} and name like 'guess.%'`,
      );
      return row?.attempts;
    };
    await api.post("/codes/claim", { code: await insertCode(projectCtx), email });
    await api.post("/codes/claim", { code: await insertCode(projectCtx, { paused: true }), email });
    await api.post("/codes/claim", { code: "nowhere" });
    await api.post("/leads/create", { email: await insertLead(projectCtx) });
    expect(await getAttempts()).toBe(0);
    await api.post("/codes/claim", { code: await insertCode(projectCtx, { reservedFor: "grace@example.org" }), email });
    expect(await getAttempts()).toBe(1);
  });

  test("is never limited for the secret key", async () => {
    const { secretKey } = await insertProject(ctx);
    for (let i = 0; i < limits.client.limit + 20; i++) {
      expect(await apiClient(secretKey).post("/codes/claim", { code: "nowhere", email })).toMatchObject({ error: "code_not_found" });
    }
  });

  test("doesn't store the client's IP address", async () => {
    const { publicKey } = await insertProject(ctx);
    await apiClient(publicKey).post("/codes/claim", { code: "nowhere", email }, { ipAddress: "203.0.113.77" });
    const windows = await db.execute<{ row: string }>(sql`select b::text as row from rate_limit_windows b`);
    expect(windows.map(({ row }) => row).join()).not.toContain("203.0.113.77");
  });
});
