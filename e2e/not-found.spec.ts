import { routes } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const unknownPaths = ["/foo", "/claim/xyz/abc", "/join/abc", "/position/nowhere", "/unsubscribe/x/y", "/embed/nothing", "/%F0%9F%8E%81"];

test("without JavaScript, an unknown page has the project's name and status 404, and leads to the claim and join pages", async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site().baseUrl });
  for (const path of unknownPaths) {
    const response = await page.goto(path);
    expect([path, response?.status()]).toEqual([path, 404]);
    await expect(page).toHaveTitle("Page not found · Gatehouse");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByText("Dashboard")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Claim your code" })).toHaveAttribute("href", routes.claim);
    await expect(page.getByRole("link", { name: "Join the waitlist" })).toHaveAttribute("href", routes.join);
  }
  await page.goto(routes.claim);
  await page.getByRole("link", { name: "Join the waitlist" }).click();
  await expect(page).toHaveURL(routes.join);
  await page.getByRole("link", { name: "Claim it" }).click();
  await expect(page).toHaveURL(routes.claim);
  await page.close();
});

test("a HEAD request of an unknown page is answered with 404 as well", async ({ request }) => {
  for (const path of unknownPaths) expect([path, (await request.head(path)).status()]).toEqual([path, 404]);
});

test("unknown pages of the dashboard keep its frame, and lead to the overview", async ({ page, context }) => {
  await signIn(context);
  await page.goto(`${routes.overview}/nowhere`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to overview" })).toBeVisible();
});

test("an unknown page is accessible on a phone in dark mode", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/foo");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expectAccessible(page);
});
