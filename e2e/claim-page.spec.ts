import type { Browser, BrowserContext, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { collectConsoleErrors, expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const { baseUrl, secretKey: key } = site();
const api = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let count = 0;
const createEmail = () => `claimer-${++count}-${Date.now()}@example.org`;
const createCode = async (options: object = {}): Promise<string> => (await api("/codes/generate", { amount: 1, ...options })).data[0].code;
const claimLink = (code: string) => `${routes.claim}?${new URLSearchParams({ code })}`;

async function claim(page: Page, fields: { code?: string; email: string }): Promise<void> {
  if (fields.code !== undefined) await page.getByLabel("Code", { exact: true }).fill(fields.code);
  await page.getByLabel("Email").fill(fields.email);
  await page.getByRole("button", { name: "Claim code" }).click();
}

/** Sets what happens after a claim, as an owner. */
async function setAfterClaim(
  context: BrowserContext,
  settings: { successMessage: string | null; redirectUrl: string | null },
): Promise<void> {
  await signIn(context);
  const response = await context.request.patch("/api/project", { data: settings, headers: { "sec-fetch-site": "same-origin" } });
  expect(response.status(), await response.text()).toBe(200);
}

const variants = [
  { javaScript: true, width: 1280, colorScheme: "light" },
  { javaScript: true, width: 390, colorScheme: "dark" },
  { javaScript: false, width: 1280, colorScheme: "dark" },
  { javaScript: false, width: 390, colorScheme: "light" },
] as const;

/** Whether `npm test` checks each error in this variant. */
const isSample = ({ javaScript, width }: (typeof variants)[number]) => javaScript === (width === 390);

async function openCustomerPage(browser: Browser, { javaScript, width, colorScheme }: (typeof variants)[number]) {
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    viewport: { width, height: 800 },
    colorScheme,
    baseURL: baseUrl,
  });
  return { context, page: await context.newPage(), consoleErrors: collectConsoleErrors(context) };
}

test.describe.configure({ mode: "serial" });

for (const variant of variants) {
  const claimTitle = `a customer claims a code ${variant.javaScript ? "with" : "without"} JavaScript, ${variant.colorScheme}, ${variant.width} px wide`;
  test(claimTitle, isSample(variant) ? {} : heavyOnly, async ({ browser }) => {
    const { context, page, consoleErrors } = await openCustomerPage(browser, variant);
    const [code, email] = [await createCode({ type: "creative" }), createEmail()];
    await page.goto(claimLink(code.toUpperCase().replace("-", " ")));
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code.toUpperCase().replace("-", " "));
    if (variant.javaScript) await expectAccessible(page);
    expect((await api(`/codes/${code}`)).data.claims).toBe(0);

    await claim(page, { email });
    await expect(page.getByRole("heading", { name: "Code claimed" })).toBeVisible();
    await expect(page.getByText(`${code} is claimed for ${email}.`)).toBeVisible();
    if (variant.javaScript) await expectAccessible(page);
    expect(page.url()).not.toContain(code);
    expect((await api(`/codes/${code}`)).data.claims).toBe(1);

    await page.reload();
    await expect(page.getByRole("heading", { name: "Code claimed" })).toBeVisible();
    expect((await api(`/codes/${code}`)).data.claims).toBe(1);
    expect(consoleErrors).toEqual([]);
    await context.close();
  });

  test(
    `the page explains why a code can't be claimed ${variant.javaScript ? "with" : "without"} JavaScript, ${variant.width} px wide`,
    isSample(variant) ? {} : heavyOnly,
    async ({ browser }) => {
      const { context, page } = await openCustomerPage(browser, variant);
      const email = createEmail();
      const usedCode = await createCode();
      await api("/codes/claim", { code: usedCode, email: createEmail() });
      const cases: [string, RegExp][] = [
        ["zzzzzz", /This code doesn't exist/],
        [await createCode({ validUntil: new Date(Date.now() - 60_000).toISOString() }), /has expired/],
        [usedCode, /has already been used/],
        [await createCode({ validFrom: "2099-01-01T00:00:00Z" }), /can't be claimed yet\..*Jan 1, 2099, 00:00 UTC/],
      ];
      for (const [code, message] of cases) {
        await page.goto(routes.claim);
        await claim(page, { code, email });
        await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
        await expect(page).toHaveTitle(/^Error: Claim your code/);
        await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code);
        await expect(page.getByLabel("Email")).toHaveValue(email);
      }
      if (variant.javaScript) await expectAccessible(page);
      await context.close();
    },
  );
}

