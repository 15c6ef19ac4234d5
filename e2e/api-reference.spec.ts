import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { apiErrors } from "@/contract/errors";
import { endpoints } from "@/contract/index";
import { site } from "./harness/site";

const pages = [
  { path: "/docs", status: 200, title: "API reference · Gatehouse" },
  { path: "/nowhere", status: 404, title: "Page not found · Gatehouse" },
];

const looks = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const;

for (const { path, status, title } of pages) {
  for (const { colorScheme, width } of looks) {
    test(`${path} is quiet, complete and accessible, ${colorScheme}, ${width} wide`, async ({ page }) => {
      // The reference is one long page, and axe looks at every word of it.
      if (path === "/docs") test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const noticed = notice(page);
      const response = await page.goto(path, { waitUntil: "networkidle" });
      expect(response?.status()).toBe(status);
      await expect(page).toHaveTitle(title);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // Chromium itself reports a page that is a 404.
      expect(noticed.errors.filter((text) => status === 200 || !text.includes("404"))).toEqual([]);
      expect(noticed.elsewhere).toEqual([]);
    });
  }
}

test("the reference has every endpoint and every refusal, and each link in it leads somewhere", async ({ page }) => {
  await page.goto("/docs");
  const shown = await page.$$eval("article, #errors [id]", (parts) => parts.map((part) => [part.id, part.textContent ?? ""]));
  const texts = new Map(shown as [string, string][]);
  for (const [name, { summary }] of Object.entries(endpoints)) expect(texts.get(name)).toContain(summary);
  for (const [name, { status, message }] of Object.entries(apiErrors))
    expect(texts.get(name)).toContain(`${status}${message.replaceAll("`", "")}`);
  const dead = await page.$$eval('a[href^="#"]', (links) =>
    links.map((link) => link.getAttribute("href")?.slice(1) ?? "").filter((id) => document.getElementById(id) === null),
  );
  expect(dead).toEqual([]);
});

test("the reference is whole without JavaScript", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site().baseUrl });
  await page.goto("/docs");
  await expect(page.getByRole("article")).not.toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Claim a code", exact: true })).toBeVisible();
  await expect(page.getByRole("button").first()).toBeHidden();
  await page.close();
});

test("an example is copied as it stands, with the address this page came from", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy Setup" }).click();
  expect(await copied()).toContain(`GATEHOUSE=${site().baseUrl}/api`);
  await page.locator("#generateCodes").getByRole("button", { name: "Copy Request" }).click();
  await expect(page.getByRole("button", { name: "Copied" }).first()).toBeVisible();
  expect(await copied()).toContain('curl "$GATEHOUSE/codes/generate" \\\n  -H "Authorization: Bearer $SECRET_KEY"');
});

test("the OpenAPI document needs no key, and answers other methods in the envelope", async ({ request }) => {
  const got = await request.get("/api/openapi.json");
  expect(got.headers()["x-request-id"]).toBeTruthy();
  expect(await got.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/api" }] });
  const posted = await request.post("/api/openapi.json", { data: {} });
  expect(posted.headers().allow).toBe("GET");
  expect(await posted.json()).toMatchObject({ success: false, code: 405, error: "method_not_allowed" });
});

/** What a page says on the console and asks of other origins. */
function notice(page: Page): { errors: string[]; elsewhere: string[] } {
  const noticed = { errors: [] as string[], elsewhere: [] as string[] };
  page.on("console", (message) => {
    if (message.type() === "error") noticed.errors.push(message.text());
  });
  page.on("pageerror", (error) => noticed.errors.push(error.message));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(site().baseUrl).origin) noticed.elsewhere.push(request.url());
  });
  return noticed;
}
