import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { createCodeLinkToken } from "../abuse-protection/link-token";
import { ApiError } from "../api-error";
import { deleteExpiredRows } from "../cleanup";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { listLeadTimeline } from "../leads/timeline";
import { exchangeToken } from "./exchange";
import { listCodeClaims } from "./list";
import { revokeClaim } from "./revoke";

const { ctx, publicCtx, db } = await createTestApp();

/** Claims a code and returns the token. */
const claimToken = async (...claim: Parameters<typeof claimCode>) => (await claimCode(...claim)).token ?? expect.fail("no token");

async function createToken() {
  const key = normalizeCode(await insertCode(ctx, { allowedClaims: 10 }));
  const email = uniqueEmail();
  const token = await claimToken(publicCtx, { code: key, email });
  return { key, email, token };
}

test("an exchange returns who claimed which code, and when", async () => {
  const { key, email, token } = await createToken();
  const { lead, customer, code, claimedAt } = await exchangeToken(ctx, token);
  expect(lead).toEqual(await getLead(ctx, email));
  expect(customer).toEqual(lead);
  expect(code).toEqual(await getCode(ctx, key));
  expect(Math.abs(Date.parse(claimedAt) - Date.now())).toBeLessThan(60_000);
});

describe("the email of a claim", () => {
  const claimWith = async (linkToken: string | undefined, { code, email }: { code: string; email: string }, by = publicCtx) => {
    return (await exchangeToken(ctx, await claimToken(by, { code, email, linkToken }))).emailVerified;
  };
  const isVerified = async (code: string) => (await collectAll(listCodeClaims(ctx, code, {})))[0]?.emailVerified;
  const newClaim = async () => ({ code: normalizeCode(await insertCode(ctx, { allowedClaims: 10 })), email: uniqueEmail() });

  test("is verified by the link that was emailed to it with the code", async () => {
    const claim = await newClaim();
    expect(await claimWith(createCodeLinkToken(ctx.projectId, claim), claim)).toBe(true);
    expect(await isVerified(claim.code)).toBe(true);
    const timeline = await collectAll(listLeadTimeline(ctx, claim.email, {}));
    expect(timeline).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ kind: "code.claimed", data: { emailVerifiedBy: "link" } }) }),
    );
  });

  test("isn't verified without a link, by a link to another email or code, or by a link from before links named the email", async () => {
    const claim = await newClaim();
    const toOtherEmail = createCodeLinkToken(ctx.projectId, { ...claim, email: uniqueEmail() });
    const withOtherCode = createCodeLinkToken(ctx.projectId, { ...claim, code: normalizeCode(await insertCode(ctx)) });
    const ofOtherProject = createCodeLinkToken(ctx.projectId + 1, claim);
    const [codeOnly = "", emailOnly] = createCodeLinkToken(ctx.projectId, claim).split(".");
    const mixed = `${withOtherCode.split(".")[0]}.${emailOnly}`;
    for (const linkToken of [
      undefined,
      "",
      ".",
      toOtherEmail,
      withOtherCode,
      ofOtherProject,
      codeOnly,
      `${codeOnly}.`,
      `.${emailOnly}`,
      mixed,
    ])
      for (const by of [publicCtx, ctx]) expect(await claimWith(linkToken, claim, by)).toBe(false);
    expect(await isVerified(claim.code)).toBe(false);
  });

  test("isn't verified because the lead confirmed it earlier, since anyone can enter it", async () => {
    const claim = await newClaim();
    await insertLead(ctx, { email: claim.email });
    await db.execute(sql`update leads set confirmed_at = now() where email = ${claim.email}`);
    expect(await claimWith(undefined, claim)).toBe(false);
  });

  test("can be verified when the claim is repeated, but only for the person with the link", async () => {
    const claim = await newClaim();
    expect(await claimWith(undefined, claim)).toBe(false);
    expect(await claimWith(createCodeLinkToken(ctx.projectId, claim), claim)).toBe(true);
    expect(await isVerified(claim.code)).toBe(true);
    expect(await claimWith(undefined, claim)).toBe(false);
  });
});

/** Exchanges a token that doesn't work, and returns why it doesn't. */
async function getFailure(token: string, by = ctx): Promise<unknown> {
  const error = await exchangeToken(by, token).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  expect(error.errorName).toBe("token_not_found");
  return error.tokenState;
}

const unknown = { reason: "unknown" };

test("an exchange accepts a token once, and says afterwards when it was used", async () => {
  const { token } = await createToken();
  await exchangeToken(ctx, token);
  const used = { reason: "used", usedAt: expect.stringMatching(/Z$/) };
  expect(await getFailure(token)).toEqual(used);
  // Processes of the previous version, which don't know `used_at`, refuse it as well.
  expect(await db.execute(sql`select from claim_tokens where used_at is not null and expires_at > now()`)).toEqual([]);
  expect(await getFailure(token)).toEqual(used);
});

test("an exchange accepts a token once when many requests use it at the same time", async () => {
  const { token } = await createToken();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => exchangeToken(ctx, token)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const errors = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(errors).toEqual(Array(9).fill(expect.objectContaining({ tokenState: { reason: "used", usedAt: expect.any(String) } })));
});

test("an exchange accepts every token of a repeated claim", async () => {
  const { key, email, token } = await createToken();
  const repeated = await claimToken(publicCtx, { code: key, email });
  for (const each of [repeated, token]) expect(await exchangeToken(ctx, each)).toMatchObject({ lead: { email } });
});

test("an exchange rejects an expired token, and says when it expired", async () => {
  const { token } = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = '2026-01-01T00:00:00Z'`);
  expect(await getFailure(token)).toEqual({ reason: "expired", expiredAt: "2026-01-01T00:00:00.000Z" });
});

test.each<[string, (claim: { key: string; email: string }) => Promise<unknown>]>([
  ["deleted code", ({ key }) => deleteCode(ctx, key)],
  ["deleted lead", ({ email }) => deleteLead(ctx, email)],
  ["revoked claim", ({ key, email }) => revokeClaim(ctx, { code: key, email })],
])("nothing is kept of the tokens of a %s, used or not", async (_, end) => {
  const claim = await createToken();
  const used = await claimToken(publicCtx, { code: claim.key, email: claim.email });
  await exchangeToken(ctx, used);
  await end(claim);
  for (const token of [claim.token, used]) expect(await getFailure(token)).toEqual(unknown);
});

test("an exchange rejects the token of another project, which learns nothing about it", async () => {
  const { token } = await createToken();
  const { ctx: otherCtx } = await insertProject(ctx);
  expect(await getFailure(token, otherCtx)).toEqual(unknown);
  expect(await exchangeToken(ctx, token)).toHaveProperty("lead");
});

test("an exchange rejects texts that never were tokens", async () => {
  for (const text of ["", "0".repeat(24), "'; drop table claims; --"]) expect(await getFailure(text)).toEqual(unknown);
});

test("the cleanup deletes tokens a day after they expired, and keeps the others", async () => {
  const expired = await createToken();
  const valid = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = now() - interval '25 hours' where email = ${expired.email}`);
  const yesterday = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = now() - interval '23 hours' where email = ${yesterday.email}`);
  await deleteExpiredRows(db);
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from claim_tokens where email = ${expired.email}`);
  expect(row?.count).toBe(0);
  expect(await getFailure(yesterday.token)).toMatchObject({ reason: "expired" });
  expect(await exchangeToken(ctx, valid.token)).toMatchObject({ lead: { email: valid.email } });
});
