import { describe, expect, test } from "vitest";
import { publicRateLimits } from "@/contract/abuse-protection";
import type { ClaimReply } from "@/contract/claims";
import { checkFillTime, sealFormTime } from "@/core/abuse-protection/fill-time";
import { ApiError } from "@/core/api-error";
import { getLead } from "@/core/leads/record";
import { updateProject } from "@/core/projects/update";
import { routes } from "@/lib/routes";
import { publicPages } from "@/server/pages";
import { readFormResult } from "@/server/pages/forms";
import { callRoute } from "./harness/api";
import { getClaimCounts, insertCode, insertLead, uniqueEmail, uniqueId } from "./harness/factories";
import { openPage } from "./harness/public-pages";
import { createTestApp } from "./harness/test-app";

const limits = publicRateLimits.guess;
const { ctx, secretKey } = await createTestApp();

const findLead = (email: string) =>
  getLead(ctx, email).catch((error: unknown) => {
    if (error instanceof ApiError && error.errorName === "lead_not_found") return null;
    throw error;
  });

const submit = (path: string, request: Request): Promise<Response> => {
  const handler = publicPages[path]?.POST;
  if (!handler) throw new Error(`No form submits to ${path}`);
  return handler(request);
};

type SubmitOptions = { headers?: Record<string, string>; from?: string };

/** Submits a form as a browser does without JavaScript, and returns the result that its page shows. */
async function submitForm<Reply>(
  page: string,
  fields: Record<string, string> | string,
  { headers = {}, from = "192.0.2.7" }: SubmitOptions = {},
) {
  const response = await submit(
    `${page}/submit`,
    new Request(`http://localhost:3000${page}/submit`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": from,
        ...headers,
      },
      body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
    }),
  );
  const to = new URL(response.headers.get("location") ?? "", "http://localhost:3000");
  expect([response.status, to.origin, to.pathname]).toEqual([303, "http://localhost:3000", page]);
  return { to, result: readFormResult<Reply>(page, to.searchParams.get("result")) };
}

const claim = (fields: Record<string, string> | string, options?: SubmitOptions) => submitForm<ClaimReply>(routes.claim, fields, options);
const aWhileAgo = sealFormTime(new Date(Date.now() - 5000).toISOString());
const join = (fields: Record<string, string> | string, options?: SubmitOptions) =>
  submitForm<{ email: string }>(routes.join, typeof fields === "string" ? fields : { renderedAt: aWhileAgo, ...fields }, options);

describe("the claim form", () => {
  test("uses one claim, records its source, and reveals nothing but the claim", async () => {
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const { to, result } = await claim({ code: ` ${code.toUpperCase().replace("-", " ")} `, email: ` ${email.toUpperCase()} ` });
    const claimed = { created: true, claimedAt: expect.any(String), emailVerified: false };
    const hex = expect.stringMatching(/^[0-9a-f]{24}$/);
    const token = { claimToken: hex, token: hex, tokenExpiresAt: expect.any(String) };
    expect(result?.reply).toEqual({ code, email, ...token, ...claimed });
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
    expect(await findLead(email)).toMatchObject({ hasClaimedCode: true, source: "page" });
    for (const secret of [code, email, result?.reply?.token ?? "?"]) expect(decodeURIComponent(to.href)).not.toContain(secret);
  });

  test("returns a new token without using another claim when the same person claims again", async () => {
    const [code, email] = [await insertCode(ctx, { allowedClaims: 5 }), uniqueEmail()];
    const tokens = [await claim({ code, email }), await claim({ code, email })].map(({ result }) => result?.reply?.token);
    expect(new Set(tokens).size).toBe(2);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("reports the first error that applies, and keeps the submitted values", async () => {
    const email = uniqueEmail();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const earlier = new Date(Date.now() - 86_400_000).toISOString();
    const cases = [
      [uniqueId(), { name: "code_not_found" }],
      [await insertCode(ctx, { reservedFor: uniqueEmail() }), { name: "code_not_found" }],
      [await insertCode(ctx, { validUntil: earlier }), { name: "code_expired" }],
      [await insertCode(ctx, { validFrom: later }), { name: "code_not_started", availableAt: later }],
    ] as const;
    for (const [code, error] of cases) {
      const { result } = await claim({ code, email });
      expect(result).toEqual({ values: { code, email }, error });
    }
    expect(await findLead(email)).toBeNull();
  });

  test("names the fields that are invalid", async () => {
    const { result } = await claim({ code: "curious-pineapple", email: "ada" });
    expect(result).toMatchObject({
      values: { code: "curious-pineapple", email: "ada" },
      error: { name: "invalid_input", fields: { email: [expect.any(String)] } },
    });
    expect((await claim("")).result?.error?.fields).toEqual({ code: ["is required"], email: ["is required"] });
    expect((await claim("code=%ff%fe&email=%00")).result?.error?.name).toBe("invalid_input");
  });

  test("shares the rate limit on guesses with the public key, per client", async () => {
    const from = "198.51.100.9";
    for (let i = 0; i < limits.client.limit; i++) await claim({ code: uniqueId(), email: uniqueEmail() }, { from });
    const code = await insertCode(ctx);
    expect((await claim({ code, email: uniqueEmail() }, { from })).result?.error?.name).toBe("too_many_requests");
    expect((await claim({ code, email: uniqueEmail() })).result?.reply?.code).toBe(code);
  });

  test("rejects a form from another website, and one that is too long", async () => {
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await claim({ code, email }, { headers })).result?.error?.name).toBe("cross_site");
    expect((await claim({ code, email, more: "x".repeat(20_000) })).result?.error?.name).toBe("body_too_large");
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 0, claims: 0 });
  });

  test("redirects long input to a URL that browsers and servers accept", async () => {
    const { to, result } = await claim({ code: "x".repeat(6000), email: `${"y".repeat(6000)}@example.org` });
    expect(result?.error?.name).toBe("invalid_input");
    expect(to.href.length).toBeLessThan(4000);
    const longInput = await join({
      email: "\u0001".repeat(700),
      firstname: "語".repeat(700),
      lastname: "\u0002".repeat(700),
      ["a".repeat(4000)]: "1",
    });
    expect(longInput.result?.error?.name).toBe("invalid_input");
    expect(longInput.to.href.length).toBeLessThan(4000);
  });
});

