import { describe, expect, test } from "vitest";
import { createPasswordResetLink } from "@/core/staff/password-reset";
import { apiClient } from "./harness/api";
import { insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

// Three kinds of tokens have a name each. Older clients call all of them `token`.

const app = await createTestApp();

async function createClaim() {
  const { ctx, secretKey, publicKey } = await insertProject(app.ctx);
  const body = { code: await insertCode(ctx, { allowedClaims: 5 }), email: uniqueEmail() };
  const claim = async () => (await apiClient(publicKey).post("/codes/claim", body)).data;
  return { ...body, claim, exchange: (fields: object) => apiClient(secretKey).post("/claims/exchange", fields) };
}

describe("the claim token", () => {
  test("has its own name and the older one in the answer, and both in the exchange", async () => {
    const { claim, exchange, email } = await createClaim();
    for (const name of ["claimToken", "token"]) {
      const claimed = await claim();
      expect(claimed.claimToken).toBe(claimed.token);
      expect(await exchange({ [name]: claimed[name] })).toMatchObject({ status: 200, data: { lead: { email } } });
    }
  });

  test("must have exactly one of the names in the exchange", async () => {
    const { claim, exchange } = await createClaim();
    const { token } = await claim();
    const fields = { claimToken: [expect.stringContaining("not both")] };
    for (const body of [{}, { token, claimToken: token }])
      expect(await exchange(body)).toMatchObject({ status: 400, error: "invalid_input", fields });
    expect((await exchange({ token })).status).toBe(200);
  });

  test("that doesn't work is refused with the same status and message, and with the reason for programs", async () => {
    const { claim, exchange } = await createClaim();
    const { claimToken } = await claim();
    const { claimedAt } = (await exchange({ claimToken })).data;
    const used = await exchange({ claimToken });
    const unknown = await exchange({ claimToken: "0".repeat(24) });
    expect(used).toMatchObject({ status: 404, error: "token_not_found", details: { reason: "used", retryable: false } });
    expect(Date.parse(used.details?.usedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(claimedAt));
    expect(unknown).toMatchObject({ status: 404, error: "token_not_found", details: { reason: "unknown" } });
    expect(unknown.message).toBe(used.message);
    expect(used.message).toMatch(/Claim your code once more/);
  });
});

test("the account token of a link to reset a password has its own name and the older one", async () => {
  for (const name of ["accountToken", "token"]) {
    const { email } = await insertStaff(app.ctx);
    const link = await createPasswordResetLink(app.ctx, email);
    const reset = (fields: object) => apiClient(null).post("/password/reset", { password: "a long new password", ...fields });
    const twice = { accountToken: link?.token, token: link?.token };
    expect(await reset(twice)).toMatchObject({ error: "invalid_input", fields: { accountToken: [expect.stringContaining("not both")] } });
    expect(await reset({ [name]: link?.token })).toMatchObject({ status: 200, data: { email } });
  }
});
