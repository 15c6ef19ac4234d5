import { routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { createLeads } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

// On a site of its own, because deleting any lead deletes the saved files.
test("a large file is made in the background, and kept for later", heavyOnly, async ({ page, context }) => {
  const { tag, emails } = await createLeads(1, { firstname: "Ada" });
  await signIn(context);
  await page.goto(withQuery(routes.leads, { q: tag, columns: "email,name" }));
  const dialog = page.getByRole("dialog", { name: "Export" });
  await page.route("**/api/leads?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-total-count": "10000+" } });
  });
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("10,000+");
  await page.getByRole("button", { name: "Export" }).click();
  await dialog.getByRole("radio", { name: "CSV" }).click();
  await dialog.getByRole("radio", { name: "Columns in the table" }).click();
  await dialog.getByRole("button", { name: "Start export" }).click();
  const panel = page.getByRole("region", { name: "Background jobs" });
  const saved = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Download file" }).click();
  const file = (await (await (await saved).createReadStream()).toArray()).join("");
  expect(file).toBe(`\uFEFFEmail,First name,Last name\r\n${emails[0]},Ada,\r\n`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expectAccessible(page);
  await expect(dialog.getByRole("listitem")).toContainText(/leads\.csv.*1 row/);
  await dialog.getByRole("button", { name: "Delete leads.csv" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
});
