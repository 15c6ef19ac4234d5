import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { build } from "esbuild";
import { HtmlValidate } from "html-validate";
import { afterAll, describe, expect, test, vi } from "vitest";
import { buildPageAssets } from "@/cli/build/page-assets";
import { claimPageText } from "@/components/public";
import { normalizeCode } from "@/contract/normalize";
import { sealFormTime } from "@/core/abuse-protection/fill-time";
import { checkCode } from "@/core/codes/check";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "@/core/leads/change-email";
import { createClaimUrl, createLinkToken } from "@/core/leads/email-links";
import { inviteLeads } from "@/core/leads/invite";
import { getLead } from "@/core/leads/record";
import { createConsentId } from "@/core/projects/consent";
import { getProject } from "@/core/projects/record";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { projects } from "@/db/schema";
import { routes, unsubscribePath, withQuery } from "@/lib/routes";
import { expectConsoleError } from "@/tests/harness/console";
import { getErrorName } from "@/tests/harness/errors";
import { type CodeOptions, insertApiKey, insertCode, insertLead, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { PageAssets } from "./document";
import { frameAncestors } from "./embed";
import { publicPages } from "./index";
import { previewJoinPage } from "./join";

const app = await createTestApp();
const { ctx, db } = app;

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-pages-"));
vi.stubEnv("NEXT_DIST_DIR", folder);
await buildPageAssets(folder);
const assets = JSON.parse(readFileSync(path.join(folder, "page-assets.json"), "utf8")) as PageAssets;
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

type RequestOptions = { method?: "GET" | "POST" | "PUT"; headers?: Record<string, string>; body?: string };

function call(url: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Response> {
  const handler = publicPages[url.split("?")[0] ?? ""]?.[method];
  if (!handler) throw new Error(`No page at ${url}`);
  const policy = "default-src 'self'; frame-ancestors 'none'; form-action 'self'";
  const browserHeaders = { "x-forwarded-for": "192.0.2.9", "x-nonce": "bm9uY2U=", "content-security-policy": policy };
  return handler(new Request(`http://localhost:3000${url}`, { method, headers: { ...browserHeaders, ...headers }, body: body ?? null }));
}

const open = async (url: string, headers?: Record<string, string>): Promise<string> => {
  const response = await call(url, { headers });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  return response.text();
};

/** Submits a form and returns the path of the page that shows the result. */
async function submit(action: string, fields: Record<string, string>): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const response = await call(action, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
  return response.headers.get("location") ?? "";
}

const updateProject = (values: Partial<typeof projects.$inferInsert>) =>
  db.update(projects).set(values).where(eq(projects.id, ctx.projectId));

async function createEmailLinks() {
  const email = await insertLead(ctx, { onWaitlist: true });
  const { referralCode } = await getLead(ctx, email);
  const tokenFor = (purpose: "position" | "confirm" | "unsubscribe") =>
    createLinkToken({ projectId: ctx.projectId, referralCode, ...(purpose === "unsubscribe" && { email }) }, purpose);
  return {
    email,
    position: withQuery(routes.position, { token: tokenFor("position") }),
    confirm: withQuery(routes.confirm, { token: tokenFor("confirm") }),
    unsubscribe: unsubscribePath(tokenFor("unsubscribe")),
  };
}

// React writes empty attributes and attributes in the spelling of the DOM.
const checker = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "attr-case": "off", "attribute-boolean-style": "off", "attribute-empty-style": "off", "no-inline-style": "off" },
});

