import type { Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { leadRow, mockErrorResponse, postApi, uniqueTag } from "./harness/leads";
import { chooseMenuItem } from "./harness/popups";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

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

test(
  "the list of suppressions is found from the sends and the command palette, and searches, filters and exports them",
  heavyOnly,
  async ({ page, context }) => {
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
  },
);

test(
  "an import of a list of suppressions asks for what it can't know, checks, imports and undoes",
  heavyOnly,
  async ({ page, context }) => {
    const tag = uniqueTag();
    const email = (name: string) => `${name}.${tag}@example.org`;
    await postApi("/suppressions", { email: email("known"), reason: "staff", note: "By phone." });
    await signIn(context);
    await openPage(page, routes.suppressions);
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Import suppressions" })).toBeVisible();
    await page.getByRole("button", { name: "Paste rows" }).click();
    const lines = ["Email\tReason\tDate", `${email("ada")}\thard bounce\t2025-03-04`, `${email("bob")}\tpolicy\t2025-03-05`];
    await page
      .getByLabel("Rows", { exact: true })
      .fill([...lines, `${email("known")}\tunsubscribe\t2025-03-06`, `missing@\tspam\t2025-03-07`, `${email("eve")}\t\t`].join("\n"));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("combobox", { name: "Import Reason as" })).toHaveText("Reason");
    await expect(page.getByRole("combobox", { name: "Import Date as" })).toHaveText("Suppressed since");
    await expect(page.getByRole("button", { name: "Check file" })).toBeDisabled();
    await page.getByRole("combobox", { name: "“policy” (1 row)" }).click();
    await page.getByRole("option", { name: /^Added by staff/ }).click();
    await page
      .getByRole("radiogroup", { name: /^1 row doesn't say why/ })
      .getByRole("radio", { name: "Unsubscribed" })
      .click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Check file" }).click();
    const stat = (name: string) =>
      page
        .locator("dl div")
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator("dd")
        .first();
    await expect(stat("New")).toHaveText("3");
    await expect(stat("Already suppressed")).toHaveText("1");
    await expect(stat("Left out")).toHaveText("1");
    await expect(page.getByRole("row", { name: /^5 Email missing@ must be a valid email/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 4 suppressions" }).click();
    await expect(stat("Added")).toHaveText("3");
    await page.getByRole("link", { name: "View suppressions" }).click();
    await page.getByRole("searchbox", { name: "Search emails" }).fill(tag);
    await expect(rows(page)).toHaveCount(4);
    await expect(leadRow(page, email("ada"))).toContainText("Bounced");
    await expect(leadRow(page, email("bob"))).toContainText("Added by staff");
    await expect(leadRow(page, email("eve"))).toContainText("Unsubscribed");
    await expect(leadRow(page, email("known"))).toContainText("Added by staff");
    await page.goto(routes.importSuppressions);
    await page.getByRole("link", { name: "Pasted rows" }).first().click();
    await page.getByRole("button", { name: "Undo import" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Undo the import of Pasted rows?" });
    await expect(dialog.getByText(/^The 3 suppressions that this import added are removed/)).toBeVisible();
    await dialog.getByLabel("Type undo to confirm").fill("undo");
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
    await openPage(page, withQuery(routes.suppressions, { q: tag }));
    await expect(rows(page)).toHaveCount(1);
  },
);

test("a suppression is added, edited and removed", async ({ page, context }) => {
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

test("viewers are offered no actions", heavyOnly, async ({ page, context }) => {
  const { list } = await createSuppressions();
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Add suppression" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
});

test("the list shows an error when it can't be loaded, and loads on retry", heavyOnly, async ({ page, context }) => {
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

test("suppressions are accessible", heavyOnly, async ({ page, context }) => {
  const { list } = await createSuppressions();
  await signIn(context);
  for (const path of size([list], [list, withQuery(routes.suppressions, { q: "no-such-email", reason: "staff" })])) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
});
