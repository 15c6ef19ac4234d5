import type { Page } from "@playwright/test";
import { codePath, routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, expectAccessibleInEachLook, expectNoDialog, openPage, test } from "./harness/fixtures";
import { addFilter, chooseMenuItem, pickOption } from "./harness/popups";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const requestApi = (path: string, body?: object) =>
  callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });

let batchCount = 0;

/** Creates a batch. Its id filters lists of codes. */
async function createBatch(options: object): Promise<{ codes: string[]; batch: string }> {
  const { data } = await requestApi("/codes/generate", { name: `Batch ${++batchCount} of ${Date.now()}`, ...options });
  return { codes: data.map(({ code }: { code: string }) => code), batch: data[0].batch.id };
}

const table = (page: Page) => page.getByRole("table", { name: "Codes" });
const codeRow = (page: Page, code: string) => table(page).getByRole("row").filter({ hasText: code });
const selectionBar = (page: Page) => page.getByRole("region", { name: "Selection" });

test("the list searches, filters and sorts codes, and keeps that through a reload or in a shared link", async ({ page, context }) => {
  const { codes, batch } = await createBatch({ amount: 5 });
  const [first = "", second = ""] = codes;
  await requestApi("/codes/bulk", { action: "pause", codes: [second] });
  await signIn(context);
  await page.goto(withQuery(routes.codes, { batch }));
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(5);
  await page.getByRole("searchbox", { name: "Search codes" }).fill(first);
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(1);
  await page.getByRole("button", { name: "Clear search" }).click();
  await addFilter(page, "Status");
  await chooseMenuItem(page, "Paused", "menuitemradio");
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(codeRow(page, second)).toContainText("Paused");
  await page.reload();
  await expect(codeRow(page, second)).toBeVisible();
  await expect(page).toHaveURL(/status=paused/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filter: Status" }).click();
  await page.getByRole("button", { name: "Validity" }).click();
  await expect(page).toHaveURL(/sort=validUntil/);
  await expect(page.getByRole("columnheader", { name: "Validity" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("searchbox", { name: "Search codes" }).fill("zzzz-nothing");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL((url) => !url.searchParams.has("batch"));
});

test("the list finds a mistyped code, shows who couldn't claim it, and keeps toasts off the selection bar", async ({ page, context }) => {
  const { codes } = await createBatch({ amount: 1, type: "alphanumeric" });
  const [code = ""] = codes;
  const email = `late-${Date.now()}@example.org`;
  await requestApi("/codes/claim", { code, email: `first-${Date.now()}@example.org` });
  await requestApi("/codes/claim", { code, email });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(withQuery(routes.codes, { q: `${code}x` }));
  await expect(page.getByText("Did you mean")).toBeVisible();
  await page.getByRole("link", { name: code }).click();
  const failed = page.getByRole("list", { name: "Failed attempts" });
  await expect(failed.getByRole("listitem")).toContainText(email);
  await expect(failed.getByRole("listitem")).toContainText("The code had no uses left");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search", exact: true }).fill(`${code}x`);
  await expect(page.getByRole("option", { name: code })).toContainText("Did you mean this code?");
  await page.goto(withQuery(routes.codes, { q: code }));
  await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await selectionBar(page).getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Copy");
  const toast = page.getByRole("dialog").filter({ hasText: "Copied 1 code" });
  await expect(toast).toBeVisible();
  const [above, below] = [await toast.boundingBox(), await selectionBar(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test(
  "Shift and a click select a range of rows, and the mouse selects the text of a code without opening it",
  heavyOnly,
  async ({ page, context }) => {
    const { batch } = await createBatch({ amount: 6 });
    await signIn(context);
    await openPage(page, withQuery(routes.codes, { batch }));
    const rows = table(page).locator("tbody").getByRole("row");
    await rows.nth(1).getByRole("checkbox").click();
    await rows
      .nth(4)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await expect(selectionBar(page)).toContainText("4 selected");

    const code = rows.first().getByRole("link").first();
    const { x, y, width, height } = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(await code.textContent());
    await expect(table(page)).toBeVisible();
    await code.click();
    await expect(page).toHaveURL(/\/codes\/[^?]+$/);
  },
);

test("the table of codes works with the keyboard alone", heavyOnly, async ({ page, context }) => {
  const { batch } = await createBatch({ amount: 6 });
  await signIn(context);
  await openPage(page, withQuery(routes.codes, { batch }));
  const rows = table(page).locator("tbody").getByRole("row");
  await rows.first().focus();
  await page.keyboard.press("x");
  await expect(selectionBar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(selectionBar(page)).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(selectionBar(page)).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  const code = (await rows.nth(1).getByRole("link").first().textContent()) ?? "";
  await page.keyboard.press("x");
  // From the row to the selection bar, and through its dialog.
  await selectionBar(page).getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`Pause ${code}?`);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await rows.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${codePath(code)}$`));
});

test("selected codes are paused, extended and deleted after the page showed the consequences", heavyOnly, async ({ page, context }) => {
  const { codes, batch } = await createBatch({ amount: 4, allowedClaims: 2 });
  const [first = "", second = ""] = codes;
  await requestApi("/codes/claim", { code: first, email: `ada-${Date.now()}@example.org` });
  await requestApi("/codes/claim", { code: second, email: `alan-${Date.now()}@example.org` });
  await signIn(context);
  await openPage(page, withQuery(routes.codes, { batch }));
  for (const code of [first, second]) await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await selectionBar(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Pause 2 codes?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused 2 codes")).toBeVisible();
  await expect(codeRow(page, first)).toContainText("Paused");

  await selectionBar(page).getByRole("button", { name: "Extend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save changes", exact: true }).click();
  await expect(page.getByText("Choose a new expiration, enter a new number of uses, or both")).toBeVisible();
  await page.getByLabel("Uses per code").fill("7");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Save changes", exact: true }).click();
  await expect(codeRow(page, second)).toContainText("1 of 7");

  await selectionBar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Delete 2 codes?");
  await expect(dialog).toContainText("2 claims end");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(2);
  expect((await requestApi(`/codes/${first}`)).status).toBe(404);
});

test("one request updates all matching codes", heavyOnly, async ({ page, context }) => {
  const { batch } = await createBatch({ amount: 70 });
  await signIn(context);
  await openPage(page, withQuery(routes.codes, { batch }));
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page.getByRole("button", { name: "Select all 70 that match" }).click();
  await selectionBar(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Pause 70 codes?");
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(new URL(request.url()).pathname));
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused 70 codes")).toBeVisible();
  expect(calls).toEqual(["/api/codes/bulk"]);
  expect((await requestApi(`/codes?limit=1&batch=${batch}&status=paused`)).headers.get("x-total-count")).toBe("70");
});

test("the page of a code reserves, extends, pauses and deletes it, and the bin restores it", heavyOnly, async ({ page, context }) => {
  test.slow();
  const { codes } = await createBatch({ amount: 1, allowedClaims: 3 });
  const [code = ""] = codes;
  const email = `ada-${Date.now()}@example.org`;
  await requestApi("/codes/claim", { code, email });
  await signIn(context);
  await openPage(page, codePath(code));
  await expect(page.getByText("1 of 3")).toBeVisible();
  await expect(page.getByRole("list", { name: "Claims" })).toContainText(email);
  await expect(page.getByText(`/claim?code=${code}`)).toBeVisible();
  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(page.getByRole("img", { name: `QR code for the claim link of ${code}` })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download QR code as SVG" }).click();
  expect((await download).suggestedFilename()).toBe(`${code}.svg`);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByRole("radio", { name: "New expiration" }).click();
  await page.getByLabel("Expires: date").fill("2031-05-01");
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await expectNoDialog(page);
  await expect(page.getByText(/May 1, 2031, 23:59/)).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Reserve");
  await expect(page).toHaveURL(/action=reserve/);
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", "grace@example.org", /grace@example\.org/);
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await expect(page.getByRole("link", { name: "grace@example.org" })).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Pause");
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Customers can't claim this code until you resume it.", { exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "History" })).toContainText("Paused");
  await expect(page.getByRole("list", { name: "History" }).getByRole("listitem").last()).toContainText("Created in the batch Batch");

  await page.getByRole("button", { name: `Revoke the claim by ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No one has claimed this code yet.")).toBeVisible();
  await expect(page.getByText("0 of 3")).toBeVisible();

  await page.goto(`${codePath(code)}?action=delete`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.codes}$`));
  // It is offered for ten seconds, or until the code is restored.
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  expect((await requestApi(`/codes/${code}`)).status).toBe(404);

  await page.getByRole("link", { name: "Bin", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search the bin" }).fill(code.toUpperCase());
  // The list fades while the search loads, which starts shortly after the typing.
  await expect(page).toHaveURL(/[?&]q=/);
  const row = page.getByRole("row", { name: code });
  await expect(row).toContainText("Code");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Restore ${code}` }).click();
  await expect(page.getByRole("heading", { name: "Restored 1 item" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect((await requestApi(`/codes/${code}`)).status).toBe(200);
});

test("the page of a code shows who holds it, and staff release a hold", heavyOnly, async ({ page, context }) => {
  const { codes } = await createBatch({ amount: 1, allowedClaims: 2 });
  const [code = ""] = codes;
  const [ada, grace] = [`ada-${Date.now()}@example.org`, `grace-${Date.now()}@example.org`];
  for (const email of [ada, grace]) await requestApi("/codes/hold", { code, email });
  await signIn(context);
  await page.goto(withQuery(codePath(code), { check: "eve@example.org" }));
  const holds = page.getByRole("list", { name: "On hold" });
  await expect(holds.getByRole("listitem")).toHaveCount(2);
  await expect(holds.getByRole("listitem").first()).toContainText(ada);
  await expect(holds.getByRole("listitem").first()).toContainText(/Ends in 1[45] min/);
  await expect(page.getByText("2 uses are on hold", { exact: true })).toBeVisible();
  await expect(page.getByText("All uses that are left are on hold for people who are signing up.")).toBeVisible();
  await expect(page.getByText("The claim page says: “Someone else is using this code right now.")).toBeVisible();
  await expectAccessible(page);
  await holds.getByRole("button", { name: `Release the hold of ${ada}` }).click();
  const dialog = page.getByRole("alertdialog", { name: `Release the hold of ${ada}?` });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Release hold" }).click();
  await expect(holds.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("The claim page accepts this code from them.")).toBeVisible();
  await expect(page.getByText("Released the hold on")).toBeVisible();
  await requestApi("/codes/claim", { code, email: grace });
  await page.reload();
  await expect(holds).toHaveCount(0);
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await page.goto(withQuery(routes.claim, { code }));
  await requestApi("/codes/hold", { code, email: ada });
  await page.getByLabel("Email").fill("eve@example.org");
  await page.getByRole("button", { name: "Claim code" }).click();
  await expect(page.getByText("Someone else is using this code right now. Try again in a few minutes.")).toBeVisible();
});

test(
  "the page of a code explains rule by rule why someone can't claim it, and what the public page says",
  heavyOnly,
  async ({ page, context }) => {
    const { codes } = await createBatch({ amount: 1, reservedFor: "ada@example.org" });
    const [code = ""] = codes;
    await signIn(context);
    await page.goto(codePath(code));
    await page.getByLabel("Email", { exact: true }).click();
    await pickOption(page, "Search leads", "grace@example.org", /grace@example\.org/);
    await expect(page.getByText("They can't claim this code")).toBeVisible();
    const rules = page.getByRole("list", { name: "Rules" });
    await expect(rules.getByRole("listitem")).toHaveCount(11);
    await expect(rules).toContainText("Reservation, failed: It's reserved for ada@example.org.");
    await expect(
      page.getByText("The claim page says: “This code doesn't exist. Check for typos. If it was emailed to you, use the same email here.”"),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${codePath(code)}?check=ada@example.org`);
    await expect(page.getByText("They can claim this code")).toBeVisible();
  },
);

test("viewers see codes without actions that change them", heavyOnly, async ({ page, context }) => {
  const { codes, batch } = await createBatch({ amount: 2 });
  const viewer = await createStaffMember("viewer");
  await signIn(context, viewer);
  await openPage(page, withQuery(routes.codes, { batch }));
  await page.getByRole("checkbox", { name: `Select ${codes[0]}` }).click();
  await expect(selectionBar(page).getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expect(selectionBar(page).getByRole("button", { name: "Delete" })).toHaveCount(0);
  await openPage(page, codePath(codes[0] ?? ""));
  await expect(page.getByRole("heading", { name: codes[0] ?? "" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Extend" })).toHaveCount(0);
});

test("the page of a code that doesn't exist says so", async ({ page, context }) => {
  await signIn(context);
  await page.goto(codePath("no-such-code"));
  await expect(page.getByRole("heading", { name: /nothing here|not found/i })).toBeVisible();
});

test("codes log no errors and are accessible", heavyOnly, async ({ page, context }) => {
  const { codes } = await createBatch({ amount: 3, reservedFor: `a.very.long.address.indeed.${"x".repeat(30)}@subdomain.example.org` });
  await signIn(context);
  await openPage(page, routes.codes);
  await expect(table(page)).toBeVisible();
  await expectAccessibleInEachLook(page);
  await openPage(page, codePath(codes[0] ?? ""));
  await expect(page.getByRole("heading", { name: codes[0] ?? "" })).toBeVisible();
  await expectAccessibleInEachLook(page);
});