async function findProblems(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} in line ${line}: ${message}`));
}

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const metaOf = (html: string, name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
const scriptsOf = (html: string) => [...html.matchAll(/<script\b[^>]*>[\s\S]*?<\/script>/g)].map(([script]) => script);

const links = await createEmailLinks();

/** Invites a lead, and returns the links of their position page and of the claim page. */
async function createInvitation() {
  const { email, position } = await createEmailLinks();
  await inviteLeads(ctx, { emails: [email], validUntil: "2099-12-31T23:59:00Z" });
  const code = (await getLead(ctx, email)).invitation?.code ?? "";
  return { position, claim: createClaimUrl(ctx.projectId, code, email).replace(/^https?:\/\/[^/]+/, "") };
}

const invitation = await createInvitation();
const declinedClaim = new URL((await createInvitation()).claim, "http://localhost").searchParams;
const declinedUrl = await submit(routes.forms.declineCode, {
  code: declinedClaim.get("code") ?? "",
  email: declinedClaim.get("email") ?? "",
  linkToken: declinedClaim.get("token") ?? "",
});
const pages: { name: string; url: string; title: string }[] = [
  { name: "claim", url: routes.claim, title: "Claim your code" },
  { name: "claim from an email", url: withQuery(routes.claim, { code: "curious-pineapple", token: "x" }), title: "Claim your code" },
  { name: "claim with errors", url: await submit(routes.forms.claim, { code: "unknown", email: "ada" }), title: "Error: Claim your code" },
  {
    name: "claimed",
    url: await submit(routes.forms.claim, { code: await insertCode(ctx), email: uniqueEmail() }),
    title: "Code claimed",
  },
  { name: "claim from an invitation", url: invitation.claim, title: "Claim your code" },
  { name: "an invitation's position", url: invitation.position, title: "You&#x27;re invited" },
  { name: "declined", url: declinedUrl, title: "You declined your invitation" },
  { name: "join", url: withQuery(routes.join, { ref: "k7d2m9qx" }), title: "Join the waitlist" },
  { name: "join with errors", url: await submit(routes.forms.join, { email: "ada" }), title: "Error: Join the waitlist" },
  { name: "joined", url: await submit(routes.forms.join, { email: uniqueEmail() }), title: "You&#x27;re on the list!" },
  { name: "position", url: links.position, title: "Your position" },
  { name: "position without a token", url: routes.position, title: "Your position" },
  { name: "position with an error", url: await submit(routes.forms.deleteData, { token: "1.x" }), title: "Error: Your position" },
  { name: "confirm", url: links.confirm, title: "Confirm your email" },
  { name: "confirm without a token", url: routes.confirm, title: "Confirm your email" },
  { name: "unsubscribe", url: links.unsubscribe, title: "Unsubscribe" },
  { name: "unsubscribe with an error", url: `${links.unsubscribe}&error=internal`, title: "Error: Unsubscribe" },
  { name: "subscribed again", url: `${links.unsubscribe}&resubscribed=true`, title: "You&#x27;re subscribed again" },
  { name: "unsubscribe without a token", url: routes.unsubscribe, title: "This link isn&#x27;t valid" },
  { name: "claim in a frame", url: withQuery(routes.embed.claim, { theme: "dark" }), title: "Claim your code" },
  { name: "join in a frame", url: withQuery(routes.embed.join, { names: "true" }), title: "Join the waitlist" },
];

describe.each(pages)("the page: $name", ({ url, title }) => {
  test("is a complete and valid HTML document with a title and a description", async () => {
    const html = await open(url);
    expect(html).toMatch(/^<!doctype html><html lang="en" style="--brand:#2563eb;[^"]*"><head><meta charSet="utf-8"\/>/i);
    expect(await findProblems(html)).toEqual([]);
    expect(titleOf(html)).toBe(`${title} · Gatehouse`);
    expect(metaOf(html, "description")).toMatch(/\w\.$/);
    expect(html).toContain(`<link rel="stylesheet" href="${assets.styleSheet}"/>`);
  });

  test("ships no script of the framework, only its own with the nonce", async () => {
    const html = await open(url);
    const ownScripts = Object.values(assets.scripts).map((src) => `<script type="module" src="${src}" nonce="bm9uY2U="></script>`);
    for (const script of scriptsOf(html)) expect(ownScripts).toContain(script);
    expect(html).not.toMatch(/\bas="script"|\son\w+="|javascript:|self\.__next/);
  });

  test("has styles for every class", async () => {
    const [sheet = ""] = readdirSync(path.join(folder, "static/page-assets")).filter((file) => file.endsWith(".css"));
    const css = readFileSync(path.join(folder, "static/page-assets", sheet), "utf8").replaceAll("\\", "");
    const classes = [...(await open(url)).matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = ""]) =>
      names.replaceAll("&amp;", "&").split(" "),
    );
    expect(classes.length).toBeGreaterThan(5);
    expect([...new Set(classes)].filter((name) => !css.includes(`.${name}`))).toEqual([]);
  });
});

test("loads no icons, routers or widgets into the server", async () => {
  const { metafile } = await build({
    entryPoints: ["server/pages/index.ts"],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
  });
  const components = Object.entries(metafile.inputs).filter(([file]) => file.startsWith("components/"));
  const packages = components.flatMap(([, { imports }]) => imports.filter(({ external }) => external).map((each) => each.path));
  expect(components.length).toBeGreaterThan(10);
  const allowed = ["react", "react/jsx-runtime", "class-variance-authority", "clsx", "tailwind-merge"];
  expect([...new Set(packages)].filter((name) => !allowed.includes(name))).toEqual([]);
});

test("never stores a page in a cache, and compresses it for browsers that accept it", async () => {
  const plain = await call(routes.claim);
  expect(plain.headers.get("cache-control")).toBe("private, no-cache, no-store, max-age=0, must-revalidate");
  const html = await plain.text();
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const response = await call(routes.claim, { headers: { "accept-encoding": accepted } });
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([encoding, "Accept-Encoding"]);
    const body = Buffer.from(await response.arrayBuffer());
    expect((encoding === null ? body : decoders[encoding](body)).toString()).toBe(html);
  }
});

test("keeps pages for one person or for frames out of search engines, and links to them out of referrers", async () => {
  const metaTags = async (url: string) => {
    const html = await open(url);
    return [metaOf(html, "robots"), metaOf(html, "referrer")];
  };
  for (const url of [links.position, links.confirm, routes.position, routes.confirm])
    expect(await metaTags(url)).toEqual(["noindex, nofollow", "no-referrer"]);
  for (const url of [links.unsubscribe, routes.embed.claim, routes.embed.join]) expect(await metaTags(url)).toEqual(["noindex", undefined]);
  for (const url of [routes.claim, routes.join]) expect(await metaTags(url)).toEqual([undefined, undefined]);
});

test("writes the theme of the device and the accent of the project, with the logo", async () => {
  await updateProject({ accent: "#ffdd00", logo: "data:image/png;base64,AAAA" });
  const html = await open(routes.claim);
  expect(html).toContain('style="--brand:#ffdd00;--brand-foreground:#000000;');
  expect(html).toContain('<img src="data:image/png;base64,AAAA" alt=""');
  expect(metaOf(html, "color-scheme")).toBe("light dark");
  expect(html).toContain('<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111113"/>');
  for (const font of assets.fonts) expect(html).toContain(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin`);
  await updateProject({ accent: "#2563eb", logo: null });
});

