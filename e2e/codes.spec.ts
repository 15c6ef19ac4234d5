import type { Page } from "@playwright/test";
import { codePath, withQuery, routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { pickOption } from "./harness/pick-option";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

const api = (path: string, body?: object) => callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });

let batches = 0;

/** A batch of its own, by whose id a list is narrowed to it. */
async function aBatch(making: object): Promise<{ codes: string[]; batch: string }> {
  const { data } = await api("/codes/generate", { name: `Batch ${++batches} of ${Date.now()}`, ...making });
  return { codes: data.map(({ code }: { code: string }) => code), batch: data[0].batch.id };
}

const table = (page: Page) => page.getByRole("table", { name: "Codes" });
const rowOf = (page: Page, code: string) => table(page).getByRole("row").filter({ hasText: code });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

test("codes are searched, filtered and sorted, and a reload or a shared link loses nothing", async ({ page, context }) => {
  const { codes, batch } = await aBatch({ amount: 5 });
  const [first = "", second = ""] = codes;
  await api("/codes/bulk", { action: "pause", codes: [second] });
  await signIn(context);
  await page.goto(withQuery(routes.codes, { batch }));
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(5);
  await page.getByRole("searchbox", { name: "Search codes" }).fill(first);
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(1);
  await page.getByRole("button", { name: "Empty the search field" }).click();
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Paused" }).click();
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(rowOf(page, second)).toContainText("Paused");
  await page.reload();
  await expect(rowOf(page, second)).toBeVisible();
  await expect(page).toHaveURL(/status=paused/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear the filter Status" }).click();
  await page.getByRole("button", { name: "Validity" }).click();
  await expect(page).toHaveURL(/sort=validUntil/);
  await expect(page.getByRole("columnheader", { name: "Validity" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("searchbox", { name: "Search codes" }).fill("zzzz-nothing");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL((url) => !url.searchParams.has("batch"));
});

test("the table of codes is walked by the keyboard alone", async ({ page, context }) => {
  const { batch } = await aBatch({ amount: 6 });
  await signIn(context);
  await page.goto(withQuery(routes.codes, { batch }), { waitUntil: "networkidle" });
  const rows = table(page).locator("tbody").getByRole("row");
  await rows.first().focus();
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  const code = (await rows.nth(1).getByRole("link").first().textContent()) ?? "";
  await page.keyboard.press("x");
  // From the row to the bar, and through its dialog.
  await bar(page).getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`Pause ${code}?`);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await rows.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${codePath(code)}$`));
});

test("codes that are selected are paused, extended and deleted, and what follows from it is said before", async ({ page, context }) => {
  const { codes, batch } = await aBatch({ amount: 4, allowedClaims: 2 });
  const [first = "", second = ""] = codes;
  await api("/codes/claim", { code: first, email: `ada-${Date.now()}@example.org` });
  await api("/codes/claim", { code: second, email: `alan-${Date.now()}@example.org` });
  await signIn(context);
  await page.goto(withQuery(routes.codes, { batch }), { waitUntil: "networkidle" });
  for (const code of [first, second]) await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Pause 2 codes?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused 2 codes")).toBeVisible();
  await expect(rowOf(page, first)).toContainText("Paused");

  await bar(page).getByRole("button", { name: "Extend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Name a new end, a new number of claims, or both")).toBeVisible();
  await page.getByLabel("Uses of each code").fill("7");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(rowOf(page, second)).toContainText("1 of 7");

  await bar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Delete 2 codes?");
  await expect(dialog).toContainText("2 claims go too");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(table(page).locator("tbody").getByRole("row")).toHaveCount(2);
  expect((await api(`/codes/${first}`)).status).toBe(404);
});

test("everything that matches is changed in one call", async ({ page, context }) => {
  const { batch } = await aBatch({ amount: 70 });
  await signIn(context);
  await page.goto(withQuery(routes.codes, { batch }), { waitUntil: "networkidle" });
  await page.getByRole("checkbox", { name: "Select every row of this page" }).click();
  await page.getByRole("button", { name: "Select all 70 that match" }).click();
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Pause 70 codes?");
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(new URL(request.url()).pathname));
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused 70 codes")).toBeVisible();
  expect(calls).toEqual(["/api/codes/bulk"]);
  expect((await api(`/codes?limit=1&batch=${batch}&status=paused`)).headers.get("x-total-count")).toBe("70");
});

test("one code is reserved, extended, paused and deleted from its own page", async ({ page, context }) => {
  test.slow();
  const { codes } = await aBatch({ amount: 1, allowedClaims: 3 });
  const [code = ""] = codes;
  const email = `ada-${Date.now()}@example.org`;
  await api("/codes/claim", { code, email });
  await signIn(context);
  await page.goto(codePath(code), { waitUntil: "networkidle" });
  await expect(page.getByText("1 of 3")).toBeVisible();
  await expect(page.getByRole("list", { name: "Claims" })).toContainText(email);
  await expect(page.getByText(`/claim?code=${code}`)).toBeVisible();
  await page.getByRole("button", { name: "Show a QR code" }).click();
  await expect(page.getByRole("img", { name: `QR code of the claim link of ${code}` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByRole("radio", { name: "Another end" }).click();
  await page.getByLabel("Valid through: day").fill("2031-05-01");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(/1 May 2031, 23:59/)).toBeVisible();

  await page.getByRole("button", { name: "More acts" }).click();
  await page.getByRole("menuitem", { name: "Reserve" }).click();
  await expect(page).toHaveURL(/act=reserve/);
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", "somebody@example.org", /somebody@example\.org/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "somebody@example.org" })).toBeVisible();

  await page.getByRole("button", { name: "More acts" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Nobody new can claim it until it is resumed.")).toBeVisible();
  await expect(page.getByRole("list", { name: "History" })).toContainText("Paused");

  await page.getByRole("button", { name: `Revoke the claim of ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Nobody has claimed it yet.")).toBeVisible();
  await expect(page.getByText("0 of 3")).toBeVisible();

  await page.goto(`${codePath(code)}?act=delete`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.codes}$`));
  expect((await api(`/codes/${code}`)).status).toBe(404);
});

test("why somebody cannot claim a code is said rule by rule, with what the public page says", async ({ page, context }) => {
  const { codes } = await aBatch({ amount: 1, reservedFor: "ada@example.org" });
  const [code = ""] = codes;
  await signIn(context);
  await page.goto(codePath(code));
  await page.getByLabel("Address", { exact: true }).click();
  await pickOption(page, "Search leads", "grace@example.org", /grace@example\.org/);
  await expect(page.getByText("They cannot claim it")).toBeVisible();
  const rules = page.getByRole("list", { name: "Rules" });
  await expect(rules.getByRole("listitem")).toHaveCount(7);
  await expect(rules).toContainText("Reservation, fails: It is reserved for ada@example.org.");
  await expect(page.getByText("The claim page says: “That code doesn't exist.”")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${codePath(code)}?check=ada@example.org`);
  await expect(page.getByText("They can claim it")).toBeVisible();
});

test("a viewer reads codes and is offered nothing that changes them", async ({ page, context }) => {
  const { codes, batch } = await aBatch({ amount: 2 });
  const viewer = await createStaffMember(context, "viewer");
  await signIn(context, viewer);
  await page.goto(withQuery(routes.codes, { batch }), { waitUntil: "networkidle" });
  await page.getByRole("checkbox", { name: `Select ${codes[0]}` }).click();
  await expect(bar(page).getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Delete" })).toHaveCount(0);
  await page.goto(codePath(codes[0] ?? ""), { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: codes[0] ?? "" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Extend" })).toHaveCount(0);
});

test("a code that is not there says so", async ({ page, context }) => {
  await signIn(context);
  await page.goto(codePath("nobody-made-this"));
  await expect(page.getByRole("heading", { name: /nothing here|not found/i })).toBeVisible();
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`codes are quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    const { codes } = await aBatch({ amount: 3, reservedFor: `a.very.long.address.indeed.${"x".repeat(30)}@subdomain.example.org` });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    await page.goto(routes.codes, { waitUntil: "networkidle" });
    await expect(table(page)).toBeVisible();
    await expectAccessible(page);
    await page.goto(codePath(codes[0] ?? ""), { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { name: codes[0] ?? "" })).toBeVisible();
    await expectAccessible(page);
  });
}
