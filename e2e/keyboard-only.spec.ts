import type { Locator, Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { collectAnnouncements } from "./harness/announcements";
import { callApi } from "./harness/api";
import { expect, expectNoDialog, openPage } from "./harness/fixtures";
// On a site of its own, because codes are easy to guess while other tests have many of them, which is asked about.
import { isolatedTest } from "./harness/isolated-site";
import { createLeads, leadRow, selectionBar } from "./harness/leads";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80 && !(await isFocused()); steps++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Expects that something in view has the focus, so that the next key does something. */
async function expectFocusInView(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== null && activeElement !== document.body && activeElement.getClientRects().length > 0;
      }),
    )
    .toBe(true);
}

test(
  "codes are generated, sent to three leads, found, deleted and restored with the keyboard alone",
  heavyOnly,
  async ({ page, context }) => {
    const { emails, tag } = await createLeads(3);
    const name = `Keys ${tag}`;
    await signIn(context);

    await openPage(page, routes.generate);
    const amount = page.getByLabel("Number of codes");
    await tabTo(page, amount);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("3");
    await tabTo(page, page.getByLabel("Batch name"));
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

    // The leads are selected with the keys of the list.
    await openPage(page, routes.leads);
    const announced = await collectAnnouncements(page);
    const expectAnnounced = (text: RegExp) => expect.poll(announced).toContainEqual(expect.stringMatching(text));
    await page.keyboard.press("/");
    await page.keyboard.type(tag);
    await expect(page.getByRole("table", { name: "Leads" }).locator("tbody").getByRole("row")).toHaveCount(3);
    await expectAnnounced(/3 rows/);
    await page.keyboard.press("ArrowDown");
    await expect(leadRow(page, emails[2] ?? "")).toBeFocused();
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(selectionBar(page)).toContainText("3 selected");
    await expectAnnounced(/3 selected/);

    const send = selectionBar(page).getByRole("button", { name: "Send code" });
    await tabTo(page, send);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Send/ });
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const personal = dialog.getByRole("radio", { name: /Personal codes/ });
    await tabTo(page, dialog.getByRole("radio", { checked: true }).first());
    for (let steps = 0; steps < 3 && !(await personal.isChecked()); steps++) await page.keyboard.press("ArrowDown");
    await expect(personal).toBeChecked();
    const submit = dialog.getByRole("button", { name: "Send to 3 leads" });
    await expect(submit).toBeEnabled();
    await tabTo(page, submit);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`${routes.sends}/`));
    await expectNoDialog(page);

    // One of the codes is found by a filter, deleted and restored.
    const { data } = await callApi(`${site().baseUrl}/api/batches?limit=1&q=${encodeURIComponent(name)}`, { key: site().secretKey });
    await openPage(page, withQuery(routes.codes, { batch: data[0].id }));
    const announcedInCodes = await collectAnnouncements(page);
    const expectAnnouncedInCodes = (text: RegExp) => expect.poll(announcedInCodes).toContainEqual(expect.stringMatching(text));
    const rows = page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(3);
    await tabTo(page, page.getByRole("button", { name: "Add filter" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Search filters" })).toBeFocused();
    await page.keyboard.type("status");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.getByRole("menuitemradio", { name: "Active", exact: true }).press("Enter");
    await expect(page).toHaveURL(/status=active/);
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(rows).toHaveCount(3);
    await expectFocusInView(page);

    await tabTo(page, rows.first());
    const code = (await rows.first().getByRole("link").first().textContent()) ?? "";
    await page.keyboard.press("x");
    await expectAnnouncedInCodes(/1 selected/);
    await tabTo(page, selectionBar(page).getByRole("button", { name: "Delete" }));
    await page.keyboard.press("Enter");
    const confirm = page.getByRole("alertdialog");
    await expect(confirm).toContainText(`Delete ${code}?`);
    await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
    await tabTo(page, confirm.getByRole("button", { name: "Delete" }));
    await page.keyboard.press("Enter");
    await expectNoDialog(page);
    await expect(rows).toHaveCount(2);
    await expectAnnouncedInCodes(/Deleted 1 code/);
    await expectFocusInView(page);

    // F6 moves to the toasts.
    await page.keyboard.press("F6");
    await tabTo(page, page.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(3);
    await expectAnnouncedInCodes(/Restored 1 item/);
    await expectFocusInView(page);
  },
);
