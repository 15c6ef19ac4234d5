import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessibleInEachLook, expectNoDialog, openPage, test, waitUntilInteractive } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";

const pages = [routes.overview, routes.activity, routes.secondFactor, ...Object.values(routes.settings), `${routes.overview}/nowhere`];
const publicPages = [
  routes.signIn,
  routes.forgotPassword,
  `${routes.resetPassword}?token=none`,
  `${routes.invitation}?token=none`,
  routes.setup,
];
/** Pages that `npm test` checks too. */
const samples: string[] = [routes.overview, routes.settings.team, routes.signIn];
// The settings redirect to their first page.
for (const path of [...pages, ...publicPages])
  test(`${path} is accessible`, samples.includes(path) ? sampled : heavyOnly, async ({ page, context }) => {
    if (pages.includes(path)) await signIn(context);
    await openPage(page, path);
    if (path === routes.settings.all) await page.waitForURL(routes.settings.project);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessibleInEachLook(page);
  });

test("pages and API responses have security headers", async ({ request }) => {
  const page = (await request.get(routes.signIn)).headers();
  const policy = page["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic'/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  for (const directive of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(policy).toContain(directive);
  expect(page).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  expect(page["x-powered-by"]).toBeUndefined();
  expect((await request.get(routes.signIn)).headers()["content-security-policy"]).not.toBe(policy);
  const apiHeaders = (await request.get("/api/health/live")).headers();
  expect(apiHeaders).toMatchObject({ "x-content-type-options": "nosniff" });
  expect(apiHeaders["x-powered-by"]).toBeUndefined();
  const { headers } = await callApi(`${site().baseUrl}/api/codes?limit=1`, { key: site().secretKey });
  expect(headers.get("set-cookie")).toBeNull();
});

test("a cross-site write with a session cookie is rejected", async ({ context }) => {
  await signIn(context);
  const data = { name: "Mallory" };
  const crossSiteHeaders: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ];
  for (const headers of crossSiteHeaders) {
    const response = await context.request.patch("/api/account", { data, headers });
    expect(await response.json()).toMatchObject({ code: 403, error: "cross_site" });
  }
  const textHeaders = { "sec-fetch-site": "same-origin", "content-type": "text/plain" };
  expect((await context.request.patch("/api/account", { data: JSON.stringify(data), headers: textHeaders })).status()).toBe(403);
});

test("the command palette opens pages, and ? lists keyboard shortcuts", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  await page.keyboard.press("ControlOrMeta+k");
  // Typed before the palette is open, and kept.
  await page.keyboard.type("activity");
  await expect(page.getByRole("combobox", { name: "Search", exact: true })).toHaveValue("activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${routes.activity}$`));
  // The closing palette still handles keys.
  await expectNoDialog(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText(/keyboard shortcuts/i);
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
});

test(
  "a button with an icon only says what it does when the pointer rests on it or the keyboard reaches it",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    await openPage(page, routes.overview);
    await page.getByRole("button", { name: "Theme" }).hover();
    await expect(page.getByText("Theme", { exact: true })).toBeVisible();
    await page.mouse.move(400, 400);
    await expect(page.getByText("Theme", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: /^Search/ }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByText("Theme", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Theme", { exact: true })).toHaveCount(0);
  },
);

test("a test waits for React before it continues", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.overview);
  expect(await page.evaluate(() => "__next_f" in window)).toBe(true);
  // A copy is what the server sent: React doesn't know it.
  await page.evaluate(() => {
    const button = document.querySelector("main button");
    const copy = button?.cloneNode(true) as HTMLElement;
    copy.id = "copy";
    button?.replaceWith(copy);
    setTimeout(() => copy.replaceWith(button ?? ""), 1000);
  });
  await waitUntilInteractive(page);
  expect(await page.locator("#copy").count()).toBe(0);
});

test("the activity shows who did what, keeps its filters in the URL, and exports it", heavyOnly, async ({ page, context }) => {
  const { baseUrl, secretKey: key } = site();
  const { data: codes } = await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 1, name: "For the activity" } });
  const email = `activity-${Date.now()}@example.org`;
  await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: codes[0].code, email } });
  await signIn(context);
  await page.goto(`${routes.activity}?email=${encodeURIComponent(email)}`);
  const table = page.getByRole("table");
  await expect(table.getByText(codes[0].code).first()).toBeVisible();
  await page.reload();
  await expect(table.getByText(email).first()).toBeVisible();
  const { text } = await downloadExport(page);
  expect(text).toContain(email);
  expect(text.split("\r\n")[0]).toContain("Time");

  await callApi(`${baseUrl}/api/leads/delete`, { key, body: { email } });
  await page.reload();
  await expect(page.getByRole("button", { name: "Clear filters" }).first()).toBeVisible();
  const allEvents = await context.request.get("/api/events");
  expect(await allEvents.text()).not.toContain(email);
});

test("the project settings are saved and show the new name", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  await page.getByLabel("Name").fill("Spring launch");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Spring launch").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Spring launch");
});
