import { expect, type Page, test } from "@playwright/test";
import { languages } from "@/components/reference/languages";
import { apiErrors } from "@/contract/errors";
import { resources } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { routes, withQuery } from "@/lib/routes";
import { isHeavy } from "@/tests/harness/size";
import { listViolations } from "./harness/fixtures";
import { site } from "./harness/site";
import { heavyOnly, sampled } from "./harness/tags";

const pages = [
  { path: "/docs", status: 200, title: "API reference · Gatehouse" },
  { path: "/docs/claims", status: 200, title: "Claims · API reference · Gatehouse" },
  { path: "/docs/records", status: 200, title: "Records · API reference · Gatehouse" },
  { path: "/docs/nowhere", status: 404, title: "Page not found · Gatehouse" },
  { path: "/docs/guide/gate-a-sign-up", status: 200, title: "Gate a sign-up · Gatehouse" },
  { path: "/docs/guide/nowhere", status: 404, title: "Page not found · Gatehouse" },
  { path: "/nowhere", status: 404, title: "Page not found · Gatehouse" },
];

/** The pages that `npm test` checks. */
const sampledPaths = ["/docs/claims", "/docs/guide/gate-a-sign-up", "/nowhere"];

const variants = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const;

for (const { path, status, title } of pages) {
  for (const { colorScheme, width } of variants) {
    test(
      `${path} is complete and accessible and logs no errors, ${colorScheme}, ${width} px wide`,
      width === 390 && sampledPaths.includes(path) ? sampled : heavyOnly,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const log = watchPage(page);
        const response = await page.goto(path, { waitUntil: "networkidle" });
        expect(response?.status()).toBe(status);
        await expect(page).toHaveTitle(title);
        // A sample of the calls, because checking all of them takes long.
        const sections = path === "/docs/claims" && !isHeavy ? ["nav", "#claimCode"] : undefined;
        expect(await listViolations(page, sections)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // Chromium logs the 404 of the page itself.
        expect(log.errors.filter((text) => status === 200 || !text.includes("404"))).toEqual([]);
        expect(log.externalRequests).toEqual([]);
      },
    );
  }
}

/** The pages of the reference, and what each contains at most, in bytes. */
const referencePages = [routes.docs, routes.docsRecords, ...resources.map(({ id }) => routes.docsResource(id))];
const maxPageSize = 300_000;

test("the reference has every endpoint, record and error, no broken links, and only small pages", sampled, async ({ page, request }) => {
  const found = new Map<string, { texts: Map<string, string>; links: string[] }>();
  const sizes: number[] = [];
  for (const path of referencePages) {
    // The longest samples are in Go.
    for (const language of isHeavy ? Object.keys(languages) : ["go"]) {
      const html = await (await request.get(withQuery(path, { language }))).text();
      sizes.push(Buffer.byteLength(html));
      expect(Buffer.byteLength(html), `${path} in ${language}`).toBeLessThan(maxPageSize);
      const { texts, links } = await page.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        return {
          texts: [...parsed.querySelectorAll("[id]")].map((part): [string, string] => [part.id, part.textContent ?? ""]),
          links: [...parsed.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
        };
      }, html);
      found.set(path, { texts: new Map(texts), links });
    }
  }
  test.info().annotations.push({ type: "largest page, in bytes", description: String(Math.max(...sizes)) });
  const textOf = (path: string, id: string) => found.get(path)?.texts.get(id) ?? "";
  for (const [name, { summary, tag }] of Object.entries(endpoints)) {
    const path = routes.docsResource(resources.find(({ title }) => title === tag)?.id ?? "");
    expect(textOf(path, name)).toContain(summary);
    expect(textOf(routes.docs, name)).toBe(summary);
  }
  for (const [name, { status, message }] of Object.entries(apiErrors))
    expect(textOf(routes.docs, name)).toContain(`${name} ${status}${message.replaceAll("`", "")}`);
  const broken = [...found].flatMap(([path, { links }]) =>
    links.filter((link) => {
      const { pathname, hash } = new URL(link, `http://localhost${path}`);
      const target = found.get(pathname);
      return target ? hash !== "" && hash !== "#content" && !target.texts.has(hash.slice(1)) : pathname === path;
    }),
  );
  expect(broken).toEqual([]);
});