describe("the join form", () => {
  test("adds a new and a known email to the waitlist, and replies the same for both", async () => {
    const [fresh, known] = [uniqueEmail(), await insertLead(ctx, { firstname: "Ada" })];
    expect((await join({ email: fresh, firstname: "Grace", lastname: "" })).result).toEqual({
      values: { email: fresh, firstname: "Grace" },
      reply: { email: fresh, referralUrl: expect.any(String) },
    });
    expect((await join({ email: known, firstname: "Eve" })).result?.reply).toEqual({ email: known, referralUrl: expect.any(String) });
    expect(await findLead(fresh)).toMatchObject({ firstname: "Grace", lastname: null, onWaitlist: true, source: "page", notes: "" });
    expect(await findLead(known)).toMatchObject({ firstname: "Ada", onWaitlist: true });
  });

  test("records the referrer, and accepts unknown referral codes", async () => {
    const referrer = await insertLead(ctx);
    const referralCode = (await findLead(referrer))?.referralCode ?? "";
    const [friend, stranger] = [uniqueEmail(), uniqueEmail()];
    await join({ email: friend, referralCode });
    await join({ email: stranger, referralCode: "nowhere" });
    const pasted = uniqueEmail();
    expect((await join({ email: pasted, referralCode: "k7d2\n9qx" })).result?.reply).toEqual({
      email: pasted,
      referralUrl: expect.any(String),
    });
    expect(await findLead(friend)).toMatchObject({ referredBy: { email: referrer } });
    expect(await findLead(stranger)).toMatchObject({ referredBy: null, onWaitlist: true });
  });

  test("saves where the person came from", async () => {
    const email = uniqueEmail();
    const link = { sourceTag: "Podcast", "utm.source": "feed", "utm.campaign": "=1+1", referrerUrl: "https://a.example/post?id=7" };
    const { result } = await join({ email, ...link });
    expect(result?.values).toEqual({ email, ...link });
    expect(await findLead(email)).toMatchObject({
      sourceTag: "podcast",
      utm: { source: "feed", campaign: "=1+1" },
      referrerUrl: "https://a.example/post",
    });
    // What a link contains never prevents a sign-up.
    const hostile = { sourceTag: `<b>${"a\u0000".repeat(2000)}`, "utm.source": "x", "utm.__proto__": "x", "utm.id": "7", utm: "1" };
    const other = uniqueEmail();
    expect((await join({ email: other, ...hostile })).result?.error).toBeUndefined();
    expect(await findLead(other)).toMatchObject({ sourceTag: expect.stringMatching(/^<b>(a )+a?$/), utm: null });
  });

  test("asks the project's questions, and requires answers to those that need one", async () => {
    const question = { options: [], required: true, onJoinForms: true };
    await updateProject(ctx, {
      questions: [
        { ...question, key: "company", label: "Company", type: "text" },
        { ...question, key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"], required: false },
        { ...question, key: "terms", label: "I am over 18", type: "checkbox" },
        { ...question, key: "news", label: "News", type: "checkbox", required: false },
        { ...question, key: "hidden", label: "Hidden", type: "text", onJoinForms: false },
      ],
    });
    const email = uniqueEmail();
    const incomplete = await join({ email, "fields.plan": "Max", "fields.terms": "false", "fields.hidden": "x" });
    expect(incomplete.result?.error?.fields).toEqual({ "fields.company": ["is required"], "fields.terms": ["is required"] });
    expect(incomplete.result?.values).toMatchObject({ "fields.plan": "Max" });
    const answers = { "fields.company": "=cmd()", "fields.terms": "true", "fields.hidden": "x", "fields.old": "y" };
    expect((await join({ email, ...answers, "fields.plan": "Max" })).result?.error?.fields).toEqual({
      "fields.plan": [expect.any(String)],
    });
    expect(await findLead(email)).toBeNull();
    expect((await join({ email, ...answers, "fields.plan": "Pro" })).result?.reply).toEqual({ email, referralUrl: expect.any(String) });
    expect(await findLead(email)).toMatchObject({ fields: { company: "=cmd()", plan: "Pro", terms: true, news: false } });
    const csv = await (await callRoute("GET", `/leads?format=csv&q=${email}`, { key: secretKey })).text();
    expect(csv).toContain(",Company,Plan,I am over 18,News,Hidden");
    expect(csv).toContain("'=cmd(),Pro,true,false,");
    await updateProject(ctx, { questions: [] });
  });

  test("holds sign-ups from bots for review without telling them", async () => {
    const sent = {
      honeypot: { unused: "https://buy.example" },
      too_fast: { renderedAt: sealFormTime(new Date().toISOString()) },
      // Submitted without loading the page, or with a render time that the page did not encrypt.
      "too_fast: unseen": { renderedAt: "" },
      "too_fast: forged": { renderedAt: String(Date.now() - 5000) },
      "too_fast: endless": { renderedAt: "x".repeat(300) },
    };
    for (const [reason, more] of Object.entries(sent)) {
      const email = uniqueEmail();
      const { to, result } = await join({ email, ...more });
      expect(result).toEqual({ values: { email }, reply: { email, referralUrl: expect.any(String) } });
      expect(to.pathname).toBe(routes.join);
      expect(await findLead(email)).toMatchObject({ status: "held", heldReason: reason.split(":")[0], onWaitlist: false });
    }
  });

  test("renews a page that was open for days instead of holding the sign-up", async () => {
    const hoursAgo = (hours: number) => sealFormTime(new Date(Date.now() - hours * 3_600_000).toISOString());
    const email = uniqueEmail();
    const { to, result } = await join({ email, firstname: "Ada", renderedAt: hoursAgo(49) });
    expect(result).toMatchObject({
      values: { email, firstname: "Ada" },
      error: { name: "invalid_input", fields: { renderedAt: ["has expired"] } },
    });
    expect(await findLead(email)).toBeNull();
    // The page fills in again what was entered, and has a new time.
    const html = await openPage(to.pathname + to.search);
    expect(html).toContain(`value="${email}"`);
    expect(html).toContain("This page was open for a long time");
    const [, renewed = ""] = /name="renderedAt" value="([^"]+)"/.exec(html) ?? [];
    expect(checkFillTime(renewed, new Date(Date.now() + 2000).toISOString())).toBe("valid");
    for (const hours of [0.01, 24, 47]) {
      const other = uniqueEmail();
      expect((await join({ email: other, renderedAt: hoursAgo(hours) })).result?.reply).toEqual({
        email: other,
        referralUrl: expect.any(String),
      });
      expect(await findLead(other)).toMatchObject({ status: "active", onWaitlist: true });
    }
  });

  test("rejects input that is not text", async () => {
    expect((await join("email=\u0000")).result?.error?.name).toBe("invalid_input");
  });

  test("rejects a field that the page does not have", async () => {
    const email = uniqueEmail();
    expect((await join({ email, notes: "Please add me" })).result?.error?.name).toBe("invalid_input");
    expect(await findLead(email)).toBeNull();
  });
});

