import type { Page } from "@playwright/test";
import { batchPath, routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectNoDialog, openPage, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

/** Reads the clipboard, which scripts of the page can't. */
const readClipboard = (page: Page): Promise<string> =>
  page.evaluate(() => {
    Reflect.deleteProperty(navigator, "clipboard");
    const text = navigator.clipboard.readText();
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    return text;
  });

// Browsers do so on pages that are served over plain HTTP, other than those of the same computer.
test.beforeEach(async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await context.grantPermissions(["clipboard-read"]);
  await signIn(context);
});

test("a key that is shown once is copied", async ({ page }) => {
  await page.goto(routes.settings.keys);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Plain");
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const key = (await dialog.getByText(/^sk_/).textContent()) ?? "";
  const copyButton = dialog.getByRole("button", { name: /^Copy/ });
  await copyButton.click();
  await expect(dialog.getByText("Copied")).toBeAttached();
  expect(await readClipboard(page)).toBe(key);
  await expect(dialog.locator("textarea")).toHaveCount(0);
  await expect(dialog.locator("button:focus")).toHaveCount(1);
  await page.getByRole("button", { name: "I've saved it" }).click();
  await expectNoDialog(page);
});

test("one code and all codes of a batch are copied", async ({ page }) => {
  const { baseUrl, secretKey: key } = site();
  const { data } = await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 60, name: "Plain" } });
  const codes = data.map(({ code }: { code: string }) => code);
  const [code] = codes;
  await page.goto(withQuery(routes.codes, { q: code }));
  await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Copied 1 code")).toBeVisible();
  expect(await readClipboard(page)).toBe(code);
  await openPage(page, batchPath(data[0].batch.id));
  await page.getByRole("button", { name: "Copy all codes" }).click();
  await expect(page.getByText("Copied 60 codes")).toBeVisible();
  expect((await readClipboard(page)).split("\n").sort()).toEqual([...codes].sort());
});
