import { expect, type Page, test } from "@playwright/test";
import { apiErrors } from "@/contract/errors";
import { endpoints } from "@/contract/index";
import { isHeavy } from "@/tests/harness/size";
import { listViolations } from "./harness/fixtures";
import { site } from "./harness/site";
import { heavyOnly } from "./harness/tags";

const pages = [
  { path: "/docs", status: 200, title: "API reference · Gatehouse" },
  { path: "/docs/guide/gate-a-sign-up", status: 200, title: "Gate a sign-up · Gatehouse" },
  { path: "/docs/guide/nowhere", status: 404, title: "Page not found · Gatehouse" },
  { path: "/nowhere", status: 404, title: "Page not found · Gatehouse" },
];

const variants = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const;

for (const { path, status, title } of pages) {
  for (const { colorScheme, width } of variants) {
    test(
      `${path} is complete and accessible and logs no errors, ${colorScheme}, ${width} px wide`,
      width === 390 && path !== "/docs" ? {} : heavyOnly,
      async ({ page }) => {
        // axe takes long on this page, which contains the whole reference.
        if (path === "/docs") test.setTimeout(240_000);
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const log = watchPage(page);
        const response = await page.goto(path, { waitUntil: "networkidle" });
        expect(response?.status()).toBe(status);
        await expect(page).toHaveTitle(title);
        // A sample of the sections, because checking all of them takes a minute.
        const sections = path === "/docs" && !isHeavy ? ["nav", "#claimCode", "#listLeads", "#errors"] : undefined;
        expect(await listViolations(page, sections)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // Chromium logs the 404 of the page itself.
        expect(log.errors.filter((text) => status === 200 || !text.includes("404"))).toEqual([]);
        expect(log.externalRequests).toEqual([]);
      },
    );
  }
}

test("the reference lists every endpoint and error, and has no broken links", async ({ page }) => {
  await page.goto("/docs");
  const sections = await page.$$eval("article, #errors [id]", (parts) => parts.map((part) => [part.id, part.textContent ?? ""]));
  const texts = new Map(sections as [string, string][]);
  for (const [name, { summary }] of Object.entries(endpoints)) expect(texts.get(name)).toContain(summary);
  for (const [name, { status, message }] of Object.entries(apiErrors))
    expect(texts.get(name)).toContain(`${status}${message.replaceAll("`", "")}`);
  const brokenLinks = await page.$$eval('a[href^="#"]', (links) =>
    links.map((link) => link.getAttribute("href")?.slice(1) ?? "").filter((id) => document.getElementById(id) === null),
  );
  expect(brokenLinks).toEqual([]);
});

test("the reference is complete without JavaScript", heavyOnly, async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site().baseUrl });
  await page.goto("/docs");
  await expect(page.getByRole("article")).not.toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Claim a code", exact: true })).toBeVisible();
  await expect(page.getByRole("button").first()).toBeHidden();
  await expect(page.getByText(`export GATEHOUSE=${site().baseUrl}/api`)).toBeVisible();
  await page.close();
});

test("examples are copied with the URL of this installation", heavyOnly, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy Setup" }).click();
  expect(await readClipboard()).toContain(`GATEHOUSE=${site().baseUrl}/api`);
  await page.locator("#generateCodes").getByRole("button", { name: "Copy Request" }).click();
  await expect(page.getByRole("button", { name: "Copied" }).first()).toBeVisible();
  expect(await readClipboard()).toContain('curl "$GATEHOUSE/codes/generate" \\\n  -H "Authorization: Bearer $KEY"');
});

test("the examples show the address that serves them, also to a client without JavaScript", async ({ request }) => {
  const response = await request.get("/docs", { headers: { host: "x.example", "x-forwarded-proto": "https" } });
  expect(await response.text()).toMatch(/export GATEHOUSE=(https?):\/\/x\.example\/api/);
});

test("the OpenAPI document needs no key and rejects other methods with an error envelope", async ({ request }) => {
  const response = await request.get("/api/openapi.json");
  expect(response.headers()["x-request-id"]).toBeTruthy();
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/api" }] });
  const postResponse = await request.post("/api/openapi.json", { data: {} });
  expect(postResponse.headers().allow).toBe("GET, HEAD");
  expect(await postResponse.json()).toMatchObject({ success: false, code: 405, error: "method_not_allowed" });
});

/** Records console errors of a page and its requests to other origins. */
function watchPage(page: Page): { errors: string[]; externalRequests: string[] } {
  const log = { errors: [] as string[], externalRequests: [] as string[] };
  page.on("console", (message) => {
    if (message.type() === "error") log.errors.push(message.text());
  });
  page.on("pageerror", (error) => log.errors.push(error.message));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(site().baseUrl).origin) log.externalRequests.push(request.url());
  });
  return log;
}
