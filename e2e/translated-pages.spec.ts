import { batchPath, codePath, leadPath, routes, withQuery } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { collectConsoleErrors, expect, expectNoDialog } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { createLeads, postApi, selectionBar, uniqueTag } from "./harness/leads";
import { createRecords, dashboardPages } from "./harness/pages";
import { chooseMenuItem } from "./harness/popups";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";
import { openTranslated, type TranslatorWay } from "./harness/translator";

/** Fails a test if a page logs an error, except that React renders a part again which the translator reached before it did. */
const test = isolatedTest().extend<{ noConsoleErrors: undefined }>({
  noConsoleErrors: async ({ context }, use) => {
    const errors = collectConsoleErrors(context);
    await use(undefined);
    expect(errors.filter((error) => !error.includes("React error #418"))).toEqual([]);
  },
});

// On a site of its own, because codes are easy to guess while other tests have many of them, which is asked about.
// The pages fail the test if they log an error, as when React can't remove a text.
for (const way of ["move", "replace"] satisfies TranslatorWay[]) {
  test(
    `codes are paused, resumed, deleted and restored on pages whose texts a translator would ${way}`,
    way === "move" ? {} : heavyOnly,
    async ({ page, context }) => {
      test.slow();
      const codes: { code: string; batch: { id: string } }[] = await postApi("/codes/generate", { amount: 3, name: uniqueTag() });
      const [{ code, batch } = { code: "", batch: { id: "" } }] = codes;
      await signIn(context);
      await openTranslated(page, codePath(code), way);
      const details = page.locator("main");
      await expect(details.getByText(code, { exact: true }).locator("font")).toHaveCount(0);
      for (const [action, status, history] of [
        ["Pause", "Paused", "Paused"],
        ["Resume", "Active", "Resumed"],
      ] as const) {
        await page.getByRole("button", { name: "More actions" }).click();
        await chooseMenuItem(page, action);
        await page.getByRole("alertdialog").getByRole("button", { name: action }).click();
        await expectNoDialog(page);
        await expect(page.getByRole("list", { name: "History" })).toContainText(history);
        await expect(details.getByText(status, { exact: true }).first()).toBeVisible();
        await expect(details.getByText(status === "Active" ? "Paused" : "Active", { exact: true })).toHaveCount(
          status === "Active" ? 1 : 0,
        );
      }

      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openTranslated(page, batchPath(batch.id), way);
      await page.getByRole("button", { name: "Copy all codes" }).click();
      await expect(page.getByText("Copied 3 codes")).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied.split("\n").toSorted()).toEqual(codes.map((each) => each.code).toSorted());

      await openTranslated(page, withQuery(routes.codes, { batch: batch.id }), way);
      const rows = page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row");
      await expect(rows).toHaveCount(3);
      const firstRow = (await rows.first().textContent()) ?? "";
      for (const index of [0, 1]) {
        await rows.nth(index).getByRole("checkbox").click();
        await expect(selectionBar(page)).toContainText(`${index + 1} selected`);
      }
      await selectionBar(page).getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("2 codes");
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expectNoDialog(page);
      await expect(rows).toHaveCount(1);

      const deleted = codes.find((each) => firstRow.includes(each.code))?.code ?? "";
      await openTranslated(page, withQuery(routes.bin, { q: deleted }), way);
      await page.getByRole("button", { name: `Restore ${deleted}` }).click();
      await expect(page.getByRole("heading", { name: "Restored 1 item" })).toBeVisible();
    },
  );

  test(
    `leads are approved and imported, and codes generated, on pages whose texts a translator would ${way}`,
    heavyOnly,
    async ({ page, context }) => {
      test.slow();
      const { tag, emails } = await createLeads(1);
      const [email = ""] = emails;
      await queryDatabase((sql) => sql`update leads set status = 'held', held_reason = 'blocked' where email = ${email}`);
      await signIn(context);
      await openTranslated(page, leadPath(email), way);
      await page.getByRole("button", { name: "Approve" }).click();
      await expect(page.getByText("Approved the sign-up of this lead")).toBeVisible();
      await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();

      await openTranslated(page, routes.generate, way);
      for (const amount of [25, 26]) {
        await page.getByLabel("Number of codes").fill(`${amount}`);
        await expect(page.getByText(`${amount} codes for up to ${amount} customers`)).toBeVisible();
        await expect(page.getByRole("button", { name: `Generate ${amount} codes` })).toBeVisible();
      }
      await page.getByRole("button", { name: "Generate 26 codes" }).click();
      await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row").first()).toBeVisible();

      await openTranslated(page, routes.imports, way);
      await page.getByRole("button", { name: "Paste rows" }).click();
      await page.getByLabel("Rows", { exact: true }).fill(`Email\tName\nada.${tag}@example.org\tAda\ngrace.${tag}@example.org\tGrace`);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Check file" }).click();
      await page.getByRole("button", { name: "Import 2 leads" }).click();
      await expect(page.getByRole("heading", { name: "Result" })).toBeFocused();
      await expect(page.locator("dl div").filter({ hasText: /^New/ }).locator("dd").first()).toHaveText("2");
    },
  );
}

test("translated pages are left for each other, sorted and searched without an error", heavyOnly, async ({ page, context }) => {
  test.slow();
  await signIn(context);
  const pages = [...dashboardPages, ...Object.values(await createRecords(context))];
  for (const way of ["move", "replace"] as const)
    for (const path of pages) {
      await openTranslated(page, path, way);
      const hasDialog = /[?&](action|delivery)=/.test(path);
      if (hasDialog) await expect(page.getByRole("dialog")).toBeVisible();
      const search = page.getByRole("searchbox").first();
      if (await search.isVisible()) {
        await search.fill("no row says this");
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await search.fill("");
      }
      const sort = page.getByRole("columnheader").getByRole("button").first();
      if (await sort.isVisible()) await sort.click();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      // What is behind a dialog can't be clicked.
      if (hasDialog) await page.keyboard.press("Escape");
      await expectNoDialog(page);
      await page.getByRole("navigation").getByRole("link", { name: "Overview" }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Overview/);
    }
});
