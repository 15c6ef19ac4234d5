import { withQuery, routes } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

const { baseUrl } = site();

test("an owner chooses a form, sees it, and copies its lines", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context);
  await page.goto(routes.settings.embed);
  const preview = page.frameLocator("iframe");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(preview.getByRole("button", { name: "Join" })).toBeVisible();
  await expect(preview.getByLabel("First name")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Ask for names too" }).check();
  await expect(preview.getByLabel("First name")).toBeVisible();
  await page.getByRole("button", { name: "Copy HTML" }).click();
  const lines = await copied();
  expect(lines).toContain(`src="${baseUrl}/embed.js"`);
  expect(lines).toMatch(/data-key="pk_\w{32}"\s+data-form="join" data-names>/);
  await preview.getByLabel("Your e-mail address").fill(uniqueEmail("previewed"));
  await preview.getByRole("button", { name: "Join" }).click();
  await expect(preview.getByText("Thank you")).toBeVisible();

  // By keyboard: the next of the choices.
  await page.getByRole("radio", { name: "Join the waitlist" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(preview.getByRole("button", { name: "Claim" })).toBeVisible();
  await page.getByRole("radio", { name: "Frame" }).click();
  await expect(preview.getByRole("heading", { name: "Claim your code" })).toBeVisible();
  await page.getByRole("button", { name: "Copy HTML" }).click();
  await expect.poll(copied).toContain(`src="${baseUrl}/embed/claim"`);
  await page.getByRole("button", { name: "Copy Content-Security-Policy" }).click();
  await expect.poll(copied).toBe(`frame-src ${baseUrl};`);
  await page.getByRole("button", { name: "Copy Where people join the waitlist" }).click();
  await expect.poll(copied).toBe(`${baseUrl}/join`);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Frame" })).toBeChecked();
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const) {
  for (const chosen of [
    { form: "claim", by: "script" },
    { form: "join", by: "frame", names: "true" },
  ] as Record<string, string>[]) {
    test(`${chosen.form} by ${chosen.by} is quiet and accessible, ${colorScheme}, ${width} wide, and no preview scrolls`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await signIn(context);
      await page.goto(withQuery(routes.settings.embed, chosen), { waitUntil: "networkidle" });
      const preview = page.frameLocator("iframe");
      await expect(preview.getByLabel("Your e-mail address")).toBeVisible();
      await expectAccessible(page);
      const room = await preview.locator("html").evaluate((html) => html.clientHeight - document.body.scrollHeight);
      expect(room).toBeGreaterThanOrEqual(0);
    });
  }
}

test("only those see it who see the keys", async ({ page, context }) => {
  await signIn(context, await createStaffMember(context, "admin"));
  await page.goto(routes.settings.embed);
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await page.goto(routes.settings.account);
  await expect(page.getByRole("link", { name: "Account", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Embed" })).toHaveCount(0);
});
