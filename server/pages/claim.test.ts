import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimPageText } from "@/components/public";
import { normalizeCode } from "@/contract/normalize";
import { exchangeToken } from "@/core/claims/exchange";
import { revokeClaim } from "@/core/claims/revoke";
import { checkCode } from "@/core/codes/check";
import { getCode } from "@/core/codes/record";
import { createClaimUrl } from "@/core/leads/email-links";
import { getProject } from "@/core/projects/record";
import { routes, withQuery } from "@/lib/routes";
import { type CodeOptions, insertCode, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { claimFields, createInvitation, findTitle, openPage, requestPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

describe("after a claim", () => {
  const claimAndOpen = async (headers: Record<string, string> = {}, form: string = routes.forms.claim) =>
    openPage(await submitForm(form, { code: await insertCode(ctx), email: uniqueEmail() }), headers);

  test("redirects with the claim token, but only after our own form and outside of frames", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome?a=1&b=%22" });
    const refresh =
      /<head>.*<meta http-equiv="refresh" content="0;url=https:\/\/product\.example\/welcome\?a=1&amp;b=%22&amp;token=([0-9a-f]{24})&amp;claimToken=\1"\/>/i;
    const own = { "sec-fetch-site": "same-origin" };
    expect(await claimAndOpen(own)).toMatch(refresh);
    for (const html of [
      await claimAndOpen(),
      await claimAndOpen({ "sec-fetch-site": "cross-site" }),
      await claimAndOpen(own, routes.embed.forms.claim),
    ]) {
      expect(html).not.toContain("http-equiv");
      expect(html).toMatch(/<a href="\/claim\/continue\?result=[^"]*" target="_top" rel="noreferrer"/);
    }
    await updateProject(ctx, { redirectUrl: null });
  });

  test("shows the success message before people continue", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome", successMessage: "Welcome!" });
    const html = await claimAndOpen({ "sec-fetch-site": "same-origin" });
    expect(html).toContain("Welcome!");
    expect(html).not.toContain("http-equiv");
    expect(html).toMatch(/<a href="\/claim\/continue\?result=/);
    await updateProject(ctx, { redirectUrl: null, successMessage: null });
  });

  describe("the button to continue", () => {
    const findContinueLink = (html: string) => /href="(\/claim\/continue\?result=[^"]*)"/.exec(html)?.[1] ?? "";
    const follow = async (link: string) => {
      const response = await requestPage(link);
      expect(response.status).toBe(303);
      return new URL(response.headers.get("location") ?? "", "http://localhost:3000");
    };
    beforeAll(() => updateProject(ctx, { redirectUrl: "https://product.example/welcome?a=1", successMessage: "Welcome!" }));
    afterAll(() => updateProject(ctx, { redirectUrl: null, successMessage: null }));

    test("gets a new token each time it is pressed, also when the first one has expired", async () => {
      const [code, email] = [await insertCode(ctx), uniqueEmail()];
      const link = findContinueLink(await openPage(await submitForm(routes.forms.claim, { code, email })));
      await db.execute(sql`update claim_tokens set expires_at = now() - interval '1 second'`);
      const urls = [await follow(link), await follow(link)];
      for (const url of urls) {
        expect(url.href).toMatch(/^https:\/\/product\.example\/welcome\?a=1&token=([0-9a-f]{24})&claimToken=\1$/);
        const exchanged = await exchangeToken(ctx, url.searchParams.get("claimToken") ?? "");
        expect(exchanged).toMatchObject({ lead: { email }, code: { code, claims: 1 }, emailVerified: false });
      }
      expect(urls[0]?.href).not.toBe(urls[1]?.href);
    });

    test("leaves a parameter `token` of the project's own as it is", async () => {
      await updateProject(ctx, { redirectUrl: "https://product.example/welcome?token=ours" });
      const [code, email] = [await insertCode(ctx), uniqueEmail()];
      const url = await follow(findContinueLink(await openPage(await submitForm(routes.forms.claim, { code, email }))));
      await updateProject(ctx, { redirectUrl: "https://product.example/welcome?a=1" });
      expect(url.searchParams.getAll("token")).toEqual(["ours"]);
      expect(await exchangeToken(ctx, url.searchParams.get("claimToken") ?? "")).toMatchObject({ lead: { email } });
    });

    test("is on the page of an emailed link whose code is claimed, and proves the email", async () => {
      const { claim } = await createInvitation(ctx);
      await submitForm(routes.forms.claim, claimFields(claim));
      const url = await follow(findContinueLink(await openPage(claim)));
      const { email } = claimFields(claim);
      expect(await exchangeToken(ctx, url.searchParams.get("claimToken") ?? "")).toMatchObject({ lead: { email }, emailVerified: true });
    });

    test("opens the claim form once the claim is revoked, and brings it back only if it is submitted", async () => {
      const [code, email] = [await insertCode(ctx), uniqueEmail()];
      const link = findContinueLink(await openPage(await submitForm(routes.forms.claim, { code, email })));
      await revokeClaim(ctx, { code: normalizeCode(code), email });
      const url = await follow(link);
      expect(url.pathname).toBe(routes.claim);
      expect(await openPage(url.pathname + url.search)).toContain(`value="${code}"`);
      expect(await getCode(ctx, normalizeCode(code))).toMatchObject({ claims: 0 });
    });

    test.each(["", "x", "result=x"])("opens the claim page with a link that isn't ours: %j", async (query) => {
      expect((await follow(`${routes.forms.continueClaim}?${query}`)).pathname).toBe(routes.claim);
    });
  });

  test("always offers a next step", async () => {
    expect(await claimAndOpen()).toMatch(/<a href="\/claim"[^>]*>Claim another code<\/a>/);
    expect(await claimAndOpen({}, `${routes.embed.forms.claim}?theme=dark`)).toMatch(/<a href="\/embed\/claim\?theme=dark"/);
    await updateProject(ctx, { referralPageUrl: "https://www.example.org/launch" });
    expect(await claimAndOpen()).toMatch(/<a href="https:\/\/www\.example\.org\/launch" target="_top"[^>]*>Continue<\/a>/);
    await updateProject(ctx, { referralPageUrl: null });
    const declined = await submitForm(routes.forms.declineCode, claimFields((await createInvitation(ctx)).claim));
    expect(await openPage(declined)).toMatch(/<a href="\/join"/);
  });
});

