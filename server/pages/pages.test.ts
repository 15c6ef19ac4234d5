import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, describe, expect, test, vi } from "vitest";
import { buildPageAssets } from "@/cli/build/page-assets";
import { openDatabase } from "@/db/client";
import { routes, withQuery } from "@/lib/routes";
import { expectConsoleError } from "@/tests/harness/console";
import { insertCode, uniqueEmail } from "@/tests/harness/factories";
import {
  claimFields,
  createEmailLinks,
  createInvitation,
  findMeta,
  findProblems,
  findScripts,
  findTitle,
  openPage,
  requestPage,
  submitForm,
  updateProject,
} from "@/tests/harness/public-pages";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { PageAssets } from "./document";

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

const links = await createEmailLinks(ctx);
const invitation = await createInvitation(ctx);
const declinedUrl = await submitForm(routes.forms.declineCode, claimFields((await createInvitation(ctx)).claim));
const pages: { name: string; url: string; title: string }[] = [
  { name: "claim", url: routes.claim, title: "Claim your code" },
  { name: "claim from an email", url: withQuery(routes.claim, { code: "curious-pineapple", token: "x" }), title: "Claim your code" },
  {
    name: "claim with errors",
    url: await submitForm(routes.forms.claim, { code: "unknown", email: "ada" }),
    title: "Error: Claim your code",
  },
  {
    name: "claimed",
    url: await submitForm(routes.forms.claim, { code: await insertCode(ctx), email: uniqueEmail() }),
    title: "Code claimed",
  },
  { name: "claim from an invitation", url: invitation.claim, title: "Claim your code" },
  { name: "an invitation's position", url: invitation.position, title: "You&#x27;re invited" },
  { name: "declined", url: declinedUrl, title: "You declined your invitation" },
  { name: "join", url: withQuery(routes.join, { ref: "k7d2m9qx" }), title: "Join the waitlist" },
  { name: "join with errors", url: await submitForm(routes.forms.join, { email: "ada" }), title: "Error: Join the waitlist" },
  { name: "joined", url: await submitForm(routes.forms.join, { email: uniqueEmail() }), title: "You&#x27;re on the list!" },
  { name: "position", url: links.position, title: "Your position" },
  { name: "position without a token", url: routes.position, title: "Your position" },
  { name: "position with an error", url: await submitForm(routes.forms.deleteData, { token: "1.x" }), title: "Error: Your position" },
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
    const html = await openPage(url);
    expect(html).toMatch(/^<!doctype html><html lang="en" style="--brand:#2563eb;[^"]*"><head><meta charSet="utf-8"\/>/i);
    expect(await findProblems(html)).toEqual([]);
    expect(findTitle(html)).toBe(`${title} · Gatehouse`);
    expect(findMeta(html, "description")).toMatch(/\w\.$/);
    expect(html).toContain(`<link rel="stylesheet" href="${assets.styleSheet}"/>`);
  });

  test("ships no script of the framework, only its own with the nonce", async () => {
    const html = await openPage(url);
    const ownScripts = Object.values(assets.scripts).map((src) => `<script type="module" src="${src}" nonce="bm9uY2U="></script>`);
    for (const script of findScripts(html)) expect(ownScripts).toContain(script);
    expect(html).not.toMatch(/\bas="script"|\son\w+="|javascript:|self\.__next/);
  });

  test("has styles for every class", async () => {
    const [sheet = ""] = readdirSync(path.join(folder, "static/page-assets")).filter((file) => file.endsWith(".css"));
    const css = readFileSync(path.join(folder, "static/page-assets", sheet), "utf8").replaceAll("\\", "");
    const classes = [...(await openPage(url)).matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = ""]) =>
      names.replaceAll("&amp;", "&").split(" "),
    );
    expect(classes.length).toBeGreaterThan(5);
    expect([...new Set(classes)].filter((name) => !css.includes(`.${name}`))).toEqual([]);
  });
});

