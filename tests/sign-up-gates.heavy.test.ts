import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Issuer, oidcClient, startIssuer } from "@/e2e/harness/oidc-issuer";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { findChromium } from "@/scripts/chromium";
import { apiClient } from "./harness/api";
import { insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { findGlobalPackage } from "./harness/installed";
import { outages, startConnection } from "./harness/outages";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const app = await createTestApp();
const { ctx, secretKey } = await insertProject(app.ctx);
const api = apiClient(secretKey);
const connection = await startConnection(await serveApi());

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-gates-"));
cpSync("tests/gates", folder, { recursive: true });
cpSync("examples/gates", path.join(folder, "gates"), { recursive: true });
writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
const children = new Set<ChildProcess>();
const issuers = new Set<Issuer>();
beforeEach(() => {
  connection.outage = null;
});
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium() });
});
afterAll(async () => {
  await browser.close();
  for (const issuer of issuers) await issuer.stop();
  for (const child of children) {
    const exit = child.exitCode === null ? once(child, "exit") : null;
    child.kill("SIGKILL");
    await exit;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Returns whether the packages of a gate are installed, and links them. Says so if they aren't. */
function hasPackages(...names: string[]): boolean {
  const folders = names.map((name) => [name, findGlobalPackage(name)] as const);
  if (folders.some(([, found]) => found === null)) {
    console.warn(`A gate wasn't tried: npm install --global ${names.join(" ")}`);
    return false;
  }
  for (const [name, found] of folders) linkPackage(name, found ?? "");
  return true;
}

function linkPackage(name: string, target: string): void {
  const link = path.join(folder, "node_modules", name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(target, link);
}

/** Starts an app of `tests/gates`, with an identity provider. */
async function startApp(name: string, callbackPath: string, variables: Record<string, string> = {}) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const issuer = await startIssuer(`${url}${callbackPath}`);
  issuers.add(issuer);
  const env = {
    GATEHOUSE: connection.url,
    KEY: secretKey,
    PORT: port,
    ISSUER: issuer.url,
    CLIENT_ID: oidcClient.id,
    CLIENT_SECRET: oidcClient.secret,
    NEXTAUTH_URL: url,
    ...variables,
  };
  const child = spawn(process.execPath, [`${name}.js`], {
    cwd: folder,
    env: childEnvironment(env),
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.add(child);
  const read = async () => (await (await fetch(`${url}/users`)).json()) as { users: string[]; links: string[] };
  await waitUntil("the app answers", () =>
    read().then(
      () => true,
      () => false,
    ),
  );
  return { url, read };
}

/** Returns an email that may sign up. */
async function invite(prefix = ""): Promise<string> {
  const email = await insertLead(ctx, { email: `${prefix}${uniqueEmail()}` });
  await api.post("/leads/invite", { emails: [email] });
  return email;
}

/** Opens a page in a browser without cookies. */
const openPage = async (url: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
};

/** Signs in at the identity provider, and returns where that leads to. */
async function signInAtProvider(page: Page, email: string, appUrl: string): Promise<URL> {
  await page.getByPlaceholder("Enter any login").fill(email);
  await page.getByPlaceholder("and password").fill("any password");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.origin === appUrl && !url.pathname.includes("callback"));
  return new URL(page.url());
}

const away = "You can't sign up at the moment. Try again in a few minutes.";

describe.skipIf(!hasPackages("better-auth"))("an app with Better Auth", () => {
  let server: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    server = await startApp("better-auth", "/api/auth/callback/oidc");
  });

  const signUp = async (email: string): Promise<string> => {
    const page = await openPage(server.url);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Sign up" }).click();
    const status = await waitUntil("an answer", () => page.getByRole("status").textContent());
    await page.context().close();
    return status;
  };
  const signUpByOAuth = async (email: string): Promise<URL> => {
    const page = await openPage(server.url);
    await page.getByRole("button", { name: "Continue with a provider" }).click();
    const url = await signInAtProvider(page, email, server.url);
    await page.context().close();
    return url;
  };

  test("creates users who may sign up, with a password and by OAuth", async () => {
    const [first, second] = [await invite(), await invite()];
    expect(await signUp(first)).toBe("200 Welcome!");
    expect((await signUpByOAuth(second)).pathname).toBe("/welcome");
    expect((await server.read()).users).toEqual(expect.arrayContaining([first, second]));
    // And they can sign in again.
    expect((await signUpByOAuth(second)).pathname).toBe("/welcome");
  });

  test("refuses everyone else with status 400, and by OAuth on the error page", async () => {
    const before = await server.read();
    expect(await signUp(uniqueEmail())).toMatch(/^400 You need an access code or an invitation/);
    const url = await signUpByOAuth(uniqueEmail());
    expect([url.pathname, url.searchParams.get("error")]).toEqual(["/error", "SIGN_UP_REFUSED"]);
    expect(url.searchParams.get("error_description")).toMatch(/^You need an access code or an invitation/);
    expect(await server.read()).toEqual(before);
  });

  test("refuses an email that the provider hasn't verified", async () => {
    const before = await server.read();
    const url = await signUpByOAuth(await invite("unverified-"));
    expect(url.searchParams.get("error_description")).toBe("Verify your email address first, and then sign up.");
    expect(await server.read()).toEqual(before);
  });

  test.each(outages)("creates no user while Gatehouse is away: %s", async (outage) => {
    const before = await server.read();
    const email = await invite();
    connection.outage = outage;
    expect(await signUp(email)).toBe(`400 ${away}`);
    expect((await signUpByOAuth(email)).searchParams.get("error_description")).toBe(away);
    expect(await server.read()).toEqual(before);
  });
});

const authJsApps = ["auth-js", "next-auth"].filter((name) => name !== "auth-js" || hasPackages("@auth/core"));
// It is a dependency of the dashboard.
for (const name of ["next-auth", "react", "react-dom", "next"]) linkPackage(name, path.resolve("node_modules", name));

describe.each(authJsApps)("an app with %s", (name) => {
  let server: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    server = await startApp(name, "/api/auth/callback/oidc");
  });

  const requestLink = async (email: string): Promise<string> => {
    const page = await openPage(`${server.url}/api/auth/signin`);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Sign in with Email" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/api/auth/signin"));
    const { pathname, search } = new URL(page.url());
    await page.context().close();
    return pathname + search;
  };
  const openLink = async (link = ""): Promise<string> => {
    const page = await openPage(link);
    const { pathname, search } = new URL(page.url());
    await page.context().close();
    return pathname + search;
  };
  const signInByOAuth = async (email: string): Promise<string> => {
    const page = await openPage(`${server.url}/api/auth/signin`);
    await page.getByRole("button", { name: "Sign in with a provider" }).click();
    const { pathname, search } = await signInAtProvider(page, email, server.url);
    await page.context().close();
    return pathname + search;
  };

  test("creates users who may sign up, with an emailed link and by OAuth", async () => {
    const [first, second] = [await invite(), await invite()];
    await requestLink(first);
    expect(await openLink((await server.read()).links.at(-1))).not.toMatch(/refused|error/);
    expect(await signInByOAuth(second)).not.toMatch(/refused|error/);
    expect((await server.read()).users).toEqual(expect.arrayContaining([first, second]));
  });

  test("emails no link to anyone else, creates no user by OAuth, and none with an unverified email", async () => {
    const before = await server.read();
    expect(await requestLink(uniqueEmail())).toBe("/check-your-email");
    expect(await signInByOAuth(uniqueEmail())).toBe("/refused");
    expect(await signInByOAuth(await invite("unverified-"))).toBe("/refused");
    expect(await server.read()).toEqual(before);
  });

  test("opens no link of someone who may not sign up any more", async () => {
    const email = await invite();
    await requestLink(email);
    const { users, links } = await server.read();
    await api.post("/leads/delete", { email });
    expect(await openLink(links.at(-1))).toBe("/refused");
    expect((await server.read()).users).toEqual(users);
  });

  test.each(outages)("creates no user while Gatehouse is away: %s", async (outage) => {
    const before = await server.read();
    const email = await invite();
    connection.outage = outage;
    expect(await requestLink(email)).toBe("/refused?away");
    expect(await signInByOAuth(email)).toBe("/refused?away");
    expect(await server.read()).toEqual(before);
  });
});

