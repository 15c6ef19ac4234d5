import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "@/lib/ports";
import { expect, test } from "./harness/fixtures";
import { type Issuer, oidcClient, startIssuer } from "./harness/oidc-issuer";
import { addDevice } from "./harness/passkeys";
import { owner } from "./harness/site";
import { clearSession } from "./harness/staff";
import { type Site, startSite } from "./harness/start-site";
import { heavyOnly } from "./harness/tags";

let issuer: Issuer;
let site: Site;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-oidc-"));
  const port = await freePort();
  issuer = await startIssuer(`http://localhost:${port}/api/auth/callback/oidc`);
  site = await startSite({
    dataFolder: join(folder, "data"),
    smtpUrl: "",
    port,
    env: {
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: oidcClient.id,
      OIDC_CLIENT_SECRET: oidcClient.secret,
      OIDC_NAME: "Example Identity",
    },
  });
});
test.afterAll(async () => {
  await site?.stop();
  await issuer?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function continueAs(page: Page, email: string): Promise<void> {
  await page.goto(`${site.baseUrl}/sign-in`);
  await page.getByRole("button", { name: "Continue with Example Identity" }).click();
  await enterLogin(page, email);
}

async function enterLogin(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(email);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Changes the sign-in settings as the owner, and signs out. */
async function changeSignInSettings(page: Page, data: object): Promise<void> {
  const { request } = page.context();
  await clearSession(page);
  await request.post(`${site.baseUrl}/api/session`, { data: owner });
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await request.patch(`${site.baseUrl}/api/team/sign-in`, { data, headers })).status()).toBe(200);
  await clearSession(page);
}

const invite = async (page: Page, email: string, role: string) => {
  const { request } = page.context();
  await request.post(`${site.baseUrl}/api/session`, { data: owner });
  const response = await request.post(`${site.baseUrl}/api/team/invitations`, {
    data: { email, role },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(response.status()).toBe(200);
  await clearSession(page);
};

test("the sign-in page doesn't reveal the provider's configuration", async ({ request }) => {
  const page = await (await request.get(`${site.baseUrl}/sign-in`)).text();
  expect(page).toContain("Example Identity");
  for (const secret of [oidcClient.secret, `${oidcClient.id}"`, issuer.url]) expect(page).not.toContain(secret);
});

test("only the next-auth routes that sign-in needs are available", async ({ request }) => {
  for (const path of ["session", "providers", "verify-request", "signout", "callback/github", "callback"]) {
    const response = await request.get(`${site.baseUrl}/api/auth/${path}`);
    expect(await response.json(), path).toMatchObject({ code: 404, error: "not_found" });
  }
});

test("a failed callback redirects to our sign-in page, which shows an error", heavyOnly, async ({ page }) => {
  await page.goto(`${site.baseUrl}/api/auth/callback/oidc?code=made-up&state=made-up`);
  await expect(page).toHaveURL(new RegExp(`${site.baseUrl}/sign-in`));
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
});

test("the owner signs in with an email that the identity provider has verified", async ({ page }) => {
  await continueAs(page, owner.email);
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
});

test("the owner signs in again in a window of the identity provider, which then closes", heavyOnly, async ({ page }) => {
  await continueAs(page, owner.email);
  await page.goto(`${site.baseUrl}/dashboard/leads?add=true`);
  const email = "typed-before-the-end@example.org";
  await page.getByRole("dialog", { name: "Add lead" }).getByLabel("Email").fill(email);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add lead", exact: true }).last().click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Example Identity" }).click();
  const popup = await opened;
  await enterLogin(popup, owner.email);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: email })).toBeVisible();
});

test("an invited person joins with the identity provider and gets the invitation's role", async ({ page }) => {
  await invite(page, "ada@example.org", "viewer");
  await continueAs(page, "ada@example.org");
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
  const session = await (await page.context().request.get(`${site.baseUrl}/api/session`)).json();
  expect(session.data.staff).toMatchObject({ email: "ada@example.org", name: "Ada from elsewhere", role: "viewer" });
});

test("another account with the same email can't sign in", heavyOnly, async ({ page }) => {
  await continueAs(page, owner.email);
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
  await clearSession(page);
  await continueAs(page, `${owner.email}#2`);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("This is another account than the one you used before.");
  expect((await page.context().request.get(`${site.baseUrl}/api/session`)).status()).toBe(401);
});

test("a second factor is asked for after the identity provider, unless an owner trusts the provider", heavyOnly, async ({ page }) => {
  const email = "grace@example.org";
  await invite(page, email, "member");
  await continueAs(page, email);
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
  await addDevice(page);
  // People who just signed in need no password, which she doesn't have.
  await page.goto(`${site.baseUrl}/dashboard/settings/account`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();

  await clearSession(page);
  await continueAs(page, email);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  expect((await page.context().request.get(`${site.baseUrl}/api/session`)).status()).toBe(401);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);

  await changeSignInSettings(page, { trustedProviders: ["oidc"] });
  await continueAs(page, email);
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);

  await changeSignInSettings(page, { disabledProviders: ["oidc"] });
  await page.goto(`${site.baseUrl}/sign-in`);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Example Identity" })).toHaveCount(0);
  await changeSignInSettings(page, { disabledProviders: [], trustedProviders: [] });
});

test("people who aren't invited or whose email isn't verified can't sign in", heavyOnly, async ({ page }) => {
  await continueAs(page, "mallory@example.org");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("Your account isn't part of this team");
  await clearSession(page);
  await invite(page, "unverified@example.org", "admin");
  await continueAs(page, "unverified@example.org");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("didn't confirm your email");
  expect((await page.context().request.get(`${site.baseUrl}/api/session`)).status()).toBe(401);
});