test("the page suggests the closest known code for a typo, without asking the server whether it exists", async ({ page }) => {
  await page.goto(routes.claim);
  const requestTypes: string[] = [];
  page.on("request", (request) => requestTypes.push(request.resourceType()));
  await page.getByLabel("Code", { exact: true }).fill("curius pinapple");
  await page.getByLabel("Email").focus();
  await page.getByRole("button", { name: "curious-pineapple" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("curious-pineapple");
  await expect(page.getByText("Did you mean")).toHaveCount(0);
  // Only scripts with the word lists and other static files may be requested.
  expect(requestTypes.filter((type) => ["fetch", "xhr", "document", "ping"].includes(type))).toEqual([]);
});

for (const path of [routes.claim, routes.join])
  test(`${path} loads hardly any JavaScript, and none of the framework's`, async ({ browser }) => {
    // A new context, because scripts in the cache have no size.
    const context = await browser.newContext({ baseURL: site().baseUrl });
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator('meta[name="description"]')).toHaveCount(1);
    const totalSize = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(totalSize).toBeGreaterThan(0);
    expect(totalSize).toBeLessThan(20_000);
    await context.close();
  });

for (const javaScript of [true, false]) {
  test(
    `after reading the message, people continue to the product with a token that identifies them, ${javaScript ? "with" : "without"} JavaScript`,
    javaScript ? heavyOnly : {},
    async ({ browser, context }) => {
      const redirectUrl = "http://product.example/welcome?from=gatehouse";
      await setAfterClaim(context, { successMessage: "Welcome aboard.\nOne moment.", redirectUrl });
      const { context: customerContext, page } = await openCustomerPage(browser, {
        ...variants[0],
        javaScript,
      } as (typeof variants)[number]);
      const [code, email] = [await createCode(), createEmail()];
      await page.goto(claimLink(code));
      await claim(page, { email });
      await expect(page.getByText("Welcome aboard.")).toBeVisible();
      // Reached by a redirect, which Playwright can't answer.
      const request = page.waitForRequest("http://product.example/**");
      await page.getByRole("link", { name: "Continue" }).click();
      const finalUrl = new URL((await request).url());
      expect([finalUrl.origin, finalUrl.pathname, finalUrl.searchParams.get("from")]).toEqual([
        "http://product.example",
        "/welcome",
        "gatehouse",
      ]);
      const exchange = await api("/claims/exchange", { token: finalUrl.searchParams.get("token") });
      expect(exchange.data).toMatchObject({ lead: { email }, code: { code } });
      await customerContext.close();
      await setAfterClaim(context, { successMessage: null, redirectUrl: null });
    },
  );
}

test("staff set the success message, and an invalid redirect URL is reported at its field", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  await page.getByLabel("Redirect URL").fill("javascript:alert(1)");
  await page.getByLabel("Success message").fill("Come in.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/must be a URL such as/i)).toBeVisible();
  await page.getByLabel("Redirect URL").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Project saved")).toBeVisible();
  await page.goto(claimLink(await createCode()));
  await claim(page, { email: createEmail() });
  await expect(page.getByText("Come in.")).toBeVisible();
  await setAfterClaim(context, { successMessage: null, redirectUrl: null });
});