test("a link with linkToken is the same as one with token, for sites that send people on to the claim page", async () => {
  const { claim } = await createInvitation(ctx);
  const { code, email, linkToken } = claimFields(claim);
  const html = await openPage(withQuery(routes.claim, { code, email, linkToken }));
  expect(html).toContain(`name="linkToken" value="${linkToken}"`);
});

describe("an app that sends people to the claim page", () => {
  const returnUrls = ["https://staging.example/welcome?a=1", "myapp://claimed"];
  const withReturn = (returnTo: string, state = "s-1") => ({ returnTo, state });
  const own = { "sec-fetch-site": "same-origin" };
  const findRefresh = (html: string) => /content="0;url=([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  beforeAll(() => updateProject(ctx, { redirectUrl: "https://product.example/welcome", returnUrls }));
  afterAll(() => updateProject(ctx, { redirectUrl: null, returnUrls: [] }));

  test.each([...returnUrls, "https://product.example/welcome"])("gets them back at %s, with its state", async (returnTo) => {
    const html = await openPage(withQuery(routes.claim, { state: "s-1", return_to: returnTo }));
    expect(html).toContain('name="state" value="s-1"');
    const fields = { code: await insertCode(ctx), email: uniqueEmail(), ...withReturn(returnTo) };
    const url = findRefresh(await openPage(await submitForm(routes.forms.claim, fields), own));
    expect(url.startsWith(returnTo)).toBe(true);
    const { searchParams } = new URL(url);
    expect(searchParams.get("state")).toBe("s-1");
    expect(await exchangeToken(ctx, searchParams.get("claimToken") ?? "")).toMatchObject({ state: "s-1", lead: { email: fields.email } });
  });

  test("gets them back with the button, too, and with the state of the last time", async () => {
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    const html = await openPage(await submitForm(routes.forms.claim, { code, email, ...withReturn("myapp://claimed", "s-2") }));
    const link = /href="(\/claim\/continue\?result=[^"]*)"/.exec(html)?.[1] ?? "";
    const location = (await requestPage(link)).headers.get("location") ?? "";
    expect(location).toMatch(/^myapp:\/\/claimed\?token=([0-9a-f]{24})&claimToken=\1&state=s-2$/);
    expect(await exchangeToken(ctx, /claimToken=(\w+)/.exec(location)?.[1] ?? "")).toMatchObject({ state: "s-2" });
  });

  test.each([
    "https://evil.example/welcome",
    "https://staging.example/welcome",
    "https://staging.example/welcome?a=1#x",
    "//evil.example",
    "/claim",
    "javascript:alert(1)",
    "myapp://claimed/../evil",
    "",
  ])("can't choose an address that isn't listed: %j", async (returnTo) => {
    for (const path of [routes.claim, routes.join]) {
      const html = await openPage(withQuery(path, { return_to: returnTo }));
      expect(html).toContain("returns to an address that isn&#x27;t allowed");
      expect(html).not.toContain("<form");
    }
    const fields = { code: await insertCode(ctx), email: uniqueEmail(), returnTo };
    const url = findRefresh(await openPage(await submitForm(routes.forms.claim, fields), own));
    expect(url).toMatch(/^https:\/\/product\.example\/welcome\?token=/);
  });

  test("gets no state that it couldn't have sent", async () => {
    for (const state of ["with space", "x".repeat(301), "é"]) {
      expect(await openPage(withQuery(routes.claim, { state }))).not.toContain('name="state"');
    }
  });

  test("gets people back from the join page with its state", async () => {
    const html = await openPage(
      await submitForm(routes.forms.join, { email: uniqueEmail(), ...withReturn("myapp://claimed", "s-3") }),
      own,
    );
    expect(findRefresh(html)).toBe("myapp://claimed?state=s-3");
  });
});

