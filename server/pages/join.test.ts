import { describe, expect, test } from "vitest";
import { sealFormTime } from "@/core/abuse-protection/fill-time";
import { createLinkToken } from "@/core/leads/email-links";
import { getLead } from "@/core/leads/record";
import { routes, withQuery } from "@/lib/routes";
import { uniqueEmail } from "@/tests/harness/factories";
import { findMeta, findProblems, findTitle, openPage, requestPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";
import { previewJoinPage } from "./join";

const { ctx } = await createTestApp();

test("hidden fields of the join form keep what the link and the browser say about where a person came from", async () => {
  const query = "?source=podcast&utm_source=feed&utm_medium=%22%3E%3Cb%3E&utm_id=7&ref=k7d2m9qx";
  for (const path of [routes.join, routes.embed.join]) {
    const html = await openPage(path + query, { referer: "https://a.example/post?token=1" });
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(hidden)).toEqual({
      referralCode: "k7d2m9qx",
      sourceTag: "podcast",
      "utm.source": "feed",
      "utm.medium": "&quot;&gt;&lt;b&gt;",
      referrerUrl: "https://a.example/post",
      renderedAt: expect.any(String),
    });
  }
  expect(await openPage(routes.join, { referer: "http://localhost:3000/claim" })).not.toContain("referrerUrl");
});

test("the join form shows the consent text with safe links only", async () => {
  await updateProject(ctx, {
    consentText: "I read the [terms](https://example.org/t?a=1&b=2), [this](javascript:alert(1)) and <b>that</b>.",
  });
  for (const url of [routes.join, routes.embed.join, await submitForm(routes.forms.join, { email: "ada" })]) {
    const html = await openPage(url);
    expect(html).toMatch(
      /I read the <a href="https:\/\/example\.org\/t\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"[^>]*>terms<\/a>, /,
    );
    expect(html).toContain("[this](javascript:alert(1)) and &lt;b&gt;that&lt;/b&gt;.");
    expect(await findProblems(html)).toEqual([]);
  }
  await updateProject(ctx, { consentText: null });
});

describe("the join page", () => {
  const metaProperty = (html: string, name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
  const texts = {
    joinHeadline: "Be the first",
    joinText: "Early access in May. See [what's new](https://product.example/new).",
    joinSuccessMessage: "Thank you!\nTell your friends.",
    joinRedirectUrl: "https://product.example/thanks?a=1",
    joinDescription: "The launch of the year.",
    socialImageId: "abc",
    socialImage: "data:image/jpeg;base64,/9j/",
  };
  const reset = () => updateProject(ctx, Object.fromEntries(Object.keys(texts).map((name) => [name, null])));
  const own = { "sec-fetch-site": "same-origin" };
  const refresh = /<meta http-equiv="refresh" content="0;url=https:\/\/product\.example\/thanks\?a=1"/i;

  test("shows the project's texts, and tells social networks about them", async () => {
    await updateProject(ctx, texts);
    for (const url of [routes.join, routes.embed.join]) {
      const html = await openPage(url);
      expect(html).toMatch(/<h1[^>]*>Be the first<\/h1>/);
      expect(html).toMatch(/See <a href="https:\/\/product\.example\/new"[^>]*>what&#x27;s new<\/a>\./);
      expect(findTitle(html)).toBe("Be the first · Gatehouse");
      expect(await findProblems(html)).toEqual([]);
    }
    const html = await openPage(routes.join);
    expect(findMeta(html, "description")).toBe("The launch of the year.");
    expect(findMeta(html, "twitter:card")).toBe("summary_large_image");
    expect(Object.fromEntries(["url", "title", "description", "image"].map((name) => [name, metaProperty(html, `og:${name}`)]))).toEqual({
      url: "http://localhost:3000/join",
      title: "Be the first",
      description: "The launch of the year.",
      image: "http://localhost:3000/join/image.jpg?v=abc",
    });
    const image = await requestPage(withQuery(routes.socialImage, { v: "abc" }));
    expect([image.headers.get("content-type"), image.headers.get("cache-control")]).toEqual([
      "image/jpeg",
      "public, max-age=31536000, immutable",
    ]);
    expect((await requestPage(routes.socialImage)).headers.get("cache-control")).toBe("no-cache");
    await reset();
    expect((await requestPage(routes.socialImage)).status).toBe(404);
    expect(findMeta(await openPage(routes.join), "twitter:card")).toBe("summary");
  });

  test("shows the success message before people continue to the redirect URL, and redirects at once without a message", async () => {
    await updateProject(ctx, texts);
    const joined = async (form: string = routes.forms.join) => submitForm(form, { email: uniqueEmail() });
    for (const html of [await openPage(await joined(), own), await openPage(await joined(routes.embed.forms.join), own)]) {
      expect(html).toContain("Thank you!\nTell your friends.");
      expect(html).toMatch(/<a href="https:\/\/product\.example\/thanks\?a=1" target="_top"/);
      expect(html).not.toContain("http-equiv");
      expect(await findProblems(html)).toEqual([]);
    }
    await updateProject(ctx, { joinSuccessMessage: null });
    expect(await openPage(await joined(), own)).toMatch(refresh);
    expect(await openPage(await joined())).not.toContain("http-equiv");
    await reset();
  });

  test("has a preview of settings that aren't saved, with landmarks that differ", async () => {
    const { form, success } = await previewJoinPage(ctx, { joinHeadline: "Soon", joinSuccessMessage: "Thank you!" });
    expect(form).toMatch(/<main aria-label="Join the waitlist"[\s\S]*<h1[^>]*>Soon<\/h1>/);
    expect(success).toMatch(/<main aria-label="You're on the list!"[\s\S]*Thank you!/);
    expect(await findProblems(form)).toEqual([]);
    expect(await openPage(routes.join)).not.toContain("Soon");
  });

  test("with double opt-in, asks to check the email first, and shows the success message after the confirmation", async () => {
    await updateProject(ctx, { ...texts, doubleOptIn: true, sendJoinedEmail: false });
    const email = uniqueEmail();
    const renderedAt = sealFormTime(new Date(Date.now() - 5000).toISOString());
    const pending = await openPage(await submitForm(routes.forms.join, { email, renderedAt }), own);
    expect(findTitle(pending)).toBe("You&#x27;re on the list! · Gatehouse");
    expect(pending).toContain("Check your email");
    expect(pending).not.toContain("Thank you!");
    const { referralCode } = await getLead(ctx, email);
    const token = createLinkToken({ projectId: ctx.projectId, referralCode }, "confirm");
    const confirm = async () => openPage(await submitForm(routes.forms.confirm, { token }), own);
    const html = await confirm();
    expect(html).toContain("Thank you!\nTell your friends.");
    expect(html).toMatch(/href="http:\/\/localhost:3000\/position\?token=/);
    // The waitlist email is switched off.
    expect(html).not.toContain("Check your email");
    await updateProject(ctx, { joinSuccessMessage: null, sendJoinedEmail: true });
    expect(await confirm()).toMatch(refresh);
    expect(await confirm()).toContain("Check your email for a link to your position.");
    await reset();
    await updateProject(ctx, { doubleOptIn: false });
  });
});
