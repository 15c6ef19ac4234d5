import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { type Site, startSite } from "./harness/start-site";
import { submitSignInForm } from "./harness/staff";

let fresh: Site;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-setup-"));
  fresh = await startSite({ dataFolder: join(folder, "data"), smtpUrl: "" });
});
test.afterAll(async () => {
  await fresh?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const password = "a password for the first owner";

test("a fresh install is set up by its link alone, once, and shows its keys", async ({ page }) => {
  await page.goto(fresh.baseUrl);
  await expect(page).toHaveURL(`${fresh.baseUrl}/setup`);
  await expect(page.getByRole("button", { name: "Set up" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${fresh.baseUrl}/setup?token=${"0".repeat(64)}`);
  await expect(page.getByRole("button", { name: "Set up" })).toHaveCount(0);

  await page.goto(fresh.setupLink ?? "");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText("must not be empty").first()).toBeVisible();
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByLabel("Your address").fill("Grace@Example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Project").fill("Launch");
  await page.getByRole("button", { name: "Set up" }).click();

  await expect(page.getByRole("heading", { name: "Your keys" })).toBeVisible();
  expect(page.url()).not.toContain("token");
  await expectAccessible(page);
  const secretKey = (await page.getByText(/^sk_/).textContent()) ?? "";
  expect(await callApi(`${fresh.baseUrl}/api/codes?limit=1`, { key: secretKey })).toMatchObject({ status: 200 });
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL(`${fresh.baseUrl}/dashboard`);
  await expect(page.getByText("Launch", { exact: true }).first()).toBeVisible();
});

test("the link opens nothing once there is an owner, who signs in", async ({ page, request }) => {
  await page.goto(fresh.setupLink ?? "");
  await expect(page.getByRole("heading", { name: "Gatehouse is set up already" })).toBeVisible();
  const token = new URL(fresh.setupLink ?? "").searchParams.get("token");
  const again = { token, name: "Mallory", email: "mallory@example.org", password, project: "Mine", timeZone: "UTC" };
  expect((await request.post(`${fresh.baseUrl}/api/setup`, { data: again })).status()).toBe(409);

  await page.goto(fresh.baseUrl);
  await expect(page).toHaveURL(/\/sign-in/);
  await submitSignInForm(page, { email: "grace@example.org", password });
  await expect(page).toHaveURL(`${fresh.baseUrl}/dashboard`);
});
