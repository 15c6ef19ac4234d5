import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "@/lib/free-port";
import { oidcClient, type Issuer, startIssuer } from "./harness/oidc-issuer";
import { expect, test } from "./harness/fixtures";
import { owner } from "./harness/site";
import { type Site, startSite } from "./harness/start-site";

let issuer: Issuer;
let product: Site;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-oidc-"));
  const port = await freePort();
  issuer = await startIssuer(`http://localhost:${port}/api/auth/callback/oidc`);
  product = await startSite({
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
  await product?.stop();
  await issuer?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function continueAs(page: Page, email: string): Promise<void> {
  await page.goto(`${product.baseUrl}/sign-in`);
  await page.getByRole("button", { name: "Continue with Example Identity" }).click();
  await page.getByPlaceholder("Enter any login").fill(email);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const invite = async (page: Page, email: string, role: string) => {
  const { request } = page.context();
  await request.post(`${product.baseUrl}/api/session`, { data: owner });
  const invited = await request.post(`${product.baseUrl}/api/team/invitations`, {
    data: { email, role },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(invited.status()).toBe(200);
  await page.context().clearCookies();
};

test("the page of the way in tells nothing of how Gatehouse is known to the provider", async ({ request }) => {
  const page = await (await request.get(`${product.baseUrl}/sign-in`)).text();
  expect(page).toContain("Example Identity");
  for (const hidden of [oidcClient.secret, `${oidcClient.id}"`, issuer.url]) expect(page).not.toContain(hidden);
});

test("next-auth answers what signing in takes, and nothing else", async ({ request }) => {
  for (const path of ["session", "providers", "verify-request", "signout", "callback/github", "callback"]) {
    const answer = await request.get(`${product.baseUrl}/api/auth/${path}`);
    expect(await answer.json(), path).toMatchObject({ code: 404, error: "not_found" });
  }
});

test("a way back from the provider that went wrong leads to our own page, which says so", async ({ page }) => {
  await page.goto(`${product.baseUrl}/api/auth/callback/oidc?code=made-up&state=made-up`);
  await expect(page).toHaveURL(new RegExp(`${product.baseUrl}/sign-in`));
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
});

test("the owner signs in with the identity provider, by the address it has verified", async ({ page }) => {
  await continueAs(page, owner.email);
  await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
});

test("somebody invited joins with the identity provider, in the invitation's role", async ({ page }) => {
  await invite(page, "ada@example.org", "viewer");
  await continueAs(page, "ada@example.org");
  await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
  const signed = await (await page.context().request.get(`${product.baseUrl}/api/session`)).json();
  expect(signed.data.staff).toMatchObject({ email: "ada@example.org", name: "Ada from elsewhere", role: "viewer" });
});

test("nobody else gets in, nor somebody whose address the provider has not verified", async ({ page }) => {
  await continueAs(page, "mallory@example.org");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("Nobody with that address is in the team");
  await page.context().clearCookies();
  await invite(page, "unverified@example.org", "admin");
  await continueAs(page, "unverified@example.org");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("did not vouch for an address");
  expect((await page.context().request.get(`${product.baseUrl}/api/session`)).status()).toBe(401);
});