test("links from before the calls had pages of their own lead to them", async ({ page }) => {
  await page.goto("/docs#listLeads");
  await expect(page).toHaveURL(/\/docs\/leads#listLeads$/);
  await expect(page.getByRole("heading", { name: "List leads", exact: true })).toBeInViewport();
  await page.goto("/docs#Claim");
  await expect(page).toHaveURL(/\/docs\/records#Claim$/);
  await page.goto("/docs#code_exhausted");
  await expect(page.locator("#code_exhausted")).toBeInViewport();
  await expect(page).toHaveURL(/\/docs#code_exhausted$/);
});

test("the chosen language is that of all samples, and of other pages later", async ({ page }) => {
  await page.goto("/docs/claims");
  const call = page.locator("#holdCode");
  await expect(call.getByText("curl", { exact: true })).toHaveAttribute("aria-current", "true");
  await call.getByRole("link", { name: "Python" }).click();
  await expect(call.getByText("from urllib.request import")).toBeInViewport();
  await expect(page.locator("#claimCode").getByText("from urllib.request import")).toBeAttached();
  await page.goto("/docs/leads");
  await expect(page.locator("#listLeads").getByText("from urllib.request import")).toBeAttached();
  await expect(
    page.getByRole("navigation", { name: "Contents", exact: true }).getByRole("link", { name: "Leads", exact: true }),
  ).toHaveAttribute("aria-current", "page");
});

test("a printed page has its text in the whole width, and only the chosen language", heavyOnly, async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print" });
  await page.goto("/docs/claims?language=php");
  expect((await page.getByRole("main").boundingBox())?.width).toBeGreaterThan(700);
  await expect(page.locator("#claimCode").getByRole("link", { name: "PHP" })).toBeVisible();
  await expect(page.locator("#claimCode").getByRole("link", { name: "Python" })).toBeHidden();
});

test("the reference is complete without JavaScript", heavyOnly, async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site().baseUrl });
  await page.goto("/docs#claimCode");
  await expect(page.getByText(`export GATEHOUSE=${site().baseUrl}/api`)).toBeAttached();
  await page.locator("#claimCode").click();
  await expect(page.getByRole("heading", { name: "Claim a code", exact: true })).toBeVisible();
  await expect(page.getByRole("button").first()).toBeHidden();
  await page.locator("#claimCode").getByRole("link", { name: "PHP" }).click();
  await expect(page.locator("#claimCode").getByText("curl_init(")).toBeVisible();
  await page.getByRole("navigation", { name: "Previous and next" }).getByRole("link", { name: "Batches" }).click();
  await expect(page.locator("#listBatches").getByText("curl_init(")).toBeVisible();
  await page.close();
});

test("examples are copied with the URL of this installation", heavyOnly, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/docs");
  await page.getByRole("button", { name: "Copy Setup" }).click();
  expect(await readClipboard()).toContain(`GATEHOUSE=${site().baseUrl}/api`);
  await page.goto("/docs/codes");
  await page.locator("#generateCodes").getByRole("button", { name: "Copy curl request" }).click();
  await expect(page.getByRole("button", { name: "Copied" }).first()).toBeVisible();
  expect(await readClipboard()).toContain(`curl "${site().baseUrl}/api/codes/generate" \\\n  -H "Authorization: Bearer $KEY"`);
});

test("the examples show the address that serves them, also to a client without JavaScript", async ({ request }) => {
  const headers = { host: "x.example", "x-forwarded-proto": "https" };
  expect(await (await request.get("/docs", { headers })).text()).toMatch(/export GATEHOUSE=(https?):\/\/x\.example\/api/);
  expect(await (await request.get("/docs/claims", { headers })).text()).toMatch(
    /curl &quot;(https?):\/\/x\.example\/api\/codes\/claim&quot;/,
  );
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
