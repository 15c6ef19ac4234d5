import type { Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { errorResponse, leadRow, postApi, uniqueTag } from "./harness/leads";
import { createStaffMember, signIn } from "./harness/staff";

/** Addresses that a search for the mark finds, one for each reason. */
async function someSuppressions() {
  const mark = uniqueTag();
  for (const reason of ["unsubscribed", "bounced", "staff"])
    await postApi("/suppressions", {
      email: `${reason}.${mark}@example.org`,
      reason,
      note: reason === "staff" ? "Asked at the fair." : "",
    });
  return { mark, list: withQuery(routes.suppressions, { q: mark }), of: (reason: string) => `${reason}.${mark}@example.org` };
}

const shown = (page: Page) => page.locator("tr[data-row]");
const act = async (page: Page, email: string, name: string) => {
  await page.getByRole("button", { name: `Acts on ${email}` }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("suppressions are found from the sends and the palette, searched, narrowed and exported", async ({ page, context }) => {
  const { mark, of } = await someSuppressions();
  await signIn(context);
  await page.goto(routes.sends);
  await page.getByRole("link", { name: "Suppressions" }).click();
  await page.getByRole("searchbox", { name: "Search addresses" }).fill(mark);
  await expect(shown(page)).toHaveCount(3);
  await expect(shown(page).first()).toContainText(of("staff"));
  await page.getByRole("button", { name: "Reason" }).click();
  await page.getByRole("menuitemradio", { name: "Bounced" }).click();
  await expect(shown(page)).toHaveCount(1);
  await page.reload();
  await expect(shown(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join("");
  expect(text.trim().split("\r\n")).toHaveLength(2);
  expect(text).toContain(of("bounced"));
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search" }).fill("suppress");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${routes.suppressions}$`));
});

test("an address is added, edited, and let through again", async ({ page, context }) => {
  const email = `by.hand.${uniqueTag()}@example.org`;
  await signIn(context);
  await page.goto(routes.dialogs.addSuppression);
  const adding = page.getByRole("dialog", { name: "Stop mail to an address" });
  await adding.getByRole("button", { name: "Stop mail" }).click();
  await expect(adding.getByText("must be a valid email, such as ada@example.org")).toBeVisible();
  await adding.getByLabel("Address").fill(email);
  await adding.getByLabel("Note").fill("Asked at the fair.");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Stop mail" }).click();
  await expect(leadRow(page, email)).toContainText("Staff");

  await act(page, email, "Edit");
  const editing = page.getByRole("dialog", { name: "Edit the suppression" });
  await editing.getByRole("combobox", { name: "Reason" }).click();
  await page.getByRole("option", { name: /^Complained/ }).click();
  await expectAccessible(page);
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(leadRow(page, email)).toContainText("Complained");

  await act(page, email, "Let mail through again");
  const asking = page.getByRole("alertdialog", { name: `Let ${email} get mail again?` });
  await expect(asking).toContainText("They will get mail again.");
  await expectAccessible(page);
  await asking.getByRole("button", { name: "Let mail through" }).click();
  await expect(leadRow(page, email)).toHaveCount(0);
});

test("whoever may only read is offered no act", async ({ page, context }) => {
  const { list } = await someSuppressions();
  await signIn(context, await createStaffMember(context, "viewer"));
  await page.goto(list);
  await expect(shown(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Add an address" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Acts on/ })).toHaveCount(0);
});

test("what does not load says so, and loads when asked again", async ({ page, context }) => {
  const { list } = await someSuppressions();
  await signIn(context);
  await page.goto(routes.suppressions);
  await page.route("**/api/suppressions?*", (route) =>
    route.fulfill(errorResponse(403, "role_required", "Your role doesn't allow this action.")),
  );
  await page.getByRole("searchbox", { name: "Search addresses" }).fill(new URL(list, "http://x").searchParams.get("q") ?? "");
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/suppressions?*");
  await retry.click();
  await expect(shown(page)).toHaveCount(3);
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`suppressions are quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    const { list } = await someSuppressions();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    for (const path of [list, withQuery(routes.suppressions, { q: "nobody-at-all", reason: "staff" })]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectAccessible(page);
    }
  });
}
