import type { Browser, BrowserContext, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, collectConsoleErrors, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const { baseUrl, secretKey: key } = site();
const ask = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let made = 0;
const anAddress = () => `claimer-${++made}-${Date.now()}@example.org`;
const aCode = async (terms: object = {}): Promise<string> => (await ask("/codes/generate", { amount: 1, ...terms })).data[0].code;
const link = (code: string) => `${routes.claim}?${new URLSearchParams({ code })}`;

async function claim(page: Page, fields: { code?: string; email: string }): Promise<void> {
  if (fields.code !== undefined) await page.getByLabel("Code", { exact: true }).fill(fields.code);
  await page.getByLabel("Your e-mail address").fill(fields.email);
  await page.getByRole("button", { name: "Claim" }).click();
}

/** The project after a claim, as an owner sets it. */
async function afterClaims(context: BrowserContext, to: { claimedText: string | null; claimedUrl: string | null }): Promise<void> {
  await signIn(context);
  const answer = await context.request.patch("/api/project", { data: to, headers: { "sec-fetch-site": "same-origin" } });
  expect(answer.status(), await answer.text()).toBe(200);
}

const looks = [
  { script: true, width: 1280, colorScheme: "light" },
  { script: true, width: 390, colorScheme: "dark" },
  { script: false, width: 1280, colorScheme: "dark" },
  { script: false, width: 390, colorScheme: "light" },
] as const;

async function customer(browser: Browser, { script, width, colorScheme }: (typeof looks)[number]) {
  const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width, height: 800 }, colorScheme, baseURL: baseUrl });
  return { context, page: await context.newPage(), said: collectConsoleErrors(context) };
}

test.describe.configure({ mode: "serial" });

for (const look of looks) {
  test(`a customer claims a code, ${look.script ? "with" : "without"} script, ${look.colorScheme}, ${look.width} wide`, async ({
    browser,
  }) => {
    const { context, page, said } = await customer(browser, look);
    const [code, email] = [await aCode({ type: "creative" }), anAddress()];
    await page.goto(link(code.toUpperCase().replace("-", " ")));
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code.toUpperCase().replace("-", " "));
    if (look.script) await expectAccessible(page);
    expect((await ask(`/codes/${code}`)).data.claims).toBe(0);

    await claim(page, { email });
    await expect(page.getByRole("heading", { name: "Claimed" })).toBeVisible();
    await expect(page.getByText(`${code} is claimed for ${email}.`)).toBeVisible();
    if (look.script) await expectAccessible(page);
    expect(page.url()).not.toContain(code);
    expect((await ask(`/codes/${code}`)).data.claims).toBe(1);

    await page.reload();
    await expect(page.getByRole("heading", { name: "Claimed" })).toBeVisible();
    expect((await ask(`/codes/${code}`)).data.claims).toBe(1);
    expect(said).toEqual([]);
    await context.close();
  });

  test(`a customer is told why a code cannot be claimed, ${look.script ? "with" : "without"} script, ${look.width} wide`, async ({
    browser,
  }) => {
    const { context, page } = await customer(browser, look);
    const email = anAddress();
    const used = await aCode();
    await ask("/codes/claim", { code: used, email: anAddress() });
    const outcomes: [string, RegExp][] = [
      ["zzzzzz", /There is no such code/],
      [await aCode({ validUntil: new Date(Date.now() - 60_000).toISOString() }), /has expired/],
      [used, /is used up/],
      [await aCode({ validFrom: "2099-01-01T00:00:00Z" }), /cannot be claimed yet\..*1 Jan 2099, 00:00 UTC/],
    ];
    for (const [code, why] of outcomes) {
      await page.goto(routes.claim);
      await claim(page, { code, email });
      await expect(page.getByRole("alert").filter({ hasText: why })).toBeVisible();
      await expect(page).toHaveTitle(/Not claimed/);
      await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code);
      await expect(page.getByLabel("Your e-mail address")).toHaveValue(email);
    }
    if (look.script) await expectAccessible(page);
    await context.close();
  });
}

test("a mistyped word code is taken for the nearest one of the lists, without asking whether that exists", async ({ page }) => {
  await page.goto(routes.claim);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.resourceType()));
  await page.getByLabel("Code", { exact: true }).fill("curius pinapple");
  await page.getByLabel("Your e-mail address").focus();
  await page.getByRole("button", { name: "curious-pineapple" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("curious-pineapple");
  await expect(page.getByText("Did you mean")).toHaveCount(0);
  // The scripts that hold the lists, and whatever the browser had not fetched yet.
  expect(asked.filter((type) => ["fetch", "xhr", "document", "ping"].includes(type))).toEqual([]);
});

for (const path of [routes.claim, routes.join])
  test(`${path} brings next to no script, and none of the framework's`, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator('meta[name="description"]')).toHaveCount(1);
    const all = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(all > 0).toBe(path === routes.claim);
    expect(all).toBeLessThan(20_000);
  });

for (const script of [true, false]) {
  test(`who has claimed is led on to the product, which learns who they are, ${script ? "with" : "without"} script`, async ({
    browser,
    context,
  }) => {
    const welcome = "http://product.example/welcome?from=gatehouse";
    await afterClaims(context, { claimedText: "Welcome aboard.\nOne moment.", claimedUrl: welcome });
    const { context: theirs, page } = await customer(browser, { ...looks[0], script } as (typeof looks)[number]);
    await theirs.route("http://product.example/**", (route) => route.fulfill({ body: "<h1>The product</h1>", contentType: "text/html" }));
    const [code, email] = [await aCode(), anAddress()];
    await page.goto(link(code));
    await claim(page, { email });
    await expect(page.getByRole("heading", { name: "The product" })).toBeVisible();
    const arrived = new URL(page.url());
    expect([arrived.origin, arrived.pathname, arrived.searchParams.get("from")]).toEqual([
      "http://product.example",
      "/welcome",
      "gatehouse",
    ]);
    const exchanged = await ask("/claims/exchange", { token: arrived.searchParams.get("token") });
    expect(exchanged.data).toMatchObject({ lead: { email }, code: { code } });
    await theirs.close();
    await afterClaims(context, { claimedText: null, claimedUrl: null });
  });
}

test("staff say what the claim page tells, and an address that is none is told at its field", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  await page.getByLabel("Redirect URL").fill("javascript:alert(1)");
  await page.getByLabel("Success message").fill("Come in.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/must be an address such as/i)).toBeVisible();
  await page.getByLabel("Redirect URL").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Project saved")).toBeVisible();
  await page.goto(link(await aCode()));
  await claim(page, { email: anAddress() });
  await expect(page.getByText("Come in.")).toBeVisible();
  await afterClaims(context, { claimedText: null, claimedUrl: null });
});
