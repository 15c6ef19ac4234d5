import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteExpiredRows } from "../cleanup";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { exchangeToken } from "./exchange";

const { ctx, publicCtx, db } = await createTestApp();

async function createToken() {
  const key = normalizeCode(await insertCode(ctx, { allowedClaims: 10 }));
  const email = uniqueEmail();
  const { token } = await claimCode(publicCtx, { code: key, email });
  return { key, email, token };
}

test("returns who claimed which code, and when", async () => {
  const { key, email, token } = await createToken();
  const { lead, customer, code, claimedAt } = await exchangeToken(ctx, token);
  expect(lead).toEqual(await getLead(ctx, email));
  expect(customer).toEqual(lead);
  expect(code).toEqual(await getCode(ctx, key));
  expect(Math.abs(Date.parse(claimedAt) - Date.now())).toBeLessThan(60_000);
});

test("accepts a token once", async () => {
  const { token } = await createToken();
  await exchangeToken(ctx, token);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("accepts a token once when many requests use it at the same time", async () => {
  const { token } = await createToken();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => getOutcome(exchangeToken(ctx, token))));
  expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
  expect(outcomes.filter((each) => each === "token_not_found")).toHaveLength(9);
});

test("accepts every token of a repeated claim", async () => {
  const { key, email, token } = await createToken();
  const repeated = await claimCode(publicCtx, { code: key, email });
  for (const each of [repeated.token, token]) expect(await exchangeToken(ctx, each)).toMatchObject({ lead: { email } });
});

test("rejects an expired token", async () => {
  const { token } = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = now()`);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("rejects the token of a deleted code", async () => {
  const { key, token } = await createToken();
  await deleteCode(ctx, key);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("rejects the token of a deleted lead", async () => {
  const { email, token } = await createToken();
  await deleteLead(ctx, email);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("rejects the token of another project", async () => {
  const { token } = await createToken();
  const { ctx: otherCtx } = await insertProject(ctx);
  expect(await getErrorName(exchangeToken(otherCtx, token))).toBe("token_not_found");
  expect(await exchangeToken(ctx, token)).toHaveProperty("lead");
});

test("rejects texts that never were tokens", async () => {
  for (const text of ["", "0".repeat(24), "'; drop table claims; --"])
    expect(await getErrorName(exchangeToken(ctx, text))).toBe("token_not_found");
});

test("the cleanup deletes expired tokens and keeps valid ones", async () => {
  const expired = await createToken();
  const valid = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = now() - interval '2 hours' where email = ${expired.email}`);
  await deleteExpiredRows(db);
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from claim_tokens where email = ${expired.email}`);
  expect(row?.count).toBe(0);
  expect(await exchangeToken(ctx, valid.token)).toMatchObject({ lead: { email: valid.email } });
});