describe("a form in a frame on another site", () => {
  const sendFramed = (query: string, headers: Record<string, string>) =>
    submit(
      routes.embed.forms.join,
      new Request(`http://localhost:3000${routes.embed.forms.join}?${query}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "192.0.2.8", ...headers },
        body: new URLSearchParams({ email: uniqueEmail() }).toString(),
      }),
    );

  test("redirects to the page in the frame and keeps its options", async () => {
    const response = await sendFramed("names=true&theme=dark&next=https://evil.example", { "sec-fetch-site": "same-origin" });
    const to = new URL(response.headers.get("location") ?? "", "http://localhost:3000");
    expect([to.origin, to.pathname, [...to.searchParams.keys()]]).toEqual([
      "http://localhost:3000",
      routes.embed.join,
      ["names", "theme", "result"],
    ]);
    expect(readFormResult(routes.embed.join, to.searchParams.get("result"))?.reply).toBeDefined();
    expect(readFormResult(routes.join, to.searchParams.get("result"))).toBeNull();
  });

  test("rejects a submission from the surrounding site", async () => {
    const response = await sendFramed("", { "sec-fetch-site": "cross-site", origin: "https://shop.example" });
    const sealed = new URL(response.headers.get("location") ?? "", "http://localhost:3000").searchParams.get("result");
    expect(readFormResult(routes.embed.join, sealed)?.error?.name).toBe("cross_site");
  });
});

test("the result of a form is shown only on its own page, and only if it was not tampered with", async () => {
  const { to } = await join({ email: uniqueEmail() });
  const sealed = to.searchParams.get("result") ?? "";
  expect(readFormResult(routes.join, sealed)).not.toBeNull();
  for (const other of [sealed.slice(0, -2), sealed.replace("1.", "2."), "", "1.", "x".repeat(9000)])
    expect(readFormResult(routes.join, other)).toBeNull();
  expect(readFormResult(routes.claim, sealed)).toBeNull();
});
