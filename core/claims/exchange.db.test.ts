import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { createCodeLinkToken } from "../abuse-protection/link-token";
import { deleteExpiredRows } from "../cleanup";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { listLeadTimeline } from "../leads/timeline";
import { exchangeToken } from "./exchange";
import { listCodeClaims } from "./list";

const { ctx, publicCtx, db } = await createTestApp();

/** Claims a code and returns the token. */
const claimToken = async (...claim: Parameters<typeof claimCode>) => (await claimCode(...claim)).token ?? expect.fail("no token");

async function createToken() {
  const key = normalizeCode(await insertCode(ctx, { allowedClaims: 10 }));
  const email = uniqueEmail();
  const token = await claimToken(publicCtx, { code: key, email });
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
  const repeated = await claimToken(publicCtx, { code: key, email });
  for (const each of [repeated, token]) expect(await exchangeToken(ctx, each)).toMatchObject({ lead: { email } });
});

test("rejects an expired token", async () => {
  const { token } = await createToken();
  await db.execute(sql`update claim_tokens set expires_at = now() - interval '1 second'`);
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