describe.skipIf(!hasPackages("firebase-functions", "firebase-admin"))("the blocking function of Firebase", () => {
  let server: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    // As in Firebase's emulator, which doesn't sign tokens.
    const debug = { FIREBASE_DEBUG_MODE: "true", FIREBASE_DEBUG_FEATURES: '{"skipTokenVerification":true}' };
    server = await startApp("firebase", "/", { ...debug, GCLOUD_PROJECT: "demo", FIREBASE_CONFIG: '{"projectId":"demo"}' });
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const create = async (email: string | undefined, { method = "password", verified = false } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const token = {
      iss: "https://securetoken.google.com/demo",
      aud: "https://us-central1-demo.cloudfunctions.net/gateSignUp",
      iat: now,
      exp: now + 3600,
      event_id: "an-event",
      event_type: "beforeCreate",
      sign_in_method: method,
      ip_address: "192.0.2.1",
      user_agent: "Mozilla/5.0",
      locale: "en",
      user_record: {
        uid: "abc",
        ...(email !== undefined && { email, email_verified: verified }),
        metadata: { creation_time: now * 1000, last_sign_in_time: now * 1000 },
        provider_data: email === undefined ? [] : [{ provider_id: method, uid: email, email }],
      },
    };
    const response = await fetch(server.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: { jwt: `${part({ alg: "none" })}.${part(token)}.` } }),
    });
    const { error } = (await response.json()) as { error?: { status: string; message: string } };
    return { status: response.status, message: error?.message ?? null };
  };

  test("allows those who may sign up, and refuses everyone else with status 403", async () => {
    const email = await invite();
    for (const options of [{}, { method: "emailLink" }, { method: "google.com", verified: true }])
      expect(await create(email, options)).toEqual({ status: 200, message: null });
    expect(await create(email, { method: "facebook.com" })).toEqual({
      status: 403,
      message: "Verify your email address first, and then sign up.",
    });
    for (const options of [{}, { method: "google.com", verified: true }])
      expect(await create(uniqueEmail(), options)).toMatchObject({ status: 403, message: expect.stringMatching(/^You need/) });
    expect(await create(undefined, { method: "phone" })).toMatchObject({ status: 403 });
  });

  test("refuses everyone while Gatehouse is away, in time for Firebase", async () => {
    const email = await invite();
    for (const outage of outages) {
      connection.outage = outage;
      expect(await create(email), outage).toEqual({ status: 403, message: away });
    }
  });
});