const hostile = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&amp;\u2028${"x".repeat(30)}`;

test("keeps what the link and the browser say about where a person came from in hidden fields of the join form", async () => {
  const query = "?source=podcast&utm_source=feed&utm_medium=%22%3E%3Cb%3E&utm_id=7&ref=k7d2m9qx";
  for (const path of [routes.join, routes.embed.join]) {
    const html = await open(path + query, { referer: "https://a.example/post?token=1" });
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
  expect(await open(routes.join, { referer: "http://localhost:3000/claim" })).not.toContain("referrerUrl");
});

describe("hostile values", () => {
  test.each(
    [
      withQuery(routes.claim, { code: hostile, token: hostile }),
      withQuery(routes.join, { ref: hostile }),
      withQuery(routes.embed.join, { names: hostile, theme: hostile, ref: hostile }),
      withQuery(routes.position, { token: hostile, result: hostile }),
      withQuery(routes.confirm, { token: hostile }),
      withQuery(routes.unsubscribe, { token: hostile, error: hostile, resubscribed: hostile }),
    ].map((url) => ({ path: url.split("?")[0], url })),
  )("of the query of $path and of the project are text", async ({ url }) => {
    await updateProject({ name: hostile.slice(0, 80), consentText: hostile, pausedMessage: hostile });
    const html = await open(url);
    expect(scriptsOf(html).filter((script) => script.includes("alert"))).toEqual([]);
    expect(html).not.toMatch(/<img|<script>/);
    expect(await findProblems(html)).toEqual([]);
    await updateProject({ name: "Gatehouse", consentText: null, pausedMessage: null });
  });

  test("of a form are text on the page with the result", async () => {
    for (const page of [
      await submit(routes.forms.claim, { code: hostile, email: hostile }),
      await submit(routes.forms.join, { email: hostile }),
    ]) {
      const html = await open(page);
      expect(html).toContain("&lt;/script&gt;");
      expect(html).not.toMatch(/<img|<script>/);
      expect(await findProblems(html)).toEqual([]);
    }
  });

  test("are shortened, and of repeated parameters the first counts", async () => {
    const html = await open(`${routes.claim}?code=${"first".repeat(2000)}&code=second`);
    expect(html).toContain(`value="${"first".repeat(40)}"`);
    expect(html).not.toContain("second");
    expect(html.length).toBeLessThan(8000);
  });
});

describe("after a claim", () => {
  const claimAndOpen = async (headers: Record<string, string> = {}, form: string = routes.forms.claim) =>
    open(await submit(form, { code: await insertCode(ctx), email: uniqueEmail() }), headers);

  test("redirects with the claim token, but only after our own form and outside of frames", async () => {
    await updateProject({ redirectUrl: "https://product.example/welcome?a=1&b=%22" });
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
    await updateProject({ redirectUrl: null });
  });

  test("shows the success message before people continue", async () => {
    await updateProject({ redirectUrl: "https://product.example/welcome", successMessage: "Welcome!" });
    const html = await claimAndOpen({ "sec-fetch-site": "same-origin" });
    expect(html).toContain("Welcome!");
    expect(html).not.toContain("http-equiv");
    expect(html).toMatch(/<a href="https:\/\/product\.example\/welcome\?token=[0-9a-f]{24}"/);
    await updateProject({ redirectUrl: null, successMessage: null });
  });

  test("always offers a next step", async () => {
    expect(await claimAndOpen()).toMatch(/<a href="\/claim"[^>]*>Claim another code<\/a>/);
    expect(await claimAndOpen({}, `${routes.embed.forms.claim}?theme=dark`)).toMatch(/<a href="\/embed\/claim\?theme=dark"/);
    await updateProject({ referralPageUrl: "https://www.example.org/launch" });
    expect(await claimAndOpen()).toMatch(/<a href="https:\/\/www\.example\.org\/launch" target="_top"[^>]*>Continue<\/a>/);
    await updateProject({ referralPageUrl: null });
    expect(await open(declinedUrl)).toMatch(/<a href="\/join"/);
  });
});

test("shows the consent text with safe links only", async () => {
  await updateProject({ consentText: "I read the [terms](https://example.org/t?a=1&b=2), [this](javascript:alert(1)) and <b>that</b>." });
  for (const url of [routes.join, routes.embed.join, await submit(routes.forms.join, { email: "ada" })]) {
    const html = await open(url);
    expect(html).toMatch(
      /I read the <a href="https:\/\/example\.org\/t\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"[^>]*>terms<\/a>, /,
    );
    expect(html).toContain("[this](javascript:alert(1)) and &lt;b&gt;that&lt;/b&gt;.");
    expect(await findProblems(html)).toEqual([]);
  }
  await updateProject({ consentText: null });
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
  const reset = () => updateProject(Object.fromEntries(Object.keys(texts).map((name) => [name, null])));
  const own = { "sec-fetch-site": "same-origin" };
  const refresh = /<meta http-equiv="refresh" content="0;url=https:\/\/product\.example\/thanks\?a=1"/i;

  test("shows the project's texts, and tells social networks about them", async () => {
    await updateProject(texts);
    for (const url of [routes.join, routes.embed.join]) {
      const html = await open(url);
      expect(html).toMatch(/<h1[^>]*>Be the first<\/h1>/);
      expect(html).toMatch(/See <a href="https:\/\/product\.example\/new"[^>]*>what&#x27;s new<\/a>\./);
      expect(titleOf(html)).toBe("Be the first · Gatehouse");
      expect(await findProblems(html)).toEqual([]);
    }
    const html = await open(routes.join);
    expect(metaOf(html, "description")).toBe("The launch of the year.");
    expect(metaOf(html, "twitter:card")).toBe("summary_large_image");
    expect(Object.fromEntries(["url", "title", "description", "image"].map((name) => [name, metaProperty(html, `og:${name}`)]))).toEqual({
      url: "http://localhost:3000/join",
      title: "Be the first",
      description: "The launch of the year.",
      image: "http://localhost:3000/join/image.jpg?v=abc",
    });
    const image = await call(withQuery(routes.socialImage, { v: "abc" }));
    expect([image.headers.get("content-type"), image.headers.get("cache-control")]).toEqual([
      "image/jpeg",
      "public, max-age=31536000, immutable",
    ]);
    expect((await call(routes.socialImage)).headers.get("cache-control")).toBe("no-cache");
    await reset();
    expect((await call(routes.socialImage)).status).toBe(404);
    expect(metaOf(await open(routes.join), "twitter:card")).toBe("summary");
  });

  test("shows the success message before people continue to the redirect URL, and redirects at once without a message", async () => {
    await updateProject(texts);
    const joined = async (form: string = routes.forms.join) => submit(form, { email: uniqueEmail() });
    for (const html of [await open(await joined(), own), await open(await joined(routes.embed.forms.join), own)]) {
      expect(html).toContain("Thank you!\nTell your friends.");
      expect(html).toMatch(/<a href="https:\/\/product\.example\/thanks\?a=1" target="_top"/);
      expect(html).not.toContain("http-equiv");
      expect(await findProblems(html)).toEqual([]);
    }
    await updateProject({ joinSuccessMessage: null });
    expect(await open(await joined(), own)).toMatch(refresh);
    expect(await open(await joined())).not.toContain("http-equiv");
    await reset();
  });

  test("has a preview of settings that aren't saved, with landmarks that differ", async () => {
    const { form, success } = await previewJoinPage(ctx, { joinHeadline: "Soon", joinSuccessMessage: "Thank you!" });
    expect(form).toMatch(/<main aria-label="Join the waitlist"[\s\S]*<h1[^>]*>Soon<\/h1>/);
    expect(success).toMatch(/<main aria-label="You're on the list!"[\s\S]*Thank you!/);
    expect(await findProblems(form)).toEqual([]);
    expect(await open(routes.join)).not.toContain("Soon");
  });

  test("with double opt-in, asks to check the email first, and shows the success message after the confirmation", async () => {
    await updateProject({ ...texts, doubleOptIn: true, sendJoinedEmail: false });
    const email = uniqueEmail();
    const renderedAt = sealFormTime(new Date(Date.now() - 5000).toISOString());
    const pending = await open(await submit(routes.forms.join, { email, renderedAt }), own);
    expect(titleOf(pending)).toBe("You&#x27;re on the list! · Gatehouse");
    expect(pending).toContain("Check your email");
    expect(pending).not.toContain("Thank you!");
    const { referralCode } = await getLead(ctx, email);
    const token = createLinkToken({ projectId: ctx.projectId, referralCode }, "confirm");
    const confirm = async () => open(await submit(routes.forms.confirm, { token }), own);
    const html = await confirm();
    expect(html).toContain("Thank you!\nTell your friends.");
    expect(html).toMatch(/href="http:\/\/localhost:3000\/position\?token=/);
    // The waitlist email is switched off.
    expect(html).not.toContain("Check your email");
    await updateProject({ joinSuccessMessage: null, sendJoinedEmail: true });
    expect(await confirm()).toMatch(refresh);
    expect(await confirm()).toContain("Check your email for a link to your position.");
    await reset();
    await updateProject({ doubleOptIn: false });
  });
});

describe("the home page", () => {
  const getLocation = async (url: string) => (await call(url)).headers.get("location");

  test("leads to the setup while there is no owner", async () => {
    expect(await getLocation(routes.home)).toBe(routes.setup);
  });

  test("shows the join page by default, the claim page, or redirects to the team's site with the query", async () => {
    await insertStaff(ctx, { role: "owner" });
    expect(titleOf(await open(withQuery(routes.home, { ref: "k7d2m9qx" })))).toBe("Join the waitlist · Gatehouse");
    expect(await open(withQuery(routes.home, { ref: "k7d2m9qx" }))).toContain('name="referralCode" value="k7d2m9qx"');
    await updateProject({ homePage: "claim" });
    expect(titleOf(await open(routes.home))).toBe("Claim your code · Gatehouse");
    await updateProject({ homePage: "redirect", homeRedirectUrl: "https://www.example.org/?a=1" });
    expect((await call(routes.home)).status).toBe(302);
    expect(await getLocation(withQuery(routes.home, { ref: "k7d2m9qx" }))).toBe("https://www.example.org/?a=1&ref=k7d2m9qx");
    await updateProject({ homePage: "join", homeRedirectUrl: null });
  });
});

test("referral links open the page that staff chose", async () => {
  await updateProject({ referralPageUrl: "https://www.example.org/launch?a=1#join" });
  expect(await open(links.position)).toMatch(/value="https:\/\/www\.example\.org\/launch\?a=1&amp;ref=[a-z0-9]{8}#join"/);
  await updateProject({ referralPageUrl: null });
  expect(await open(links.position)).toMatch(/value="http:\/\/localhost:3000\/join\?ref=[a-z0-9]{8}"/);
});

describe("a personal claim link", () => {
  const emailField = (html: string) => /<input[^>]*name="email"[^>]*>/.exec(html)?.[0] ?? "";

  test("fills in and locks the email that it was sent to", async () => {
    const field = emailField(await open(invitation.claim));
    expect(field).toContain("readOnly");
    expect(field).toContain(`value="${new URL(invitation.claim, "http://localhost").searchParams.get("email")}"`);
    const [shared, email] = [await insertCode(ctx, { allowedClaims: 5 }), uniqueEmail()];
    const sharedLink = createClaimUrl(ctx.projectId, shared, email).replace(/^https?:\/\/[^/]+/, "");
    expect(emailField(await open(sharedLink))).toContain(`value="${email}"`);
    expect(emailField(await open(sharedLink))).not.toContain("readOnly");
  });

  test("shows that the code has been claimed when it is opened again", async () => {
    const { claim } = await createInvitation();
    const { searchParams } = new URL(claim, "http://localhost");
    const [code = "", email = "", linkToken = ""] = ["code", "email", "token"].map((name) => searchParams.get(name) ?? "");
    await submit(routes.forms.claim, { code, email, linkToken });
    const again = await open(claim);
    expect(titleOf(again)).toBe("Code claimed · Gatehouse");
    expect(again).toContain(`${code} is claimed for ${email}.`);
    expect(emailField(await open(claim.replace(linkToken, "x")))).not.toBe("");
  });

  test("asks for that email if another is submitted, which people without the link don't learn", async () => {
    const { searchParams } = new URL((await createInvitation()).claim, "http://localhost");
    const [code = "", linkToken = ""] = [searchParams.get("code") ?? "", searchParams.get("token") ?? ""];
    const withLink = await open(await submit(routes.forms.claim, { code, linkToken, email: uniqueEmail() }));
    expect(withLink).toContain("Use the email your invitation was sent to.");
    expect(emailField(withLink)).not.toContain("readOnly");
    for (const token of ["", "x"]) {
      const guessed = await open(await submit(routes.forms.claim, { code, email: uniqueEmail(), linkToken: token }));
      expect(guessed).toContain("Check for typos.");
      expect(guessed).not.toContain("invitation");
    }
  });

  test("leads people whose invitation has ended back to the waitlist", async () => {
    const { claim } = await createInvitation();
    const { searchParams } = new URL(claim, "http://localhost");
    const [code = "", email = "", linkToken = ""] = ["code", "email", "token"].map((name) => searchParams.get(name) ?? "");
    const expectLinkAfter = async (message: string) => {
      const html = await open(await submit(routes.forms.claim, { code, email, linkToken }));
      expect(html).toContain(message);
      expect(html).toMatch(/<a href="\/join"[^>]*>Join the waitlist again<\/a>/);
    };
    await submit(routes.forms.declineCode, { code, email, linkToken });
    await expectLinkAfter("You declined this invitation.");
    await db.execute(sql`update codes set paused_at = null, valid_until = now() - interval '1 second' where reserved_for = ${email}`);
    await db.execute(sql`update leads set invitation_outcome = 'expired' where email = ${email}`);
    await expectLinkAfter("This code has expired.");
  });
});

