import type { Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { leadRow, mockErrorResponse, postApi, uniqueTag } from "./harness/leads";
import { chooseMenuItem } from "./harness/popups";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";

/** Creates a suppression for each reason. Their emails share a tag. */
async function createSuppressions() {
  const tag = uniqueTag();
  for (const reason of ["unsubscribed", "bounced", "staff"])
    await postApi("/suppressions", {
      email: `${reason}.${tag}@example.org`,
      reason,
      note: reason === "staff" ? "Asked at the conference." : "",
    });
  return { tag, list: withQuery(routes.suppressions, { q: tag }), emailFor: (reason: string) => `${reason}.${tag}@example.org` };
}

const rows = (page: Page) => page.locator("tr[data-row]");
const runAction = async (page: Page, email: string, name: string) => {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await chooseMenuItem(page, name);
};

test("finds suppressions from the sends and the command palette, and searches, filters and exports them", async ({ page, context }) => {
  const { tag, emailFor } = await createSuppressions();
  await signIn(context);
  await page.goto(routes.sends);
  await page.getByRole("link", { name: "Suppressions" }).click();
  await page.getByRole("searchbox", { name: "Search emails" }).fill(tag);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(emailFor("staff"));
  await page.getByRole("button", { name: "Reason" }).click();
  await chooseMenuItem(page, "Bounced", "menuitemradio");
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  const { text } = await downloadExport(page);
  expect(text.trim().split("\r\n")).toHaveLength(2);
  expect(text).toContain(emailFor("bounced"));
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search" }).fill("suppressions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${routes.suppressions}$`));
});

test("adds, edits and removes a suppression", async ({ page, context }) => {
  const email = `manual.${uniqueTag()}@example.org`;
  await signIn(context);
  await page.goto(routes.dialogs.addSuppression);
  const addDialog = page.getByRole("dialog", { name: "Add suppression" });
  await addDialog.getByRole("button", { name: "Add suppression" }).click();
  await expect(addDialog.getByText("must be a valid email, such as ada@example.org")).toBeVisible();
  await addDialog.getByLabel("Email").fill(email);
  await addDialog.getByLabel("Note").fill("Asked at the conference.");
  await expectAccessible(page);
  await addDialog.getByRole("button", { name: "Add suppression" }).click();
  await expect(leadRow(page, email)).toContainText("Added by staff");

  await runAction(page, email, "Edit");
  const editDialog = page.getByRole("dialog", { name: "Edit suppression" });
  await editDialog.getByRole("combobox", { name: "Reason" }).click();
  await page.getByRole("option", { name: /^Complained/ }).click();
  await expectAccessible(page);
  await editDialog.getByRole("button", { name: "Save changes" }).click();
  await expect(leadRow(page, email)).toContainText("Complained");

  await runAction(page, email, "Remove");
  const confirmation = page.getByRole("alertdialog", { name: `Remove the suppression for ${email}?` });
  await expect(confirmation).toContainText("They'll receive emails again");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Remove suppression" }).click();
  await expect(leadRow(page, email)).toHaveCount(0);
});

test("offers no actions to viewers", heavyOnly, async ({ page, context }) => {
  const { list } = await createSuppressions();
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Add suppression" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
});

test("shows an error when the list can't be loaded, and loads it on retry", heavyOnly, async ({ page, context }) => {
  const { list } = await createSuppressions();
  await signIn(context);
  await page.goto(routes.suppressions);
  await page.route("**/api/suppressions?*", (route) =>
    route.fulfill(mockErrorResponse(403, "role_required", "Your role doesn't allow this action.")),
  );
  await page.getByRole("searchbox", { name: "Search emails" }).fill(new URL(list, "http://x").searchParams.get("q") ?? "");
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/suppressions?*");
  await retry.click();
  await expect(rows(page)).toHaveCount(3);
});

test("suppressions are accessible", sampled, async ({ page, context }) => {
  const { list } = await createSuppressions();
  await signIn(context);
  for (const path of size([list], [list, withQuery(routes.suppressions, { q: "no-such-email", reason: "staff" })])) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
});
