import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { rateLimitFields, rateLimitSettings } from "@/contract/abuse-protection-settings";
import { apiClient } from "@/tests/harness/api";
import { insertCode, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { getRateLimitSettings, updateRateLimitSettings } from "./rate-limit-settings";
import { getAbuseProtection } from "./status";

const { ctx } = await createTestApp();

describe("the rate limits of a project", () => {
  test("are the defaults until staff change them, one by one", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const defaults = await getRateLimitSettings(projectCtx);
    expect(defaults).toMatchObject({
      claimsPerCode: publicRateLimits.claim.code.limit,
      signUpsPerClient: publicRateLimits.sign_up.client.limit,
    });
    await updateRateLimitSettings(projectCtx, { signUpsPerClient: 500 });
    await updateRateLimitSettings(projectCtx, { guessesPerProject: 100 });
    expect(await getRateLimitSettings(projectCtx)).toEqual({ ...defaults, signUpsPerClient: 500, guessesPerProject: 100 });
    expect(await getAbuseProtection(projectCtx)).toMatchObject({ guesses: { limit: 100 } });
    expect(await updateRateLimitSettings(projectCtx, defaults)).toEqual(defaults);
    expect(await getRateLimitSettings((await insertProject(ctx)).ctx)).toEqual(defaults);
  });

  test("aren't replaced if someone else has changed them, and others are", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const expected = await getRateLimitSettings(projectCtx);
    await updateRateLimitSettings(projectCtx, { signUpsPerClient: 500, expected });
    for (const changes of [{ signUpsPerClient: 600 }, { signUpsPerClient: expected.signUpsPerClient, claimsPerCode: 20 }])
      await expect(updateRateLimitSettings(projectCtx, { ...changes, expected })).rejects.toMatchObject({ errorName: "project_changed" });
    expect(await updateRateLimitSettings(projectCtx, { claimsPerCode: 30, signUpsPerClient: 500, expected })).toEqual({
      ...expected,
      signUpsPerClient: 500,
      claimsPerCode: 30,
    });
    const results = await Promise.allSettled(
      [100, 200].map((guessesPerProject) =>
        updateRateLimitSettings(projectCtx, { guessesPerProject, expected: { guessesPerProject: expected.guessesPerProject } }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("have a default within their bounds", () => {
    for (const field of rateLimitFields) {
      const { min, max, defaultLimit } = rateLimitSettings[field];
      expect(defaultLimit).toBeGreaterThanOrEqual(min);
      expect(defaultLimit).toBeLessThanOrEqual(max);
    }
  });

  test("let 150 people sign up behind one IP address at an event, and fewer again after it", async () => {
    const { ctx: projectCtx, publicKey } = await insertProject(ctx);
    const signUp = () => apiClient(publicKey).post("/leads/create", { email: uniqueEmail(), waitlist: true });
    await updateRateLimitSettings(projectCtx, { signUpsPerClient: 150 });
    const statuses = [];
    for (let i = 0; i < 151; i++) statuses.push((await signUp()).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(150);
    expect(statuses.at(-1)).toBe(429);
  });

  test("apply to guesses and claims", async () => {
    const { ctx: projectCtx, publicKey } = await insertProject(ctx);
    const code = await insertCode(projectCtx, { allowedClaims: 100 });
    const claim = (text: string, ipAddress: string) =>
      apiClient(publicKey).post("/codes/claim", { code: text, email: uniqueEmail() }, { ipAddress });
    await updateRateLimitSettings(projectCtx, { claimsPerCode: 5, guessesPerClient: 10 });
    for (let i = 0; i < 5; i++) expect(await claim(code, "192.0.2.1")).toMatchObject({ status: 200 });
    expect(await claim(code, "192.0.2.1")).toMatchObject({ error: "proof_required" });
    for (let i = 0; i < 10; i++) expect(await claim(uniqueId(), "192.0.2.2")).toMatchObject({ error: "code_not_found" });
    expect(await claim(uniqueId(), "192.0.2.2")).toMatchObject({ error: "too_many_requests" });
  });
});
