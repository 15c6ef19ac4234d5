import type { Page } from "@playwright/test";
import { formatChartDate } from "@/components/ui/chart-axis";
import { routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, openPage, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const { baseUrl, secretKey: key } = site();
const post = (path: string, body: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let emailCount = 0;
const uniqueEmail = () => `overview-${++emailCount}-${Date.now()}@example.org`;

/** Creates a lead on the waitlist, a claim and a send. */
async function createActivity(): Promise<void> {
  const [lead, customer] = [uniqueEmail(), uniqueEmail()];
  await post("/leads/create", { email: lead, waitlist: true });
  const { data: codes } = await post("/codes/generate", { amount: 3, name: "For the overview" });
  // With two claims of one lead, claims and conversions aren't the same number.
  for (const { code } of [codes[0], codes[2]]) await post("/codes/claim", { code, email: customer });
  await post("/codes/send", { code: codes[1].code, emails: [lead] });
}

const chart = (page: Page) => page.getByRole("slider", { name: /^(Sign-ups and claims|All-time sign-ups and claims)/ });
const chosenDay = (page: Page) => chart(page).locator("p").first();
const today = () => formatChartDate(new Date().toISOString());
const parseCount = (text: string | null) => Number((text ?? "").replace(/,/g, "").match(/\d+/)?.[0]);

for (const { colorScheme, width } of [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
] as const) {
  test(
    `the overview is accessible with the chart and with the table, ${colorScheme}, ${width} px wide`,
    colorScheme === "dark" && width === 390 ? {} : heavyOnly,
    async ({ page, context }) => {
      await createActivity();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await signIn(context);
      await openPage(page, routes.overview);
      await expectAccessible(page);
      await chart(page).hover();
      await expect(chosenDay(page)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "View as table" }).click();
      await expect(page.getByRole("region", { name: /Sign-ups and claims/ })).toBeVisible();
      await expectAccessible(page);
    },
  );
}

test("the overview has stats that link to the lists they count", async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await page.goto(routes.overview);
  const stats = page.getByRole("list", { name: "Stats" });
  const tile = (label: string) => stats.getByRole("link", { name: new RegExp(`^${label}`) });
  const lists = {
    "On the waitlist": "/leads?waitlist=true&limit=1",
    Conversions: "/leads?claimed=true&limit=1",
    Claims: "/claims?limit=1",
  };
  // Other specs use this server too, so the list may grow between the two readings.
  for (const [label, path] of Object.entries(lists))
    await expect(async () => {
      await page.reload();
      const shown = parseCount(await tile(label).textContent());
      const { headers } = await callApi(`${baseUrl}/api${path}&count=exact`, { key });
      expect(shown).toBe(Number(headers.get("x-total-count")));
    }).toPass();
  const hrefs = {
    Leads: routes.leads,
    "On the waitlist": routes.waitlist,
    "Open invitations": withQuery(routes.waitlist, { status: "invited" }),
    Conversions: withQuery(routes.leads, { claimed: "true" }),
    "Active codes": withQuery(routes.codes, { status: "active" }),
    "Used up": withQuery(routes.codes, { usesLeft: "false" }),
    Claims: routes.claims,
  };
  for (const [label, href] of Object.entries(hrefs)) await expect(tile(label)).toHaveAttribute("href", href);
  await expect(tile("Expiring this week")).toHaveAttribute("href", /status=active&endsBefore=\d{4}-/);
});

test(
  "the overview has the waitlist funnel, by source, by channel and by week, which the URL keeps",
  heavyOnly,
  async ({ page, context }) => {
    await createActivity();
    await signIn(context);
    await page.goto(routes.overview);
    const stages = page.getByRole("list", { name: "Waitlist funnel" }).getByRole("listitem");
    // Without the confirmation of emails, it isn't a stage.
    await expect(stages).toHaveText([/^Joined/, /^Invited or claimed[\d,]+ \d+% of joined$/, /^Claimed/]);
    const counts = (await stages.allTextContents()).map(parseCount);
    for (const count of counts) expect(count).toBeLessThanOrEqual(counts[0] ?? 0);
    expect(counts[0]).toBeGreaterThan(0);
    const bySource = page.getByRole("table", { name: "Waitlist funnel by source" });
    await expect(bySource.getByRole("rowheader", { name: "No source" })).toBeVisible();
    await expect(bySource.getByRole("rowheader", { name: "API" })).toHaveCount(0);
    await page.getByRole("button", { name: "By channel" }).click();
    await expect(page.getByRole("table", { name: "Waitlist funnel by channel" }).getByRole("rowheader", { name: "API" })).toBeVisible();
    await page.getByRole("button", { name: "By week" }).click();
    await expect(page).toHaveURL(/[?&]funnel=week/);
    await page.reload();
    await expect(page.getByRole("table", { name: "Waitlist funnel by week" }).getByRole("row")).toHaveCount(13);
  },
);

