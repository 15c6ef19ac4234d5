import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import { normalizeCode } from "@/contract/normalize";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { exchangeToken } from "@/core/claims/exchange";
import { deleteCode } from "@/core/codes/delete";
import type { Context } from "@/core/context";
import { createEmailLinks } from "@/core/leads/email-links";
import { updateProject } from "@/core/projects/update";
import { takeDeliveries } from "@/core/sends/delivery-attempts";
import { queryRows } from "@/db/query";
import { variableValues } from "@/emails/lead-email-data";
import { apiClient } from "./harness/api";
import { type CodeOptions, getClaimCounts, insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();

async function createProject({ requireClaimConfirmation = true } = {}) {
  const project = await insertProject(app.ctx);
  await updateProject(project.ctx, { requireClaimConfirmation });
  const claim = (body: object, { key = project.publicKey, ipAddress = "192.0.2.1" } = {}) =>
    apiClient(key).post("/codes/claim", body, { ipAddress });
  return { ...project, claim };
}

const listMessages = (ctx: Context, email: string) =>
  queryRows<{ id: string; kind: string; status: string; code_text: string | null }>(
    ctx.db,
    sql`select id, kind, status, code_text from deliveries where project_id = ${ctx.projectId} and email = ${email} order by created_at`,
  );

const takeMessages = async (ctx: Context, email: string) =>
  takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: (await listMessages(ctx, email)).map(({ id }) => id) });

/** Returns the parameters of the claim link in the email that is sent next. */
async function readClaimLink(ctx: Context, email: string): Promise<{ code: string; email: string; linkToken: string }> {
  const url = await readClaimUrl(ctx, email);
  const { code = "", email: recipient = "", token: linkToken = "" } = Object.fromEntries(url.searchParams);
  return { code, email: recipient, linkToken };
}

/** Returns the claim link in the email that is sent next. */
async function readClaimUrl(ctx: Context, email: string): Promise<URL> {
  const [message] = await takeMessages(ctx, email);
  if (!message) return expect.fail("no email was sent");
  const links = createEmailLinks({ projectId: ctx.projectId, referralCode: message.referralCode }, message.content);
  return new URL(variableValues({ ...message.content, ...links, logo: null }).claimUrl ?? "");
}

const nothingClaimed = { claimToken: null, token: null, tokenExpiresAt: null, created: false, claimedAt: null, emailVerified: false };

describe("when claims require email confirmation", () => {
  test("a public claim sends a link first, which finishes the claim and verifies the email", async () => {
    const { ctx, claim } = await createProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const pending = await claim({ code, email });
    expect(pending).toMatchObject({ status: 200 });
    expect(pending.data).toEqual({ ...nothingClaimed, code, email, confirmationRequired: true });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 0, claims: 0 });
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "confirm_claim", status: "queued", code_text: code }]);

    const link = await readClaimLink(ctx, email);
    expect(link).toMatchObject({ code, email });
    const claimed = await claim(link);
    expect(claimed).toMatchObject({ status: 200, data: { code, email, token: expect.any(String), created: true, emailVerified: true } });
    expect(claimed.data).not.toHaveProperty("confirmationRequired");
    expect(await exchangeToken(ctx, claimed.data.token)).toMatchObject({ emailVerified: true, lead: { email, hasClaimedCode: true } });
    const [row] = await queryRows<{ by: string }>(ctx.db, sql`select email_verified_by as by from claims where email = ${email}`);
    expect(row?.by).toBe("confirmation");
  });

  test("the emailed link can open the team's own form, which gets everything after the #", async () => {
    const { ctx, claim } = await createProject();
    await updateProject(ctx, { claimPageUrl: "https://app.example/claim?plan=pro" });
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claim({ code, email });
    const url = await readClaimUrl(ctx, email);
    expect(url.href.split("#")[0]).toBe("https://app.example/claim?plan=pro");
    const { token, ...values } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
    expect(values).toEqual({ code, email, linkToken: token });
    expect(await claim(values)).toMatchObject({ data: { token: expect.any(String), emailVerified: true } });
  });

  test("the link in the email with the code is enough, but one to another email or from before links named the email isn't", async () => {
    const { ctx, claim } = await createProject();
    const [code, email] = [await insertCode(ctx, { allowedClaims: 5 }), uniqueEmail()];
    const linkToken = createCodeLinkToken(ctx.projectId, { code, email });
    expect((await claim({ code, email, linkToken })).data.token).toEqual(expect.any(String));
    for (const token of [linkToken, linkToken.split(".")[0]])
      expect((await claim({ code, email: uniqueEmail(), linkToken: token })).data).toMatchObject({
        token: null,
        confirmationRequired: true,
      });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("a repeated claim without the link gets no token either", async () => {
    const { ctx, claim } = await createProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const linkToken = createCodeLinkToken(ctx.projectId, { code, email });
    await claim({ code, email, linkToken });
    expect((await claim({ code, email })).data).toMatchObject({ token: null, confirmationRequired: true });
    expect((await claim({ code, email, linkToken })).data.token).toEqual(expect.any(String));
  });

  test("sends no email and creates no lead if the code can't be claimed, and returns the same error as without the setting", async () => {
    const projects = [await createProject(), await createProject({ requireClaimConfirmation: false })];
    const past = new Date(Date.now() - 60_000).toISOString();
    const options: (CodeOptions | null)[] = [
      null,
      { reservedFor: "grace@example.org" },
      { validUntil: past },
      { allowedClaims: 1, claimedBy: ["eve@example.org"] },
    ];
    for (const option of options) {
      const errors = [];
      for (const { ctx, claim } of projects) {
        if (option?.claimedBy) await insertLead(ctx, { email: "eve@example.org" });
        const code = option === null ? "nowhere" : await insertCode(ctx, option);
        const email = uniqueEmail();
        const { time: _, requestId: __, ...error } = JSON.parse((await claim({ code, email })).text);
        errors.push(error);
        expect(await listMessages(ctx, email)).toEqual([]);
        expect(await queryRows(ctx.db, sql`select email from leads where email = ${email}`)).toEqual([]);
      }
      expect(errors[0]).toEqual(errors[1]);
      expect(errors[0].success).toBe(false);
    }
  });

  test("sends one email per code and hour, and none to suppressed emails, with the same answer", async () => {
    const { ctx, claim } = await createProject();
    const [code, otherCode] = [await insertCode(ctx), await insertCode(ctx)];
    const [email, suppressed] = [uniqueEmail(), await insertLead(ctx, { suppressed: true })];
    for (const each of [code, code, otherCode]) expect((await claim({ code: each, email })).data.confirmationRequired).toBe(true);
    expect((await listMessages(ctx, email)).map((each) => each.code_text)).toEqual([code, otherCode]);
    expect((await claim({ code, email: suppressed })).data.confirmationRequired).toBe(true);
    expect(await takeMessages(ctx, suppressed)).toEqual([]);
    expect(await listMessages(ctx, suppressed)).toMatchObject([{ status: "suppressed" }]);
  });

  test("counts each request for a link as a sign-up, so that a client can't send emails to many people", async () => {
    const { ctx, claim } = await createProject();
    const code = await insertCode(ctx);
    const { limit } = publicRateLimits.sign_up.client;
    const rateLimits = JSON.stringify({ "claim.client": 1000, "claim.code": 1000 });
    await ctx.db.execute(sql`update projects set rate_limits = ${rateLimits}::jsonb where id = ${ctx.projectId}`);
    for (let i = 0; i < limit; i++) expect((await claim({ code, email: uniqueEmail() })).status).toBe(200);
    const email = uniqueEmail();
    expect(await claim({ code, email })).toMatchObject({ status: 429, error: "too_many_requests" });
    expect(await listMessages(ctx, email)).toEqual([]);
  });

  test("cancels the email when the code is deleted", async () => {
    const { ctx, claim } = await createProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claim({ code, email });
    await deleteCode(ctx, normalizeCode(code));
    expect(await listMessages(ctx, email)).toMatchObject([{ status: "canceled" }]);
  });

  test("claims with the secret key ignore it, and don't verify the email", async () => {
    const { ctx, claim, secretKey } = await createProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const { data } = await claim({ code, email }, { key: secretKey });
    expect(await exchangeToken(ctx, data.token)).toMatchObject({ emailVerified: false });
    expect(await listMessages(ctx, email)).toEqual([]);
  });
});

