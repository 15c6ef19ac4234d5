import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { submitSignInForm } from "./harness/staff";
import { type Site, startSite } from "./harness/start-site";

let site: Site;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-setup-"));
  site = await startSite({ dataFolder: join(folder, "data"), smtpUrl: "" });
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const password = "the password of the first owner";

test("a new installation is set up with its link only, once, and shows its keys", async ({ page }) => {
  await page.goto(site.baseUrl);
  await expect(page).toHaveURL(`${site.baseUrl}/setup`);
  await expect(page.getByRole("button", { name: "Set up" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${site.baseUrl}/setup?token=${"0".repeat(64)}`);
  await expect(page.getByRole("button", { name: "Set up" })).toHaveCount(0);

  await page.goto(site.setupLink ?? "");
  await expect(page).toHaveURL(`${site.baseUrl}/setup`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText("must not be empty").first()).toBeVisible();
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("Grace@Example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Project").fill("Launch");
  await page.getByRole("button", { name: "Set up" }).click();

  await expect(page.getByRole("heading", { name: "Your API keys" })).toBeVisible();
  expect(page.url()).not.toContain("token");
  await expectAccessible(page);
  const secretKey = (await page.getByText(/^sk_/).textContent()) ?? "";
  expect(await callApi(`${site.baseUrl}/api/codes?limit=1`, { key: secretKey })).toMatchObject({ status: 200 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Gatehouse is already set up" })).toBeVisible();
  await expect(page.getByText("You're signed in.", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
  await expect(page.getByText("Launch", { exact: true }).first()).toBeVisible();

  const checklist = page.getByRole("heading", { name: "Get started" });
  const save = async (name: string) => {
    const saved = page.waitForResponse("**/api/account");
    await page.getByRole("button", { name }).click();
    await saved;
  };
  const saveAndReload = async (name: string) => {
    await save(name);
    await page.reload();
  };
  await save("Dismiss");
  await expect(checklist).toHaveCount(0);
  await saveAndReload("Undo");
  await expect(checklist).toBeVisible();
  await saveAndReload("Dismiss");
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
  await expect(checklist).toHaveCount(0);
});

test("the setup link stops working after setup, and the owner signs in", async ({ page, request }) => {
  await page.goto(site.setupLink ?? "");
  await expect(page.getByRole("heading", { name: "Gatehouse is already set up" })).toBeVisible();
  const token = new URL(site.setupLink ?? "").searchParams.get("token");
  const body = { token, name: "Mallory", email: "mallory@example.org", password, project: "Mine", timeZone: "UTC" };
  expect((await request.post(`${site.baseUrl}/api/setup`, { data: body })).status()).toBe(409);

  // Visitors see the join page, not the staff's sign-in page.
  await page.goto(site.baseUrl);
  await expect(page.getByRole("heading", { name: "Join the waitlist" })).toBeVisible();
  await page.goto(`${site.baseUrl}/dashboard`);
  await expect(page).toHaveURL(/\/sign-in/);
  await submitSignInForm(page, { email: "grace@example.org", password });
  await expect(page).toHaveURL(`${site.baseUrl}/dashboard`);
});