test("the overview has sign-ups and claims for a time range that the URL keeps", heavyOnly, async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await page.goto(routes.overview);
  const table = page.getByRole("table", { name: "Sign-ups and claims in the last 30 days" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await page.getByRole("button", { name: "90 days" }).click();
  await expect(page).toHaveURL(/[?&]span=90/);
  await page.reload();
  await expect(page.getByRole("button", { name: "90 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("table", { name: "Sign-ups and claims in the last 90 days" }).getByRole("row")).toHaveCount(91);
});

test("the chart shows the numbers of the day under the pointer", heavyOnly, async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, routes.overview);
  // The tiles above the chart move it until they are loaded.
  await page.waitForLoadState("networkidle");
  await chart(page).scrollIntoViewIfNeeded();
  const { x, y, width } = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width - 26, y + 60);
  await expect(chosenDay(page)).toHaveText(today());
  await page.mouse.move(x + 42, y + 60);
  await expect(chosenDay(page)).toHaveText(formatChartDate(new Date(Date.now() - 29 * 24 * 3_600_000).toISOString()));
  await page.mouse.move(0, 0);
  await expect(chosenDay(page)).toBeHidden();
});

test("the chart shows the numbers of the day chosen with the keyboard", heavyOnly, async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await openPage(page, routes.overview);
  await page.getByRole("button", { name: "View as table" }).focus();
  await page.keyboard.press("Tab");
  await expect(chart(page)).toBeFocused();
  await expect(chosenDay(page)).toHaveText(today());
  await expect(chart(page)).toHaveAttribute("aria-valuetext", new RegExp(`^${today()}: Sign-ups [\\d,]+, Claims [\\d,]+$`));
  await page.keyboard.press("Home");
  await expect(chart(page)).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("ArrowRight");
  await expect(chosenDay(page)).toHaveText(formatChartDate(new Date(Date.now() - 28 * 24 * 3_600_000).toISOString()));
  await page.keyboard.press("Escape");
  await expect(chosenDay(page)).toBeHidden();
});

test("the chart can be shown as a table of the same height", heavyOnly, async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await openPage(page, routes.overview);
  const pageHeight = async () => (await page.locator("main").boundingBox())?.height;
  const heightWithChart = await pageHeight();
  await page.getByRole("button", { name: "View as table" }).click();
  expect(await pageHeight()).toBe(heightWithChart);
  const today = page.getByRole("table").getByRole("row").nth(1);
  expect(parseCount(await today.getByRole("cell").first().textContent())).toBeGreaterThan(0);
});

test("the overview shows the progress of the latest sends and links to them", async ({ page, context }) => {
  await createActivity();
  await signIn(context);
  await page.goto(routes.overview);
  const [send] = (await (await context.request.get("/api/sends?limit=1")).json()).data;
  const link = page.locator(`a[href="${routes.sends}/${send.id}"]`);
  await expect(link).toContainText(send.code);
  // The list is refreshed until the send is completed.
  await expect(link).toContainText("1 of 1");
});

test("the overview shows an error when the stats can't be loaded, and loads them on retry", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  let hasFailed = false;
  await context.route("**/api/leads/stats*", async (route) => {
    if (hasFailed || !route.request().url().includes("span=all")) return route.continue();
    hasFailed = true;
    const body = { code: 429, error: "too_many_requests", message: "Too many requests.", time: Date.now(), requestId: "of-the-test" };
    return route.fulfill({ status: 429, json: { success: false, ...body } });
  });
  await page.goto(routes.overview);
  await page.getByRole("button", { name: "All time" }).click();
  await expect(page.getByText("of-the-test")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "All-time sign-ups and claims" })).toBeVisible();
});
