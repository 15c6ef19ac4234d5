import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const pages = [routes.overview, routes.activity, ...Object.values(routes.settings), `${routes.overview}/nowhere`];
const open = [routes.signIn, routes.forgotPassword, `${routes.resetPassword}?token=none`, `${routes.invitation}?token=none`, routes.setup];
// The narrowest laptop's window is asked for the pages with tables alone, which are the ones that could be too wide for it.
const tables = [routes.activity, routes.settings.team, routes.settings.keys, routes.settings.account];
const looks = [
  { colorScheme: "light", width: 1440, shown: [...pages, ...open] },
  { colorScheme: "light", width: 1280, shown: tables },
  { colorScheme: "dark", width: 390, shown: [...pages, ...open] },
] as const;

for (const { colorScheme, width, shown } of looks) {
  for (const path of shown) {
    test(`${path} is quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      if (pages.includes(path)) await signIn(context);
      await page.goto(path, { waitUntil: "networkidle" });
      // It only leads on, to the first of the settings.
      if (path === routes.settings.all) await page.waitForURL(routes.settings.project, { waitUntil: "networkidle" });
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expectAccessible(page);
    });
  }
}

test("pages and answers carry the headers that keep them safe", async ({ request }) => {
  const page = (await request.get(routes.signIn)).headers();
  const policy = page["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic'/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(policy).toContain(part);
  expect(page).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  expect(page["x-powered-by"]).toBeUndefined();
  expect((await request.get(routes.signIn)).headers()["content-security-policy"]).not.toBe(policy);
  const answer = (await request.get("/api/health/live")).headers();
  expect(answer).toMatchObject({ "x-content-type-options": "nosniff" });
  expect(answer["x-powered-by"]).toBeUndefined();
  const { headers } = await callApi(`${site().baseUrl}/api/codes?limit=1`, { key: site().secretKey });
  expect(headers.get("set-cookie")).toBeNull();
});

test("a write that another site makes in a person's name is refused", async ({ context }) => {
  await signIn(context);
  const data = { name: "Mallory" };
  const strange: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ];
  for (const headers of strange) {
    const refused = await context.request.patch("/api/account", { data, headers });
    expect(await refused.json()).toMatchObject({ code: 403, error: "cross_site" });
  }
  const form = { "sec-fetch-site": "same-origin", "content-type": "text/plain" };
  expect((await context.request.patch("/api/account", { data: JSON.stringify(data), headers: form })).status()).toBe(403);
});

test("everything is reached by keyboard: the palette finds a page, and ? lists the keys", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.overview, { waitUntil: "networkidle" });
  await page.keyboard.press("ControlOrMeta+k");
  // Before it is there: nothing of what is typed is lost.
  await page.keyboard.type("activity");
  await expect(page.getByRole("combobox", { name: "Search", exact: true })).toHaveValue("activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${routes.activity}$`));
  // While it goes, keys are still the palette's.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText(/keys/i);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the activity says who did what, keeps its filters in the address, and is exported", async ({ page, context }) => {
  const { baseUrl, secretKey: key } = site();
  const made = await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 1, name: "For the activity" } });
  const email = `activity-${Date.now()}@example.org`;
  await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: made.data[0].code, email } });
  await signIn(context);
  await page.goto(`${routes.activity}?email=${encodeURIComponent(email)}`);
  const table = page.getByRole("table");
  await expect(table.getByText(made.data[0].code).first()).toBeVisible();
  await page.reload();
  await expect(table.getByText(email).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /export/i }).click();
  const file = await (await download).createReadStream();
  const text = (await file.toArray()).join("");
  expect(text).toContain(email);
  expect(text.split("\r\n")[0]).toContain("Time");

  await callApi(`${baseUrl}/api/leads/delete`, { key, body: { email } });
  await page.reload();
  await expect(page.getByRole("button", { name: "Clear filters" }).first()).toBeVisible();
  const everything = await context.request.get("/api/events");
  expect(await everything.text()).not.toContain(email);
});

test("the project's name, accent and time zone change what everybody sees", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  await page.getByLabel("Name").fill("Spring launch");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Spring launch").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Spring launch");
});