describe("a personal claim link", () => {
  const emailField = (html: string) => /<input[^>]*name="email"[^>]*>/.exec(html)?.[0] ?? "";

  test("fills in and locks the email that it was sent to", async () => {
    const { claim } = await createInvitation(ctx);
    const field = emailField(await openPage(claim));
    expect(field).toContain("readOnly");
    expect(field).toContain(`value="${claimFields(claim).email}"`);
    const [shared, email] = [await insertCode(ctx, { allowedClaims: 5 }), uniqueEmail()];
    const sharedLink = createClaimUrl(ctx.projectId, shared, email).replace(/^https?:\/\/[^/]+/, "");
    expect(emailField(await openPage(sharedLink))).toContain(`value="${email}"`);
    expect(emailField(await openPage(sharedLink))).not.toContain("readOnly");
  });

  test("shows that the code has been claimed when it is opened again", async () => {
    const { claim } = await createInvitation(ctx);
    const { code, email, linkToken } = claimFields(claim);
    await submitForm(routes.forms.claim, { code, email, linkToken });
    const again = await openPage(claim);
    expect(findTitle(again)).toBe("Code claimed · Gatehouse");
    expect(again).toContain(`<bdi translate="no">${code}</bdi> is claimed for <bdi translate="no">${email}</bdi>.`);
    expect(emailField(await openPage(claim.replace(linkToken, "x")))).not.toBe("");
  });

  test("asks for that email if another is submitted, which people without the link don't learn", async () => {
    const { code, linkToken } = claimFields((await createInvitation(ctx)).claim);
    const withLink = await openPage(await submitForm(routes.forms.claim, { code, linkToken, email: uniqueEmail() }));
    expect(withLink).toContain("Use the email your invitation was sent to.");
    expect(emailField(withLink)).not.toContain("readOnly");
    for (const token of ["", "x"]) {
      const guessed = await openPage(await submitForm(routes.forms.claim, { code, email: uniqueEmail(), linkToken: token }));
      expect(guessed).toContain("Check for typos.");
      expect(guessed).not.toContain("invitation");
    }
  });

  test("leads people whose invitation has ended back to the waitlist", async () => {
    const { claim } = await createInvitation(ctx);
    const { code, email, linkToken } = claimFields(claim);
    const expectLinkAfter = async (message: string) => {
      const html = await openPage(await submitForm(routes.forms.claim, { code, email, linkToken }));
      expect(html).toContain(message);
      expect(html).toMatch(/<a href="\/join"[^>]*>Join the waitlist again<\/a>/);
    };
    await submitForm(routes.forms.declineCode, { code, email, linkToken });
    await expectLinkAfter("You declined this invitation.");
    await db.execute(sql`update codes set paused_at = null, valid_until = now() - interval '1 second' where reserved_for = ${email}`);
    await db.execute(sql`update leads set invitation_outcome = 'expired' where email = ${email}`);
    await expectLinkAfter("This code has expired.");
  });
});

describe("staff read the exact words of the claim page", () => {
  const stranger = uniqueEmail();
  const tomorrow = secondsFromNow(86_400);
  const project = { name: "Test", pausedMessage: null, timeZone: "UTC" };

  /** The text of a page as a browser shows it. */
  const textOf = (html: string) =>
    html.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--.*?-->|<[^>]+>/g, "").replaceAll("&#x27;", "'");

  test.each<[string, CodeOptions]>([
    ["code_not_found", { reservedFor: "someone.else@example.org" }],
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["first@example.org"] }],
    ["code_not_started", { validFrom: tomorrow }],
  ])("for %s", async (error, options) => {
    const code = await insertCode(ctx, options);
    const { publicError, code: record } = await checkCode(ctx, { code: normalizeCode(code), email: stranger });
    expect(publicError).toBe(error);
    const { timeZone } = await getProject(ctx);
    const words = claimPageText({
      error: publicError ?? "internal",
      availableAt: record?.validFrom ?? null,
      project: { ...project, timeZone },
    });
    expect(textOf(await openPage(await submitForm(routes.forms.claim, { code, email: stranger })))).toContain(words);
  });

  test.each([null, "Back at noon."])("for paused claims, with the message %j", async (pausedMessage) => {
    const code = await insertCode(ctx);
    await updateProject(ctx, { paused: ["claims"], pausedMessage });
    try {
      const { publicError } = await checkCode(ctx, { code: normalizeCode(code), email: stranger });
      const { name, timeZone } = await getProject(ctx);
      const words = claimPageText({ error: publicError ?? "internal", availableAt: null, project: { name, timeZone, pausedMessage } });
      expect(textOf(await openPage(await submitForm(routes.forms.claim, { code, email: stranger })))).toContain(words);
    } finally {
      await updateProject(ctx, { paused: [], pausedMessage: null });
    }
  });
});
