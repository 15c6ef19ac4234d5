import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteExpiredRows } from "../cleanup";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { getCode } from "../codes/get";
import { deleteLead as removeLead } from "../leads/delete";
import { getLead } from "../leads/get";
import { exchangeToken } from "./exchange";

const { ctx, publicCtx, db } = await createTestApp();

async function aToken() {
  const key = normalizeCode(await insertCode(ctx, { allowedClaims: 10 }));
  const email = uniqueEmail();
  const { token } = await claimCode(publicCtx, { code: key, email });
  return { key, email, token };
}

test("a token tells who claimed which code, and when", async () => {
  const { key, email, token } = await aToken();
  const { lead, customer, code, claimedAt } = await exchangeToken(ctx, token);
  expect(lead).toEqual(await getLead(ctx, email));
  expect(customer).toEqual(lead);
  expect(code).toEqual(await getCode(ctx, key));
  expect(Math.abs(Date.parse(claimedAt) - Date.now())).toBeLessThan(60_000);
});

test("a token works once", async () => {
  const { token } = await aToken();
  await exchangeToken(ctx, token);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("of many who use one token at once, one gets an answer", async () => {
  const { token } = await aToken();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => getOutcome(exchangeToken(ctx, token))));
  expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
  expect(outcomes.filter((each) => each === "token_not_found")).toHaveLength(9);
});

test("every token of a repeated claim works", async () => {
  const { key, email, token } = await aToken();
  const again = await claimCode(publicCtx, { code: key, email });
  for (const each of [again.token, token]) expect(await exchangeToken(ctx, each)).toMatchObject({ lead: { email } });
});

test("a token is dead when its time is over, and asking does not revive it", async () => {
  const { token } = await aToken();
  await db.execute(sql`update claim_tokens set expires_at = now()`);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("a token dies with its code", async () => {
  const { key, token } = await aToken();
  await removeCode(ctx, key);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("a token dies with its lead", async () => {
  const { email, token } = await aToken();
  await removeLead(ctx, email);
  expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
});

test("a token is nothing to another project", async () => {
  const { token } = await aToken();
  const { ctx: another } = await insertProject(ctx);
  expect(await getErrorName(exchangeToken(another, token))).toBe("token_not_found");
  expect(await exchangeToken(ctx, token)).toHaveProperty("lead");
});

test("what never was a token is none", async () => {
  for (const text of ["", "0".repeat(24), "'; drop table claims; --"])
    expect(await getErrorName(exchangeToken(ctx, text))).toBe("token_not_found");
});

test("tidying takes dead tokens away and leaves living ones", async () => {
  const dead = await aToken();
  const living = await aToken();
  await db.execute(sql`update claim_tokens set expires_at = now() - interval '2 hours' where email = ${dead.email}`);
  await deleteExpiredRows(db);
  const [row] = await db.execute<{ dead: number }>(sql`select count(*)::int as dead from claim_tokens where email = ${dead.email}`);
  expect(row?.dead).toBe(0);
  expect(await exchangeToken(ctx, living.token)).toMatchObject({ lead: { email: living.email } });
});