test("the server loads no icons, routers or widgets for the pages", async () => {
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

test("a page is never stored in a cache, and is compressed for browsers that accept it", async () => {
  const plain = await requestPage(routes.claim);
  expect(plain.headers.get("cache-control")).toBe("private, no-cache, no-store, max-age=0, must-revalidate");
  const html = await plain.text();
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const response = await requestPage(routes.claim, { headers: { "accept-encoding": accepted } });
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([encoding, "Accept-Encoding"]);
    const body = Buffer.from(await response.arrayBuffer());
    expect((encoding === null ? body : decoders[encoding](body)).toString()).toBe(html);
  }
});

test("pages for one person or for frames are kept out of search engines, and links to them out of referrers", async () => {
  const metaTags = async (url: string) => {
    const html = await openPage(url);
    return [findMeta(html, "robots"), findMeta(html, "referrer")];
  };
  for (const url of [links.position, links.confirm, routes.position, routes.confirm])
    expect(await metaTags(url)).toEqual(["noindex, nofollow", "no-referrer"]);
  for (const url of [links.unsubscribe, routes.embed.claim, routes.embed.join]) expect(await metaTags(url)).toEqual(["noindex", undefined]);
  for (const url of [routes.claim, routes.join]) expect(await metaTags(url)).toEqual([undefined, undefined]);
});

test("a page has the theme of the device and the accent of the project, with the logo", async () => {
  await updateProject(ctx, { accent: "#ffdd00", logo: "data:image/png;base64,AAAA" });
  const html = await openPage(routes.claim);
  expect(html).toContain('style="--brand:#ffdd00;--brand-foreground:#000000;');
  expect(html).toContain('<img src="data:image/png;base64,AAAA" alt=""');
  expect(findMeta(html, "color-scheme")).toBe("light dark");
  expect(html).toContain('<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111113"/>');
  for (const font of assets.fonts) expect(html).toContain(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin`);
  await updateProject(ctx, { accent: "#2563eb", logo: null });
});

const hostile = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&amp;\u2028${"x".repeat(30)}`;

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
    await updateProject(ctx, { name: hostile.slice(0, 80), consentText: hostile, pausedMessage: hostile });
    const html = await openPage(url);
    expect(findScripts(html).filter((script) => script.includes("alert"))).toEqual([]);
    expect(html).not.toMatch(/<img|<script>/);
    expect(await findProblems(html)).toEqual([]);
    await updateProject(ctx, { name: "Gatehouse", consentText: null, pausedMessage: null });
  });

  test("of a form are text on the page with the result", async () => {
    for (const page of [
      await submitForm(routes.forms.claim, { code: hostile, email: hostile }),
      await submitForm(routes.forms.join, { email: hostile }),
    ]) {
      const html = await openPage(page);
      expect(html).toContain("&lt;/script&gt;");
      expect(html).not.toMatch(/<img|<script>/);
      expect(await findProblems(html)).toEqual([]);
    }
  });

  test("are shortened, and of repeated parameters the first counts", async () => {
    const html = await openPage(`${routes.claim}?code=${"first".repeat(2000)}&code=second`);
    expect(html).toContain(`value="${"first".repeat(40)}"`);
    expect(html).not.toContain("second");
    expect(html.length).toBeLessThan(8000);
  });
});

describe("the home page", () => {
  const getLocation = async (url: string) => (await requestPage(url)).headers.get("location");

  test("leads to the setup while there is no owner", async () => {
    expect(await getLocation(routes.home)).toBe(routes.setup);
  });

  test("shows the join page by default, the claim page, or redirects to the team's site with the query", async () => {
    await insertStaff(ctx, { role: "owner" });
    expect(findTitle(await openPage(withQuery(routes.home, { ref: "k7d2m9qx" })))).toBe("Join the waitlist · Gatehouse");
    expect(await openPage(withQuery(routes.home, { ref: "k7d2m9qx" }))).toContain('name="referralCode" value="k7d2m9qx"');
    await updateProject(ctx, { homePage: "claim" });
    expect(findTitle(await openPage(routes.home))).toBe("Claim your code · Gatehouse");
    await updateProject(ctx, { homePage: "redirect", homeRedirectUrl: "https://www.example.org/?a=1" });
    expect((await requestPage(routes.home)).status).toBe(302);
    expect(await getLocation(withQuery(routes.home, { ref: "k7d2m9qx" }))).toBe("https://www.example.org/?a=1&ref=k7d2m9qx");
    await updateProject(ctx, { homePage: "join", homeRedirectUrl: null });
  });
});

test("a notice replaces the forms while they are paused", async () => {
  await updateProject(ctx, { paused: ["claims", "sign_ups"], pausedMessage: "Back on Monday." });
  for (const url of [routes.claim, routes.join, routes.embed.claim, routes.embed.join]) {
    const html = await openPage(url);
    expect(html).toContain("Back on Monday.");
    expect(findTitle(html)).toMatch(/^(Claims|Sign-ups) are paused · Gatehouse$/);
    expect(html).not.toContain("<form");
  }
  await updateProject(ctx, { paused: [], pausedMessage: null });
});

test("a form asks for a proof of work after an error that requires one, with a script that solves it", async () => {
  const { encrypt } = await import("@/lib/encryption");
  const result = encrypt(
    JSON.stringify({ values: {}, error: { name: "proof_required" }, at: Date.now() }),
    `form result of ${routes.claim}`,
  );
  const html = await openPage(withQuery(routes.claim, { result }));
  expect(findScripts(html).join()).toContain(assets.scripts["browser/proof-of-work.ts"]);
  expect(html).toMatch(/<input type="hidden" data-challenge="\{&quot;/);
  expect(await findProblems(html)).toEqual([]);
});

test("a method that a path doesn't have is answered with method_not_allowed", async () => {
  for (const [url, allowed] of [
    [routes.claim, "GET, HEAD"],
    [routes.forms.claim, "POST, GET, HEAD"],
    [routes.embed.preview, "GET, HEAD"],
  ] as const) {
    const response = await requestPage(url, { method: "PUT" });
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
        const response = await requestPage(url);
        const html = await response.text();
        expect([response.status, findTitle(html)]).toEqual([500, "Something went wrong · Gatehouse"]);
        expect(html).toMatch(/Error ID: [0-9a-f-]{36}/);
        expect(html).not.toMatch(/projects|relation|nowhere/);
        expect(findScripts(html)).toEqual([]);
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
        const response = await requestPage(url);
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
        const html = await response.text();
        expect(findTitle(html)).toBe("Temporarily unavailable · Gatehouse");
        expect(html).toContain("We can&#x27;t load this page right now. Try again in a few minutes.");
        expect(await findProblems(html)).toEqual([]);
      }
      expect((await requestPage(routes.embed.claim)).headers.get("content-security-policy")).toContain("frame-ancestors 'self';");
    });
    await unreachableServices.connection.close();
  });
});
