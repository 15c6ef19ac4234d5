import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { apiClient } from "./harness/api";
import { insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { exhaustRateLimit } from "./harness/rate-limits";
import { insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();

/** The parameters of each item of a header such as `"claims";r=199;t=540`, by its name. */
function parse(header: string | null): Record<string, Record<string, number>> {
  if (header === null) return {};
  expect(header).toMatch(/^"[a-z-]+"(;[a-z]=\d+)+(, "[a-z-]+"(;[a-z]=\d+)+)*$/);
  const items = header.split(", ").map((item) => {
    const [name = "", ...parameters] = item.split(";");
    return [name.slice(1, -1), Object.fromEntries(parameters.map((parameter) => [parameter[0], Number(parameter.slice(2))]))];
  });
  return Object.fromEntries(items);
}

let clients = 0;
const uniqueAddress = () => `192.0.2.${++clients}`;

async function createClient() {
  const project = await insertProject(app.ctx);
  const ipAddress = uniqueAddress();
  const api = apiClient(project.publicKey);
  const claim = async (body: object) => {
    const reply = await api.post("/codes/claim", { email: uniqueEmail(), ...body }, { ipAddress });
    return { ...reply, policy: parse(reply.headers.get("ratelimit-policy")), limit: parse(reply.headers.get("ratelimit")) };
  };
  return { ...project, api, ipAddress, claim };
}

const claimPolicies = {
  claims: { q: publicRateLimits.claim.client.limit, w: 600 },
  "claims-of-code": { q: publicRateLimits.claim.code.limit, w: 600 },
  "wrong-codes": { q: publicRateLimits.guess.client.limit, w: 600 },
};

test("the headers of a claim report its limits, and how many attempts are left", async () => {
  const { ctx, claim } = await createClient();
  const code = await insertCode(ctx, { allowedClaims: 5 });
  for (const number of [1, 2, 3]) {
    const { status, policy, limit } = await claim({ code });
    expect(status).toBe(200);
    expect(policy).toEqual(claimPolicies);
    expect(limit).toEqual({
      claims: { r: 200 - number, t: expect.any(Number) },
      "claims-of-code": { r: 100 - number, t: expect.any(Number) },
    });
    expect(limit.claims?.t).toBeGreaterThan(0);
    expect(limit.claims?.t).toBeLessThanOrEqual(600);
  }
});

test("the response that says that a code is wrong reports how many wrong codes are left, and none left when it refuses", async () => {
  const { ctx, claim } = await createClient();
  const code = await insertCode(ctx);
  const wrong = await claim({ code: "nowhere-at-all" });
  expect(wrong).toMatchObject({ status: 404, policy: claimPolicies, limit: { "wrong-codes": { r: 99 } } });
  await Promise.all(Array.from({ length: 99 }, (_, index) => claim({ code: `nowhere-${index}` })));
  for (const text of [code, "nowhere-again"]) {
    const refused = await claim({ code: text });
    expect(refused).toMatchObject({ status: 429, error: "too_many_requests", policy: claimPolicies, limit: { "wrong-codes": { r: 0 } } });
    expect(refused.headers.get("ratelimit")).toMatch(/^"wrong-codes";r=0;/);
    expect(String(refused.limit["wrong-codes"]?.t)).toBe(refused.headers.get("retry-after"));
  }
});

test("the limits don't tell whether a code exists when the response doesn't", async () => {
  const { ctx, claim } = await createClient();
  const code = await insertCode(ctx);
  await exhaustRateLimit(ctx, "guess");
  const [right, wrong] = [await claim({ code }), await claim({ code: "nowhere-at-all" })];
  for (const { limit, error } of [right, wrong]) {
    expect(error).toBe("proof_required");
    expect(Object.keys(limit).sort()).toEqual(["claims", "claims-of-code"]);
  }
  expect(Object.keys(wrong.policy)).toEqual(Object.keys(right.policy));
});

test("the headers of a sign-up report its limit, as the project sets it", async () => {
  const { ctx, api, ipAddress } = await createClient();
  await ctx.db.execute(sql`update projects set rate_limits = '{"sign_up.client": 50}' where id = ${ctx.projectId}`);
  const join = () => api.post("/leads/create", { email: uniqueEmail() }, { ipAddress });
  await join();
  const { status, headers } = await join();
  expect(status).toBe(200);
  expect(parse(headers.get("ratelimit-policy"))).toEqual({ "sign-ups": { q: 50, w: 600 } });
  expect(parse(headers.get("ratelimit"))).toEqual({ "sign-ups": { r: 48, t: expect.any(Number) } });
});

test("callers without a limit get no headers about limits", async () => {
  const { ctx, secretKey, publicKey } = await createClient();
  const code = await insertCode(ctx);
  const claimed = await apiClient(secretKey).post("/codes/claim", { code, email: uniqueEmail() });
  const lead = await apiClient(publicKey).get("/formats");
  for (const { headers } of [claimed, lead]) expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
});

test("the headers about sign-in and password resets are the same for known and unknown emails", async () => {
  const member = await insertStaff(app.ctx);
  const api = apiClient(null);
  const send = async (path: string, email: string, ipAddress: string) => {
    const { headers } = await api.post(path, { email, ...(path === "/session" && { password: "wrong" }) }, { ipAddress });
    return [headers.get("ratelimit-policy"), headers.get("ratelimit")?.replace(/t=\d+/, "t=")];
  };
  for (const [path, policy] of [
    ["/session", "sign-in"],
    ["/password/forgot", "password-reset"],
  ] as const) {
    const known = await send(path, member.email, uniqueAddress());
    expect(known[0]).toMatch(new RegExp(`^"${policy}";q=\\d+;w=900$`));
    expect(known[1]).toMatch(new RegExp(`^"${policy}";r=\\d+;t=$`));
    expect(await send(path, uniqueEmail(), uniqueAddress())).toEqual(known);
  }
});
