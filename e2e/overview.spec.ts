import type { Page } from "@playwright/test";
import { formatDay } from "@/components/ui/chart-format";
import { routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const { baseUrl, secretKey: key } = site();
const ask = (path: string, body: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let made = 0;
const anAddress = () => `overview-${++made}-${Date.now()}@example.org`;

/** A lead, a code that somebody has claimed, and a send. */
async function someLife(): Promise<void> {
  const [lead, customer] = [anAddress(), anAddress()];
  await ask("/leads/create", { email: lead, waitlist: true });
  const { data: codes } = await ask("/codes/generate", { amount: 2, name: "For the overview" });
  await ask("/codes/claim", { code: codes[0].code, email: customer });
  await ask("/codes/send", { code: codes[1].code, emails: [lead] });
}

const lines = (page: Page) => page.locator("[data-slot=chart]");
const numberOf = async (text: string | null) => Number((text ?? "").replace(/,/g, "").match(/\d+/)?.[0]);

const looks = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

for (const { colorScheme, width } of looks) {
  test(`the overview is quiet and accessible, as a chart and as a table, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    await someLife();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    await page.goto(routes.overview, { waitUntil: "networkidle" });
    await expectAccessible(page);
    await lines(page).hover();
    await expect(page.locator("svg.recharts-surface")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show as table" }).click();
    await expect(page.getByRole("region", { name: /Sign-ups and claims/ })).toBeVisible();
    await expectAccessible(page);
  });
}

test("numbers tell what happened and lead to the lists that hold it", async ({ page, context }) => {
  await someLife();
  await signIn(context);
  await page.goto(routes.overview);
  const numbers = page.getByRole("list", { name: "Numbers" });
  const tile = (label: string) => numbers.getByRole("link", { name: new RegExp(`^${label}`) });
  const before = await Promise.all(["Waiting", "Admitted", "Claims"].map(async (label) => numberOf(await tile(label).textContent())));
  await someLife();
  await page.reload();
  for (const [place, label] of ["Waiting", "Admitted", "Claims"].entries())
    await expect.poll(async () => numberOf(await tile(label).textContent())).toBe((before[place] ?? 0) + 1);
  const hrefs = {
    Leads: routes.leads,
    Waiting: withQuery(routes.leads, { waitlist: "true" }),
    Invited: withQuery(routes.leads, { invited: "true", claimed: "false" }),
    Admitted: withQuery(routes.leads, { claimed: "true" }),
    "Live codes": withQuery(routes.codes, { status: "active" }),
    "Used up": withQuery(routes.codes, { usesLeft: "false" }),
    Claims: routes.claims,
  };
  for (const [label, href] of Object.entries(hrefs)) await expect(tile(label)).toHaveAttribute("href", href);
  await expect(tile("End within a week")).toHaveAttribute("href", /status=active&endsBefore=\d{4}-/);
});

test("sign-ups and claims are counted for a stretch of time that stays in the address", async ({ page, context }) => {
  await someLife();
  await signIn(context);
  await page.goto(routes.overview);
  const table = page.getByRole("table", { name: "Sign-ups and claims of the last 30 days" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await page.getByRole("button", { name: "90 days" }).click();
  await expect(page).toHaveURL(/[?&]span=90/);
  await page.reload();
  await expect(page.getByRole("button", { name: "90 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("table", { name: "Sign-ups and claims of the last 90 days" }).getByRole("row")).toHaveCount(91);
});

test("who points at a day of the chart reads its numbers, and who only looks loads nothing for that", async ({ page, context }) => {
  await someLife();
  await signIn(context);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(routes.overview, { waitUntil: "networkidle" });
  await expect(lines(page).locator("path").first()).toBeVisible();
  const still = await lines(page).boundingBox();
  let loaded = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") loaded += 1;
  });
  expect(await page.locator("svg.recharts-surface").count()).toBe(0);
  await lines(page).hover();
  await expect(page.locator("svg.recharts-surface")).toBeVisible();
  expect(loaded).toBeGreaterThan(0);
  expect(await lines(page).boundingBox()).toEqual(still);
  const { x, y, width } = still ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width - 26, y + 60);
  await expect(page.getByText(formatDay(new Date().toISOString()), { exact: true }).and(page.locator("p"))).toBeVisible();
});

test("the chart's numbers are read as a table in its place", async ({ page, context }) => {
  await someLife();
  await signIn(context);
  await page.goto(routes.overview);
  const height = async () => (await page.locator("main").boundingBox())?.height;
  const asChart = await height();
  await page.getByRole("button", { name: "Show as table" }).click();
  expect(await height()).toBe(asChart);
  const today = page.getByRole("table").getByRole("row").nth(1);
  expect(await numberOf(await today.getByRole("cell").first().textContent())).toBeGreaterThan(0);
});

test("the last sends show how far they are and lead to their pages", async ({ page, context }) => {
  await someLife();
  await signIn(context);
  await page.goto(routes.overview);
  const [send] = (await (await context.request.get("/api/sends?limit=1")).json()).data;
  const link = page.locator(`a[href="${routes.sends}/${send.id}"]`);
  await expect(link).toContainText(send.code);
  // It is asked for again until nothing waits any more.
  await expect(link).toContainText("1 of 1");
});

test("numbers that cannot be had say so, and are asked for again", async ({ page, context }) => {
  await signIn(context);
  let refused = false;
  await context.route("**/api/leads/stats*", async (route) => {
    if (refused || !route.request().url().includes("span=all")) return route.continue();
    refused = true;
    const body = { code: 429, error: "too_many_requests", message: "Too many tries.", time: Date.now(), requestId: "of-the-test" };
    return route.fulfill({ status: 429, json: { success: false, ...body } });
  });
  await page.goto(routes.overview);
  await page.getByRole("button", { name: "All time" }).click();
  await expect(page.getByText("of-the-test")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Sign-ups and claims of all days" })).toBeVisible();
});