describe.each([true, false])("with requireConfirmation while the setting is %s", (requireClaimConfirmation) => {
  test.each(["secretKey", "publicKey"] as const)("a claim with the %s sends a link first, which finishes it", async (kind) => {
    const { ctx, claim, ...keys } = await createProject({ requireClaimConfirmation });
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const key = keys[kind];
    const pending = await claim({ code, email, requireConfirmation: true }, { key });
    expect(pending.data).toEqual({ ...nothingClaimed, code, email, confirmationRequired: true });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 0, claims: 0 });
    const link = await readClaimLink(ctx, email);
    const { data } = await claim({ ...link, requireConfirmation: true }, { key });
    expect(await exchangeToken(ctx, data.token)).toMatchObject({ emailVerified: true, lead: { email, confirmedBy: "claim" } });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("a code that can't be claimed is refused with its error, and no email is sent", async () => {
    const { ctx, claim, secretKey } = await createProject({ requireClaimConfirmation });
    const email = uniqueEmail();
    for (const [code, error] of [
      [await insertCode(ctx, { paused: true }), "code_paused"],
      [await insertCode(ctx, { reservedFor: uniqueEmail() }), "code_reserved"],
      ["nowhere", "code_not_found"],
    ])
      expect(await claim({ code, email, requireConfirmation: true }, { key: secretKey })).toMatchObject({ error });
    expect(await listMessages(ctx, email)).toEqual([]);
  });

  test("a claim that exists gives no token without the link", async () => {
    const { ctx, claim, secretKey } = await createProject({ requireClaimConfirmation });
    const email = uniqueEmail();
    const code = await insertCode(ctx, { claimedBy: [email] });
    const { data } = await claim({ code, email, requireConfirmation: true }, { key: secretKey });
    expect(data).toMatchObject({ token: null, confirmationRequired: true });
    expect((await claim({ code, email, requireConfirmation: false }, { key: secretKey })).data.token).toMatch(/^[0-9a-f]{24}$/);
  });
});

test("false doesn't turn off the setting for the public key", async () => {
  const { ctx, claim } = await createProject();
  const { data } = await claim({ code: await insertCode(ctx), email: uniqueEmail(), requireConfirmation: false });
  expect(data).toMatchObject({ token: null, confirmationRequired: true });
});

test("a claim doesn't require email confirmation by default", async () => {
  const { ctx, publicKey } = await insertProject(app.ctx);
  const [code, email] = [await insertCode(ctx), uniqueEmail()];
  const { data } = await apiClient(publicKey).post("/codes/claim", { code, email });
  expect(Object.keys(data).sort()).toEqual([
    "claimToken",
    "claimedAt",
    "code",
    "created",
    "email",
    "emailVerified",
    "token",
    "tokenExpiresAt",
  ]);
});