test("gives leads their data as a page and as a file, from links without JavaScript", async () => {
  const position = await open(links.position);
  const hrefs = [...position.matchAll(/href="(\/position\/data\?[^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  expect(hrefs).toHaveLength(2);
  const [file, page] = await Promise.all(hrefs.map((href) => call(href)));
  expect(file?.headers.get("content-disposition")).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(await file?.json()).toMatchObject({ lead: { email: links.email } });
  expect(page?.headers.get("content-security-policy")).toContain("sandbox");
  expect(page?.headers.get("referrer-policy")).toBe("no-referrer");
  const html = (await page?.text()) ?? "";
  expect(html).toContain(links.email);
  expect(await findProblems(html)).toEqual([]);
  for (const token of ["", "x", new URL(links.confirm, "http://localhost").searchParams.get("token") ?? ""])
    expect(await open(withQuery(routes.personalData, { token }))).toContain("This link isn&#x27;t valid");
});

test("leads change their email on their own page, and with the link to the new email", async () => {
  const { email, position } = await createEmailLinks();
  const token = new URL(position, "http://localhost").searchParams.get("token") ?? "";
  const request = (newEmail: string) => submit(routes.forms.requestEmailChange, { token, email: newEmail });
  expect(await open(await request("not an email"))).toMatch(/Enter a valid email address\..*<details open="">/s);
  const newEmail = uniqueEmail();
  // The same for the email of another lead.
  for (const each of [await insertLead(ctx), newEmail]) expect(await open(await request(each))).toContain(`If ${each} can be used`);
  const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email} order by id desc limit 1`);
  const link = (await getEmailChangeNotice(ctx, change?.id ?? ""))?.link.replace(/^https?:\/\/[^/]+/, "") ?? "";
  const confirmToken = new URL(link, "http://localhost").searchParams.get("token") ?? "";
  for (let opened = 0; opened < 2; opened++) expect(await findProblems(await open(link))).toEqual([]);
  expect(titleOf(await open(link))).toContain("Confirm your new email");
  expect(await getErrorName(getLead(ctx, newEmail))).toBe("lead_not_found");
  const confirmed = await open(await submit(routes.forms.changeEmail, { token: confirmToken }));
  expect(titleOf(confirmed)).toContain("Your email was changed");
  expect(await getLead(ctx, newEmail)).toMatchObject({ email: newEmail });
  expect(titleOf(await open(link))).toContain("Your email was changed");
  expect(await open(withQuery(routes.changeEmail, { token: "x" }))).toContain("This link isn&#x27;t valid");
});

test("an unsubscribe link from before a change unsubscribes the new email", async () => {
  const { email, unsubscribe } = await createEmailLinks();
  const newEmail = uniqueEmail();
  await requestEmailChange(ctx, { email, newEmail });
  const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
  const notice = await getEmailChangeNotice(ctx, change?.id ?? "");
  await confirmEmailChange(ctx, new URL(notice?.link ?? "").searchParams.get("token") ?? "");
  expect(await open(unsubscribe)).toContain(newEmail);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await call(unsubscribe.replace("/unsubscribe", routes.forms.unsubscribe), {
    method: "POST",
    headers,
    body: "List-Unsubscribe=One-Click",
  });
  expect(await getLead(ctx, newEmail)).toMatchObject({ suppression: "unsubscribed" });
});

test("the position page promises positions only to people in line", async () => {
  await updateProject({ referralBonus: 2 });
  expect(await open(links.position)).toContain("You move up 2 positions for each friend");
  expect(await open(invitation.position)).toContain("Share your link with friends who may be interested.");
});

describe("the settings of the embed script", () => {
  const getSettings = (headers: Record<string, string> = {}, key = app.publicKey) =>
    call(withQuery(routes.embed.settings, { key }), { headers });

  test("contain the accent, the consent text in parts and the questions of join forms", async () => {
    await updateProject({ accent: "#ffdd00" });
    const response = await getSettings({ origin: "https://shop.example" });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(await response.json()).toEqual({ accent: "#ffdd00", consent: null, questions: [] });
    const consentText = "I read the [terms](https://example.org/) and [this](javascript:alert(1)).";
    const question = { key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"], required: true, onJoinForms: true } as const;
    const questions = [
      { ...question, options: ["Free", "Pro"] },
      { ...question, key: "staff", onJoinForms: false, options: ["A"] },
    ];
    await updateProject({ accent: "#2563eb", consentText, questions });
    expect(await (await getSettings()).json()).toEqual({
      accent: "#2563eb",
      questions: [{ label: "Plan", input: { name: "fields.plan", maxlength: "500", required: "" }, options: ["", "Free", "Pro"] }],
      consent: {
        id: createConsentId(consentText),
        text: ["I read the ", { text: "terms", url: "https://example.org/" }, " and [this](javascript:alert(1))."],
      },
    });
    await updateProject({ consentText: null, questions: [] });
  });

  test("need the public key, and a site that can use it", async () => {
    for (const key of ["", "pk_x", app.secretKey, `pk_${"0".repeat(32)}`])
      expect(await (await getSettings({}, key)).json()).toMatchObject({ code: 401, error: "bad_key" });
    await updateProject({ allowedOrigins: ["https://shop.example"] });
    const refused = await getSettings({ origin: "https://evil.example" }, await insertApiKey(ctx, "public_key"));
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    await updateProject({ allowedOrigins: [] });
  });
});

test("replaces forms while they are paused", async () => {
  await updateProject({ paused: ["claims", "sign_ups"], pausedMessage: "Back on Monday." });
  for (const url of [routes.claim, routes.join, routes.embed.claim, routes.embed.join]) {
    const html = await open(url);
    expect(html).toContain("Back on Monday.");
    expect(titleOf(html)).toMatch(/^(Claims|Sign-ups) are paused · Gatehouse$/);
    expect(html).not.toContain("<form");
  }
  await updateProject({ paused: [], pausedMessage: null });
});

test("asks for a proof of work after an error that requires one, with a script that solves it", async () => {
  const { encrypt } = await import("@/lib/encryption");
  const result = encrypt(
    JSON.stringify({ values: {}, error: { name: "proof_required" }, at: Date.now() }),
    `form result of ${routes.claim}`,
  );
  const html = await open(withQuery(routes.claim, { result }));
  expect(scriptsOf(html).join()).toContain(assets.scripts["browser/proof-of-work.ts"]);
  expect(html).toMatch(/<input type="hidden" data-challenge="\{&quot;/);
  expect(await findProblems(html)).toEqual([]);
});

describe("the Content-Security-Policy", () => {
  const getPolicy = async (url: string) => (await call(url)).headers.get("content-security-policy");

  test("lets the sites that may use the public key frame the embedded forms, and our settings frame the preview", async () => {
    for (const url of [routes.embed.claim, routes.embed.join, routes.embed.forms.claim, routes.embed.forms.join])
      expect(await getPolicy(url)).toBe("default-src 'self'; frame-ancestors *; form-action 'self'");
    await updateProject({ allowedOrigins: ["https://shop.example"] });
    expect(await getPolicy(routes.embed.join)).toBe("default-src 'self'; frame-ancestors 'self' https://shop.example; form-action 'self'");
    await updateProject({ allowedOrigins: [] });
    expect(await getPolicy(routes.embed.preview)).toBe("default-src 'self'; frame-ancestors 'self'; form-action 'self'");
  });

  test("is not changed by other pages", async () => {
    for (const url of [routes.claim, routes.join, links.position]) expect(await getPolicy(url)).toBeNull();
  });

  test("allows every site if no origins are listed, otherwise only the listed ones", () => {
    expect(frameAncestors([])).toBe("*");
    expect(frameAncestors(["https://www.example.org", "http://localhost:8080"])).toBe(
      "'self' https://www.example.org http://localhost:8080",
    );
  });

  test("allows only this site if the list is unknown or contains invalid origins", () => {
    expect(frameAncestors(null)).toBe("'self'");
    expect(frameAncestors(["https://a;script-src", "https://b,c"])).toBe("'self'");
  });
});

test("responds to methods that a path has none for with method_not_allowed", async () => {
  for (const [url, allowed] of [
    [routes.claim, "GET"],
    [routes.forms.claim, "POST, GET"],
    [routes.embed.preview, "GET"],
  ] as const) {
    const response = await call(url, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
    expect(await response.json()).toMatchObject({ success: false, error: "method_not_allowed" });
  }
});

describe("when the service is broken", () => {
  const tables = [routes.claim, routes.join, links.position, links.confirm, links.unsubscribe, routes.embed.claim];

  test("shows that a page failed, with the ID under which the log has the cause, and without details", async () => {
    expectConsoleError();
    await db.execute(sql`alter table projects rename column time_zone to elsewhere`);
    await db.execute(sql`alter table projects rename to nowhere`);
    try {
      for (const url of tables) {
        const response = await call(url);
        const html = await response.text();
        expect([response.status, titleOf(html)]).toEqual([500, "Something went wrong · Gatehouse"]);
        expect(html).toMatch(/Error ID: [0-9a-f-]{36}/);
        expect(html).not.toMatch(/projects|relation|nowhere/);
        expect(scriptsOf(html)).toEqual([]);
        expect(await findProblems(html)).toEqual([]);
      }
    } finally {
      await db.execute(sql`alter table nowhere rename to projects`);
      await db.execute(sql`alter table projects rename column elsewhere to time_zone`);
    }
  });

  test("shows that the page is unavailable if the database can't be reached", async () => {
    expectConsoleError();
    const unreachableServices = { connection: openDatabase("postgres://gatehouse@127.0.0.1:1/gatehouse"), queue: ctx.queue };
    await app.runOnPool(unreachableServices, async () => {
      for (const url of tables) {
        const response = await call(url);
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
        const html = await response.text();
        expect(titleOf(html)).toBe("Temporarily unavailable · Gatehouse");
        expect(html).toContain("We can&#x27;t load this page right now. Try again in a few minutes.");
        expect(await findProblems(html)).toEqual([]);
      }
      expect((await call(routes.embed.claim)).headers.get("content-security-policy")).toContain("frame-ancestors 'self';");
    });
    await unreachableServices.connection.close();
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
    expect(textOf(await open(await submit(routes.forms.claim, { code, email: stranger })))).toContain(words);
  });

  test.each([null, "Back at noon."])("for paused claims, with the message %j", async (pausedMessage) => {
    const code = await insertCode(ctx);
    await updateProject({ paused: ["claims"], pausedMessage });
    try {
      const { publicError } = await checkCode(ctx, { code: normalizeCode(code), email: stranger });
      const { name, timeZone } = await getProject(ctx);
      const words = claimPageText({ error: publicError ?? "internal", availableAt: null, project: { name, timeZone, pausedMessage } });
      expect(textOf(await open(await submit(routes.forms.claim, { code, email: stranger })))).toContain(words);
    } finally {
      await updateProject({ paused: [], pausedMessage: null });
    }
  });
});
