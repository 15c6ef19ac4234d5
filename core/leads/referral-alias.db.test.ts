import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { apiClient } from "@/tests/harness/api";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteLead } from "./delete";
import { getLead } from "./record";
import { createReferralAlias, resolveReferralAlias } from "./referral-alias";

const { ctx, db, publicKey } = await createTestApp();
const api = apiClient(publicKey);
const signUp = async (body: object) => api.post("/leads/create", { waitlist: true, ...body });

describe("a public sign-up", () => {
  test("answers a new link to share each time, whether the email is new or known", async () => {
    const [email, known] = [uniqueEmail(), await insertLead(ctx)];
    const replies = [await signUp({ email }), await signUp({ email }), await signUp({ email: known })];
    for (const { data } of replies) {
      expect(Object.keys(data)).toEqual(["email", "referral"]);
      expect(data.referral).toEqual({
        code: expect.stringMatching(/^[a-z2-9]{27}$/),
        url: expect.stringContaining(`/join?ref=${data.referral.code}`),
      });
    }
    expect(new Set(replies.map(({ data }) => data.referral.code)).size).toBe(3);
  });

  test("credits the lead of the link with the friends who join", async () => {
    const email = uniqueEmail();
    const { data } = await signUp({ email });
    const friend = uniqueEmail();
    // As someone may type it.
    await signUp({ email: friend, referralCode: ` ${data.referral.code.toUpperCase()} ` });
    const { referralCode } = await getLead(ctx, email);
    expect((await getLead(ctx, friend)).referredBy).toEqual({ email, referralCode });
    expect(data.referral.code).not.toContain(referralCode);
  });

  test("uses the page with the join form that the project chose", async () => {
    await db.execute(sql`update projects set referral_page_url = 'https://www.example.org/launch?a=1' where id = ${ctx.projectId}`);
    const { data } = await signUp({ email: uniqueEmail() });
    expect(data.referral.url).toBe(`https://www.example.org/launch?a=1&ref=${data.referral.code}`);
    await db.execute(sql`update projects set referral_page_url = null where id = ${ctx.projectId}`);
  });

  test("answers an alias that leads to no one once the lead is deleted", async () => {
    const email = uniqueEmail();
    const { data } = await signUp({ email });
    await deleteLead(ctx, email);
    expect(await signUp({ email: uniqueEmail(), referralCode: data.referral.code })).toMatchObject({ error: "referral_code_not_found" });
  });
});

test("an alias stands for the code of its own project only", async () => {
  const { ctx: other } = await insertProject(ctx);
  for (const code of ["bbbbbbbb", "99999999", "k7d2m9qx"]) {
    const alias = createReferralAlias(ctx.projectId, code);
    expect(resolveReferralAlias(ctx.projectId, alias)).toBe(code);
    expect(resolveReferralAlias(other.projectId, alias)).toBe(alias);
    const changed = `${alias.slice(0, -1)}${alias.endsWith("b") ? "c" : "b"}`;
    expect(resolveReferralAlias(ctx.projectId, changed)).toBe(changed);
  }
  for (const text of ["", "k7d2m9qx", "b".repeat(27), "9".repeat(27), "a".repeat(27), "k".repeat(28)])
    expect(resolveReferralAlias(ctx.projectId, text)).toBe(text);
  const foreign = createReferralAlias(ctx.projectId, "FRIEND-1");
  expect(foreign).toHaveLength(27);
  expect(resolveReferralAlias(ctx.projectId, foreign)).toBe(foreign);
});
