import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { claimPageText } from "@/components/public";
import { normalizeCode } from "@/contract/normalize";
import { checkCode } from "@/core/codes/check";
import { createClaimUrl } from "@/core/leads/email-links";
import { getProject } from "@/core/projects/record";
import { routes } from "@/lib/routes";
import { type CodeOptions, insertCode, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { claimFields, createInvitation, findTitle, openPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

describe("after a claim", () => {
  const claimAndOpen = async (headers: Record<string, string> = {}, form: string = routes.forms.claim) =>
    openPage(await submitForm(form, { code: await insertCode(ctx), email: uniqueEmail() }), headers);

  test("redirects with the claim token, but only after our own form and outside of frames", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome?a=1&b=%22" });
    const refresh =
      /<head>.*<meta http-equiv="refresh" content="0;url=https:\/\/product\.example\/welcome\?a=1&amp;b=%22&amp;token=[0-9a-f]{24}"\/>/i;
    const own = { "sec-fetch-site": "same-origin" };
    expect(await claimAndOpen(own)).toMatch(refresh);
    for (const html of [
      await claimAndOpen(),
      await claimAndOpen({ "sec-fetch-site": "cross-site" }),
      await claimAndOpen(own, routes.embed.forms.claim),
    ]) {
      expect(html).not.toContain("http-equiv");
      expect(html).toMatch(/<a href="https:\/\/product\.example\/[^"]*" target="_top" rel="noreferrer"/);
    }
    await updateProject(ctx, { redirectUrl: null });
  });

  test("shows the success message before people continue", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome", successMessage: "Welcome!" });
    const html = await claimAndOpen({ "sec-fetch-site": "same-origin" });
    expect(html).toContain("Welcome!");
    expect(html).not.toContain("http-equiv");
    expect(html).toMatch(/<a href="https:\/\/product\.example\/welcome\?token=[0-9a-f]{24}"/);
    await updateProject(ctx, { redirectUrl: null, successMessage: null });
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
    expect(again).toContain(`${code} is claimed for ${email}.`);
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
