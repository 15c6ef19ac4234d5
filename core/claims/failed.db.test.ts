import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { failedClaimLimits } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { insertCode, insertLead, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteExpiredRows } from "../cleanup";
import { deleteLead } from "../leads/delete";
import { listFailedClaims, recordFailedClaim } from "./failed";

const { ctx, db, secretKey, publicKey } = await createTestApp();

const listByCode = (code: string) => listFailedClaims(ctx, { code: normalizeCode(code) });
const listByEmail = (email: string) => listFailedClaims(ctx, { email });
const record = (code: string, email: string) =>
  recordFailedClaim(ctx, { code: normalizeCode(code), email, error: "code_exhausted", source: "page" });

describe("a claim that fails", () => {
  test.each([
    ["code_exhausted", { claimedBy: [uniqueEmail()] }],
    ["code_paused", { paused: true }],
    ["code_reserved", { reservedFor: "someone.else@example.org" }],
  ] as const)("is listed at the code with %s, also with an Idempotency-Key", async (error, options) => {
    const code = await insertCode(ctx, options as object);
    const email = uniqueEmail();
    const publicApi = apiClient(publicKey);
    expect((await publicApi.post("/codes/claim", { code, email })).status).not.toBe(200);
    await expect.poll(() => listByCode(code)).toHaveLength(1);
    await publicApi.post("/codes/claim", { code, email }, { headers: { "idempotency-key": uniqueId() } });
    await expect.poll(() => listByCode(code)).toMatchObject([{ attempts: 2 }]);
    const { data } = await apiClient(secretKey).get(`/claims/failed?code=${code}`);
    expect(data).toMatchObject([{ code, codeExists: true, email, leadExists: false, error, attempts: 2, source: "widget" }]);
  });

  test("is listed at the lead, also if there is no such code", async () => {
    const email = await insertLead(ctx);
    await apiClient(publicKey).post("/codes/claim", { code: "Missing-code", email });
    await expect.poll(() => listByEmail(email)).toHaveLength(1);
    const { data } = await apiClient(secretKey).get(`/claims/failed?email=${encodeURIComponent(email)}`);
    expect(data).toMatchObject([
      { code: normalizeCode("Missing-code"), codeExists: false, email, leadExists: true, error: "code_not_found" },
    ]);
  });

  test("is listed if it was to hold the code, or if others hold it", async () => {
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const secretApi = apiClient(secretKey);
    expect(await secretApi.post("/codes/hold", { code, email: uniqueEmail() })).toMatchObject({ status: 200 });
    expect(await secretApi.post("/codes/hold", { code, email })).toMatchObject({ error: "code_held" });
    await expect.poll(() => listByCode(code)).toMatchObject([{ email, error: "code_held", attempts: 1, source: "api" }]);
    expect(await apiClient(publicKey).post("/codes/claim", { code, email })).toMatchObject({ error: "code_held" });
    await expect.poll(() => listByCode(code)).toMatchObject([{ email, error: "code_held", attempts: 2, source: "widget" }]);
  });

  test("isn't recorded if neither the code nor the lead exists", async () => {
    const [code, email] = ["nowhere", uniqueEmail()];
    await recordFailedClaim(ctx, { code, email, error: "code_not_found", source: "page" });
    expect(await listByEmail(email)).toEqual([]);
    expect(await listByCode(code)).toEqual([]);
  });

  test("contains no IP address or other trace of the client", async () => {
    const columns = await queryRows<{ column_name: string }>(
      db,
      sql`select column_name from information_schema.columns where table_name = 'failed_claims' order by 1`,
    );
    expect([...columns].map(({ column_name }) => column_name)).toEqual([
      ...["attempts", "code_key", "created_at", "email", "error", "project_id", "source", "updated_at"],
    ]);
  });
});

describe("failed claims are limited", () => {
  test("to the latest for each code, however many people try it", async () => {
    const code = await insertCode(ctx);
    const emails = Array.from({ length: failedClaimLimits.perCode + 5 }, () => uniqueEmail());
    for (const email of emails) await record(code, email);
    expect((await listByCode(code)).map(({ email }) => email)).toEqual(emails.slice(5).reverse());
    // Repeated attempts are one row.
    await record(code, emails.at(-1) ?? "");
    expect((await listByCode(code))[0]).toMatchObject({ email: emails.at(-1), attempts: 2 });
    const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
      db,
      sql`select count(*)::int as count from failed_claims where code_key = ${normalizeCode(code)}`,
    );
    expect(count).toBe(failedClaimLimits.perCode);
  });

  test("to the latest for each email, however many codes are tried, and at the same time", async () => {
    const email = await insertLead(ctx);
    const codes = Array.from({ length: 3 * failedClaimLimits.perEmail }, () => uniqueId());
    await Promise.all(codes.map((code) => record(code, email)));
    for (const code of codes.slice(0, 3)) await record(code, email);
    const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
      db,
      sql`select count(*)::int as count from failed_claims where email = ${email}`,
    );
    expect(count).toBeLessThanOrEqual(failedClaimLimits.perEmail);
  });

  test("to a limited time", async () => {
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await record(code, email);
    await db.execute(sql`update failed_claims set updated_at = now() - interval '31 days' where email = ${email}`);
    expect(await listByCode(code)).toEqual([]);
    await deleteExpiredRows(db);
    expect(await queryRows(db, sql`select from failed_claims where email = ${email}`)).toEqual([]);
  });
});

test("failed claims of a lead are deleted with them, and never shown to another project", async () => {
  const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
  await record(code, email);
  const { ctx: otherCtx } = await insertProject(ctx);
  expect(await listFailedClaims(otherCtx, { email })).toEqual([]);
  expect(await listByEmail(email)).toHaveLength(1);
  await deleteLead(ctx, email);
  expect(await listByCode(code)).toEqual([]);
});
