import { describe, expect, test } from "vitest";
import * as claimForm from "@/app/(public)/claim/now/route";
import * as framedJoinForm from "@/app/(public)/embed/join/now/route";
import * as joinForm from "@/app/(public)/join/now/route";
import type { ClaimReply } from "@/contract/claims";
import { publicLimits } from "@/contract/protection";
import { shownAt } from "@/core/abuse-protection/haste";
import { ApiError } from "@/core/api-error";
import { get } from "@/core/leads/find";
import { routes } from "@/lib/routes";
import { cameBack } from "@/server/form";
import { aCode, aLead, anAddress, countsOf, unique } from "./harness/factories";
import { aWorld } from "./harness/world";

const limits = publicLimits.guess;
const { ctx } = await aWorld();

const findLead = (email: string) =>
  get(ctx, email).catch((error: unknown) => {
    if (error instanceof ApiError && error.refusal === "lead_not_found") return null;
    throw error;
  });

type Form = { POST(request: Request): Promise<Response> };
type Sent = { headers?: Record<string, string>; from?: string };

/** Sends a form as a browser does without script, and answers what its page is told. */
async function send<Reply>(
  form: Form,
  page: string,
  fields: Record<string, string> | string,
  { headers = {}, from = "192.0.2.7" }: Sent = {},
) {
  const answer = await form.POST(
    new Request(`http://localhost:3000${page}/now`, {
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
  const to = new URL(answer.headers.get("location") ?? "", "http://localhost:3000");
  expect([answer.status, to.origin, to.pathname]).toEqual([303, "http://localhost:3000", page]);
  return { to, came: cameBack<Reply>(page, to.searchParams.get("came")) };
}

const claim = (fields: Record<string, string> | string, more?: Sent) => send<ClaimReply>(claimForm, routes.claim, fields, more);
const aWhileAgo = shownAt(new Date(Date.now() - 5000).toISOString());
const join = (fields: Record<string, string> | string, more?: Sent) =>
  send<{ email: string }>(joinForm, routes.join, typeof fields === "string" ? fields : { shown: aWhileAgo, ...fields }, more);

describe("claiming on the page", () => {
  test("uses one claim, says from where it came, and tells nothing but the claim", async () => {
    const [code, email] = [await aCode(ctx), anAddress()];
    const { to, came } = await claim({ code: ` ${code.toUpperCase().replace("-", " ")} `, email: ` ${email.toUpperCase()} ` });
    expect(came?.reply).toEqual({ code, email, token: expect.stringMatching(/^[0-9a-f]{24}$/), tokenExpiresAt: expect.any(String) });
    expect(await countsOf(ctx, code)).toEqual({ counter: 1, claims: 1 });
    expect(await findLead(email)).toMatchObject({ hasClaimedCode: true, source: "page" });
    for (const secret of [code, email, came?.reply?.token ?? "?"]) expect(decodeURIComponent(to.href)).not.toContain(secret);
  });

  test("twice gives the same person a fresh token and uses nothing more", async () => {
    const [code, email] = [await aCode(ctx, { allowedClaims: 5 }), anAddress()];
    const tokens = [await claim({ code, email }), await claim({ code, email })].map(({ came }) => came?.reply?.token);
    expect(new Set(tokens).size).toBe(2);
    expect(await countsOf(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("is refused in the order of the rules, and keeps what was typed", async () => {
    const email = anAddress();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const earlier = new Date(Date.now() - 86_400_000).toISOString();
    const cases = [
      [unique(), { name: "code_not_found" }],
      [await aCode(ctx, { reservedFor: anAddress() }), { name: "code_not_found" }],
      [await aCode(ctx, { validUntil: earlier }), { name: "code_expired" }],
      [await aCode(ctx, { validFrom: later }), { name: "code_not_started", until: later }],
    ] as const;
    for (const [code, refused] of cases) {
      const { came } = await claim({ code, email });
      expect(came).toEqual({ typed: { code, email }, refused });
    }
    expect(await findLead(email)).toBeNull();
  });

  test("names the fields that are wrong", async () => {
    const { came } = await claim({ code: "curious-pineapple", email: "ada" });
    expect(came).toMatchObject({
      typed: { code: "curious-pineapple", email: "ada" },
      refused: { name: "invalid_input", fields: { email: [expect.any(String)] } },
    });
    expect((await claim("")).came?.refused?.fields).toEqual({ code: ["is required"], email: ["is required"] });
    expect((await claim("code=%ff%fe&email=%00")).came?.refused?.name).toBe("invalid_input");
  });

  test("shares its budget of guesses with the public key's, client by client", async () => {
    const from = "198.51.100.9";
    for (let i = 0; i < limits.client.most; i++) await claim({ code: unique(), email: anAddress() }, { from });
    const code = await aCode(ctx);
    expect((await claim({ code, email: anAddress() }, { from })).came?.refused?.name).toBe("too_many_requests");
    expect((await claim({ code, email: anAddress() })).came?.reply?.code).toBe(code);
  });

  test("is not done for a form of another web site, nor for one longer than ours can be", async () => {
    const [code, email] = [await aCode(ctx), anAddress()];
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await claim({ code, email }, { headers })).came?.refused?.name).toBe("cross_site");
    expect((await claim({ code, email, more: "x".repeat(20_000) })).came?.refused?.name).toBe("body_too_large");
    expect(await countsOf(ctx, code)).toEqual({ counter: 0, claims: 0 });
  });

  test("of something long leads back to an address that browsers and servers take", async () => {
    const { to, came } = await claim({ code: "x".repeat(6000), email: `${"y".repeat(6000)}@example.org` });
    expect(came?.refused?.name).toBe("invalid_input");
    expect(to.href.length).toBeLessThan(4000);
    const odd = await join({
      email: "\u0001".repeat(700),
      firstname: "語".repeat(700),
      lastname: "\u0002".repeat(700),
      ["a".repeat(4000)]: "1",
    });
    expect(odd.came?.refused?.name).toBe("invalid_input");
    expect(odd.to.href.length).toBeLessThan(4000);
  });
});

describe("joining on the page", () => {
  test("puts a new and a known address on the waitlist, and says the same of both", async () => {
    const [fresh, known] = [anAddress(), await aLead(ctx, { firstname: "Ada" })];
    expect((await join({ email: fresh, firstname: "Grace", lastname: "" })).came).toEqual({
      typed: { email: fresh, firstname: "Grace" },
      reply: { email: fresh },
    });
    expect((await join({ email: known, firstname: "Eve" })).came?.reply).toEqual({ email: known });
    expect(await findLead(fresh)).toMatchObject({ firstname: "Grace", lastname: null, onWaitlist: true, source: "page", notes: "" });
    expect(await findLead(known)).toMatchObject({ firstname: "Ada", onWaitlist: true });
  });

  test("knows who referred somebody, and lets them join where nobody has that referral code", async () => {
    const referrer = await aLead(ctx);
    const referralCode = (await findLead(referrer))?.referralCode ?? "";
    const [friend, stranger] = [anAddress(), anAddress()];
    await join({ email: friend, referralCode });
    await join({ email: stranger, referralCode: "nowhere" });
    const pasted = anAddress();
    expect((await join({ email: pasted, referralCode: "k7d2\n9qx" })).came?.reply).toEqual({ email: pasted });
    expect(await findLead(friend)).toMatchObject({ referredBy: { email: referrer } });
    expect(await findLead(stranger)).toMatchObject({ referredBy: null, onWaitlist: true });
  });

  test("holds what only programs send, and tells them nothing of it", async () => {
    const sent = {
      trap: { homepage: "https://buy.example" },
      haste: { shown: shownAt(new Date().toISOString()) },
      haste_old: { shown: shownAt(new Date(Date.now() - 49 * 3_600_000).toISOString()) },
      // Sent without having looked at the page, or with what was not sealed by it.
      haste_unseen: { shown: "" },
      haste_forged: { shown: String(Date.now() - 5000) },
      haste_endless: { shown: "x".repeat(300) },
    };
    for (const [reason, more] of Object.entries(sent)) {
      const email = anAddress();
      const { to, came } = await join({ email, ...more });
      expect(came).toEqual({ typed: { email }, reply: { email } });
      expect(to.pathname).toBe(routes.join);
      expect(await findLead(email)).toMatchObject({ standing: "held", heldFor: reason.split("_")[0], onWaitlist: false });
    }
  });

  test("says so when it was sent what is no text", async () => {
    expect((await join("email=\u0000")).came?.refused?.name).toBe("invalid_input");
  });

  test("takes no field that the page does not have", async () => {
    const email = anAddress();
    expect((await join({ email, notes: "let me in" })).came?.refused?.name).toBe("invalid_input");
    expect(await findLead(email)).toBeNull();
  });
});

describe("a form in a frame of another site", () => {
  const sendFramed = (query: string, headers: Record<string, string>) =>
    framedJoinForm.POST(
      new Request(`http://localhost:3000${routes.embed.forms.join}?${query}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "192.0.2.8", ...headers },
        body: new URLSearchParams({ email: anAddress() }).toString(),
      }),
    );

  test("leads back to the page in the frame, which looks as it did", async () => {
    const answer = await sendFramed("names=true&theme=dark&next=https://evil.example", { "sec-fetch-site": "same-origin" });
    const to = new URL(answer.headers.get("location") ?? "", "http://localhost:3000");
    expect([to.origin, to.pathname, [...to.searchParams.keys()]]).toEqual([
      "http://localhost:3000",
      routes.embed.join,
      ["names", "theme", "came"],
    ]);
    expect(cameBack(routes.embed.join, to.searchParams.get("came"))?.reply).toBeDefined();
    expect(cameBack(routes.join, to.searchParams.get("came"))).toBeNull();
  });

  test("is no form of the site around it", async () => {
    const answer = await sendFramed("", { "sec-fetch-site": "cross-site", origin: "https://shop.example" });
    const sealed = new URL(answer.headers.get("location") ?? "", "http://localhost:3000").searchParams.get("came");
    expect(cameBack(routes.embed.join, sealed)?.refused?.name).toBe("cross_site");
  });
});

test("what came of a form is shown on its own page, for a while, and only as it was sealed", async () => {
  const { to } = await join({ email: anAddress() });
  const sealed = to.searchParams.get("came") ?? "";
  expect(cameBack(routes.join, sealed)).not.toBeNull();
  for (const other of [sealed.slice(0, -2), sealed.replace("1.", "2."), "", "1.", "x".repeat(9000)])
    expect(cameBack(routes.join, other)).toBeNull();
  expect(cameBack(routes.claim, sealed)).toBeNull();
});
