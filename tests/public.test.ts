import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { ipNetwork } from "@/lib/ip-network";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, uniqueEmail, insertProject, getClaimCounts, uniqueId } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();
const email = "ada@example.org";
const limits = publicRateLimits.guess;

const { publicKey, secretKey } = await insertProject(ctx);
const api = apiClient(publicKey);
const lookUp = async (address: string) => (await apiClient(secretKey).get(`/leads/email/${address}`)).data;

describe("creating a lead with the public key", () => {
  test("answers alike for a new and a known address, headers and all", async () => {
    const address = uniqueEmail();
    const fresh = await api.post("/leads/create", { email: address, firstname: "Ada", waitlist: true });
    const known = await api.post("/leads/create", { email: address, firstname: "Eve", waitlist: true });
    expect(known.text).toBe(fresh.text);
    expect(fresh.data).toEqual({ email: address });
    expect(known.status).toBe(fresh.status);
    const named = (headers: Headers) => [...headers].filter(([name]) => name !== "x-request-id");
    expect(named(known.headers)).toEqual(named(fresh.headers));
  });

  test("changes nothing of a known lead but the waitlist they ask for", async () => {
    const address = uniqueEmail();
    await api.post("/leads/create", { email: address, firstname: "Ada", notes: "first" });
    const before = await lookUp(address);
    await api.post("/leads/create", { email: address, firstname: "Eve", lastname: "Evil", notes: "second" });
    expect(await lookUp(address)).toEqual(before);
    await api.post("/leads/create", { email: address, firstname: "Eve", waitlist: true });
    expect(await lookUp(address)).toEqual({ ...before, onWaitlist: true, updatedAt: expect.any(String) });
    await api.post("/leads/create", { email: address, waitlist: false });
    expect(await lookUp(address)).toMatchObject({ onWaitlist: true });
  });

  test("with the secret key refuses a known one and changes nothing", async () => {
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
    const before = await lookUp(address);
    expect(await create({ firstname: "Eve", waitlist: true })).toMatchObject({ status: 409, error: "lead_exists" });
    expect(await lookUp(address)).toEqual(before);
  });

  test("knows who referred whom, by a referral code typed in any way", async () => {
    const friend = uniqueEmail();
    const referrer = (await apiClient(secretKey).post("/leads/create", { email: uniqueEmail() })).data;
    expect(referrer.referralCode).toMatch(/^[bcdfghjkmnpqrstvwxyz23456789]{8}$/);
    await api.post("/leads/create", { email: friend, referralCode: ` ${referrer.referralCode.toUpperCase()} ` });
    expect(await lookUp(friend)).toMatchObject({ referredBy: { email: referrer.email, referralCode: referrer.referralCode } });
    expect(await lookUp(referrer.email)).toMatchObject({ referredLeads: [{ email: friend }] });
  });

  test("creates nothing where nobody has that referral code", async () => {
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

describe("guessing", () => {
  test("is stopped after its budget, for the one who guesses; they can still sign up", async () => {
    const { ctx: own, publicKey, secretKey } = await insertProject(ctx);
    const api = apiClient(publicKey);
    const guess = (from: string, ask = {}) => api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() }, { ipAddress: from, ...ask });
    for (let i = 0; i < limits.client.limit; i++) expect((await guess("192.0.2.1")).error).toBe("code_not_found");

    const stopped = await guess("192.0.2.1");
    expect(stopped).toMatchObject({ status: 429, error: "too_many_requests" });
    expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(limits.client.windowSeconds);
    expect(await guess("192.0.2.1", { headers: { "idempotency-key": uniqueId() } })).toMatchObject({ error: "too_many_requests" });
    const code = await insertCode(own);
    expect(await api.post("/codes/claim", { code, email }, { ipAddress: "192.0.2.1" })).toMatchObject({ error: "too_many_requests" });
    expect(await api.post("/leads/create", { email }, { ipAddress: "192.0.2.1" })).toMatchObject({ status: 200 });
    expect(await getClaimCounts(own, code)).toEqual({ counter: 0, claims: 0 });

    expect(await guess("192.0.2.2")).toMatchObject({ error: "code_not_found" });
    expect(await apiClient(secretKey).post("/codes/claim", { code, email }, { ipAddress: "192.0.2.1" })).toMatchObject({ status: 200 });

    await db.execute(sql`update rate_limit_windows set ends_at = now() - interval '1 second'`);
    expect(await guess("192.0.2.1")).toMatchObject({ error: "code_not_found" });
  });

  test("is not dodged with an Idempotency-Key", async () => {
    const api = apiClient((await insertProject(ctx)).publicKey);
    const guess = (key: string) =>
      api.post("/codes/claim", { code: "nowhere", email: uniqueEmail() }, { headers: { "idempotency-key": key } });
    for (let i = 0; i < limits.client.limit; i++) await guess(`guess-${i % 3}`);
    expect(await guess("guess-0")).toMatchObject({ error: "too_many_requests" });
  });

  test("many at once does not get more than the budget", async () => {
    const api = apiClient((await insertProject(ctx)).publicKey);
    const answers = await Promise.all(
      Array.from({ length: limits.client.limit + 40 }, () => api.post("/codes/claim", { code: uniqueId(), email: uniqueEmail() })),
    );
    expect(answers.filter(({ error }) => error === "code_not_found")).toHaveLength(limits.client.limit);
    expect(answers.filter(({ error }) => error === "too_many_requests")).toHaveLength(40);
  });

  test("counts reserved codes as guesses, and nothing that was found or malformed", async () => {
    const { ctx: own, publicKey } = await insertProject(ctx);
    const api = apiClient(publicKey);
    const used = async () => {
      const [row] = await db.execute<{ used: number }>(
        sql`select coalesce(max(attempts), 0)::int as used from rate_limit_windows where project_id = ${own.projectId} and name like 'guess.%'`,
      );
      return row?.used;
    };
    await api.post("/codes/claim", { code: await insertCode(own), email });
    await api.post("/codes/claim", { code: await insertCode(own, { paused: true }), email });
    await api.post("/codes/claim", { code: "nowhere" });
    await api.post("/leads/create", { email: await insertLead(own) });
    expect(await used()).toBe(0);
    await api.post("/codes/claim", { code: await insertCode(own, { reservedFor: "grace@example.org" }), email });
    expect(await used()).toBe(1);
  });

  test("never stops the secret key", async () => {
    const { secretKey } = await insertProject(ctx);
    for (let i = 0; i < limits.client.limit + 20; i++) {
      expect(await apiClient(secretKey).post("/codes/claim", { code: "nowhere", email })).toMatchObject({ error: "code_not_found" });
    }
  });

  test("does not keep the client's address", async () => {
    const { publicKey } = await insertProject(ctx);
    await apiClient(publicKey).post("/codes/claim", { code: "nowhere", email }, { ipAddress: "203.0.113.77" });
    const kept = await db.execute<{ row: string }>(sql`select b::text as row from rate_limit_windows b`);
    expect(kept.map(({ row }) => row).join()).not.toContain("203.0.113.77");
  });
});

test.each([
  ["an IPv4 address is one customer", "203.0.113.7", "203.0.113.7"],
  ["an IPv4 address in IPv6 is the same one", "::ffff:203.0.113.7", "203.0.113.7"],
  ["an IPv6 address counts by its /64", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["in short form too", "2001:DB8:1:2::9", "2001:db8:1:2"],
  ["with leading zeros too", "2001:0db8:0001:0002:0000::9", "2001:db8:1:2"],
  ["with the gap inside the /64", "2001:db8::9", "2001:db8:0:0"],
  ["loopback", "::1", "0:0:0:0"],
  ["with a zone", "fe80::1%eth0", "fe80:0:0:0"],
])("%s", (_, address, expected) => {
  expect(ipNetwork(address)).toBe(expected);
});
