import { scriptAttributes } from "@/lib/embed-attributes";
import { routes, withQuery } from "@/lib/routes";
import { expect, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const { baseUrl } = site();

test("an owner configures a form, previews it, and copies its code", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context);
  await page.goto(routes.settings.embed);
  const preview = page.frameLocator("iframe");
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(preview.getByRole("button", { name: "Join waitlist" })).toBeVisible();
  await expect(preview.getByLabel("First name")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Ask for first and last name" }).check();
  await expect(preview.getByLabel("First name")).toBeVisible();
  await page.getByRole("button", { name: "Copy HTML" }).click();
  const snippet = await readClipboard();
  expect(snippet).toContain(`src="${baseUrl}/embed.js"`);
  expect(snippet).toMatch(/data-key="pk_\w{32}"\s+data-form="join" data-names>/);
  await preview.getByLabel("Email").fill(uniqueEmail("previewed"));
  await preview.getByRole("button", { name: "Join waitlist" }).click();
  await expect(preview.getByText("You're on the list!")).toBeVisible();

  const attributes = page.getByRole("region", { name: "Attributes" });
  for (const { name, forms } of scriptAttributes)
    await expect(attributes.getByRole("cell", { name, exact: true })).toHaveCount(forms.includes("join") ? 1 : 0);
  // With the keyboard: the next option.
  await page.getByRole("radio", { name: "Join the waitlist" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(preview.getByRole("button", { name: "Claim code" })).toBeVisible();
  await page.getByRole("radio", { name: "Frame" }).click();
  await expect(preview.getByRole("heading", { name: "Claim your code" })).toBeVisible();
  await page.getByRole("button", { name: "Copy HTML" }).click();
  await expect.poll(readClipboard).toContain(`src="${baseUrl}/embed/claim"`);
  await page.getByRole("button", { name: "Copy Content-Security-Policy" }).click();
  await expect.poll(readClipboard).toBe(`frame-src ${baseUrl};`);
  await page.getByRole("button", { name: "Copy Join page" }).click();
  await expect.poll(readClipboard).toBe(`${baseUrl}/join`);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Frame" })).toBeChecked();
});

for (const options of [
  { form: "claim", method: "script" },
  { form: "join", method: "frame", names: "true" },
] as Record<string, string>[])
  test(
    `the embed settings are accessible and their preview doesn't scroll: ${options.form} ${options.method}`,
    options.method === "frame" ? {} : heavyOnly,
    async ({ page, context }) => {
      await signIn(context);
      await openPage(page, withQuery(routes.settings.embed, options));
      const preview = page.frameLocator("iframe");
      await expect(preview.getByLabel("Email")).toBeVisible();
      await expectAccessibleInEachLook(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const spareHeight = () => preview.locator("html").evaluate((html) => html.clientHeight - document.body.scrollHeight);
        await expect.poll(spareHeight).toBeGreaterThanOrEqual(0);
      }
    },
  );

test(
  "every role sees the preview in the project's accent, the code to copy and the link of the join page",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context, await createStaffMember("viewer"));
    await page.goto(routes.settings.embed);
    const button = page.frameLocator("iframe").getByRole("button", { name: "Join waitlist" });
    await expect(button).toHaveCSS("background-color", "rgb(37, 99, 235)");
    await expect(page.getByText(`data-key="${site().publicKey}"`)).toBeVisible();
    await expect(page.getByText(`${baseUrl}/join`, { exact: true })).toBeVisible();
  },
);
