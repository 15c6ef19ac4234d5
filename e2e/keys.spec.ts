import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { chooseMenuItem } from "./harness/popups";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("a key is created, rotated while a client keeps using it, and revoked", heavyOnly, async ({ page, context }) => {
  const codesUrl = `${site().baseUrl}/api/codes?limit=1`;
  const createdKey = () => page.getByRole("dialog").getByText(/^sk_/);
  await signIn(context);
  await page.goto(routes.settings.keys);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Till");
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const firstKey = (await createdKey().textContent()) ?? "";
  await expectAccessible(page);
  await page.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText(firstKey)).toHaveCount(0);

  let isRunning = true;
  const statuses: number[] = [];
  const clientLoop = (async () => {
    while (isRunning) statuses.push((await callApi(codesUrl, { key: firstKey })).status);
  })();
  const openMenu = (key: string) => page.getByRole("button", { name: `Actions for the key Till ending in ${key.slice(-4)}` });
  await openMenu(firstKey).click();
  await chooseMenuItem(page, "Rotate key");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  const secondKey = (await createdKey().textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();
  expect((await callApi(codesUrl, { key: secondKey })).status).toBe(200);
  isRunning = false;
  await clientLoop;
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200]));

  await openMenu(firstKey).click();
  await chooseMenuItem(page, "Revoke key");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(openMenu(firstKey)).toHaveCount(0);
  await expect.poll(async () => (await callApi(codesUrl, { key: firstKey })).status, { timeout: 2000 }).toBe(401);
  expect((await callApi(codesUrl, { key: secondKey })).status).toBe(200);
});

test("a key with limited access and an expiry is created, and the list shows both", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.keys);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Newsletter");
  await page.getByLabel("Access").click();
  await page.getByRole("option", { name: "Leads and suppressions" }).click();
  await page.getByLabel("Expires").click();
  await page.getByRole("option", { name: "In 30 days" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const key = (await page.getByRole("dialog").getByText(/^sk_/).textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();
  const row = page.getByRole("row", { name: /Newsletter/ });
  await expect(row).toContainText("Leads and suppressions");
  // Created and expires.
  await expect(row.locator("time")).toHaveCount(2);
  await expectAccessible(page);
  const { baseUrl } = site();
  expect((await callApi(`${baseUrl}/api/leads?limit=1`, { key })).status).toBe(200);
  expect(await callApi(`${baseUrl}/api/codes?limit=1`, { key })).toMatchObject({ status: 403, error: "scope_required" });
});

test("a key with full access can be allowed to change integration settings too", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.keys);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Deployment");
  await page.getByLabel("Access").click();
  await page.getByRole("option", { name: "Full access + Integration settings" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const key = (await page.getByRole("dialog").getByText(/^sk_/).textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByRole("row", { name: /Deployment/ })).toContainText("Full access + Integration settings");
  const settings = { method: "PUT", key, body: { origins: [] } };
  expect((await callApi(`${site().baseUrl}/api/keys/origins`, settings)).status).toBe(200);
});
