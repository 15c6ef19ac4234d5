import type { Locator, Page } from "@playwright/test";
import { leadPath, routes } from "@/lib/routes";
import { uniqueTag, errorResponse, postApi, leadRow, selectionBar, createLeads } from "./harness/leads";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";

/** Presses the tab key until it stops at `target`. */
async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 20 && !(await isThere()); steps++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

test("names and notes are changed where they stand, and taken back where that is refused", async ({ page, context }) => {
  const { emails, list } = await createLeads(1);
  const [email = ""] = emails;
  await signIn(context);
  // Notes stand in the table where there is room for them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(list);
  const name = page.getByRole("button", { name: `Edit the name of ${email}` });
  await name.click();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(name).toContainText("Grace Hopper");

  await name.click();
  await page.getByLabel("First name").fill("Nobody");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await expect(name).toContainText("Grace Hopper");

  const notes = page.getByRole("button", { name: `Edit the notes on ${email}` });
  await notes.click();
  await page.getByLabel("Notes", { exact: true }).fill("Met at the fair.");
  // What is shown at once is not yet written: reloading too soon would take it back.
  const written = page.waitForResponse("**/api/leads/change");
  await page.getByRole("heading", { name: /^Leads/ }).click();
  await expect(notes).toContainText("Met at the fair.");
  await written;
  await page.reload();
  await expect(notes).toContainText("Met at the fair.");
  await expect(name).toContainText("Grace Hopper");

  const refusal = errorResponse(404, "lead_not_found", "No lead has that email.");
  await page.route("**/api/leads/change", (route) => route.fulfill(refusal));
  await name.click();
  await page.getByLabel("First name").fill("Refused");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${email} was not changed`).first()).toBeVisible();
  await expect(name).toContainText("Grace Hopper");
});

test("notes that somebody else wrote meanwhile are not lost, and neither are one's own", async ({ page, context }) => {
  const { emails } = await createLeads(1, { notes: "Met at the fair." });
  const [email = ""] = emails;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context);
  await page.goto(leadPath(email), { waitUntil: "networkidle" });
  const notes = page.getByLabel("Notes", { exact: true });
  await notes.fill("Met at a fair.");
  await postApi("/leads/change", { email, notes: "Met at the fair. Wants ten." });
  await page.keyboard.press("Tab");
  await expect(page.getByText(`Somebody else changed ${email} meanwhile`).first()).toBeVisible();
  await expect(notes).toHaveValue("Met at the fair. Wants ten.");
  // An error is read aloud by itself; what is seen of it is hidden from those who listen.
  await page.getByRole("button", { name: "Copy mine", includeHidden: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Met at a fair.");
});

test("the arrow down leads to the rows, from nowhere on the page and from the search field", async ({ page, context }) => {
  const { emails, list } = await createLeads(2);
  const newest = leadRow(page, emails[1] ?? "");
  await signIn(context);
  await page.goto(list, { waitUntil: "networkidle" });
  await page.keyboard.press("ArrowDown");
  await expect(newest).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search leads" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(newest).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(leadRow(page, emails[0] ?? "")).toBeFocused();
});

test("the page of a lead whose address holds a per cent sign says whose it is", async ({ page, context }) => {
  const email = `%41da.50%off.${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  await signIn(context);
  await page.goto(leadPath(email), { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  await expect(page).toHaveTitle(new RegExp(`^${email.replace(/[.%]/g, "\\$&")} ·`));
});

test("the table of leads is walked by keyboard alone", async ({ page, context }) => {
  const { mark, emails } = await createLeads(5);
  const newest = [...emails].reverse();
  const at = (index: number) => leadRow(page, newest[index] ?? "");
  await signIn(context);
  await page.goto(routes.leads, { waitUntil: "networkidle" });
  const searchField = page.getByRole("searchbox", { name: "Search leads" });
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(searchField).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type(mark);
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  await expect(at(4)).toBeVisible();

  // From the search field through the chips, one of which narrows the list.
  const chip = page.getByRole("button", { name: /^Claimed/ });
  await reach(page, chip);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.getByRole("menuitemradio", { name: "No", exact: true }).press("Enter");
  await expect(page).toHaveURL(/claimed=false/);
  await expect(page.getByRole("menu")).toHaveCount(0);

  await reach(page, at(0));
  await page.keyboard.press("x");
  await expect(selectionBar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(selectionBar(page)).toContainText("3 selected");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(selectionBar(page)).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(at(4)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("x");
  await expect(selectionBar(page)).toContainText("2 selected");

  const join = selectionBar(page).getByRole("button", { name: "Put on waitlist" });
  await reach(page, join);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Put 2 leads on the waitlist?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(selectionBar(page)).toContainText("2 selected");

  const name = page.getByRole("button", { name: `Edit the name of ${newest[3]}` });
  await reach(page, name, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("Walker");
  await page.keyboard.press("Enter");
  await expect(name).toContainText("Walker");
  await expect(name).toBeFocused();
  await reach(page, at(3), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${leadPath(newest[3] ?? "")}$`));
});
