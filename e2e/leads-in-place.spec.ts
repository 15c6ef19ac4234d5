import type { Locator, Page } from "@playwright/test";
import { leadPath, routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, openPage, test } from "./harness/fixtures";
import { createLeads, leadRow, mockErrorResponse, postApi, selectionBar, uniqueTag, updateLead } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

/** Presses a key until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 40 && !(await isFocused()); steps++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

test("names and notes are edited in place, and what couldn't be saved stays in the form", async ({ page, context }) => {
  const { emails, list } = await createLeads(1);
  const [email = ""] = emails;
  await signIn(context);
  // The notes column needs a wide window.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(list);
  const name = page.getByRole("button", { name: `Edit the name of ${email}` });
  await name.click();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(name).toContainText("Grace Hopper");

  // While the form closes, a click would still be one that closes it.
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await name.click();
  await page.getByLabel("First name").fill("Discarded");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await expect(name).toContainText("Grace Hopper");

  const notes = page.getByRole("button", { name: `Edit the notes on ${email}` });
  await notes.click();
  await page.getByLabel("Notes", { exact: true }).fill("Met at the fair.");
  await page.getByRole("heading", { name: /^Leads/ }).click();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(notes).toContainText("Met at the fair.");
  await expect(name).toContainText("Grace Hopper");

  const response = mockErrorResponse(404, "lead_not_found", "No lead has this email.");
  await page.route("**/api/leads/email/*", (route) => route.fulfill(response));
  await name.click();
  await page.getByLabel("First name").fill("Rejected");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No lead has this email.")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Rejected");
  await page.getByRole("heading", { name: /^Leads/ }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Rejected");
  await page.unroute("**/api/leads/email/*");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await expect(name).toContainText("Rejected Hopper");

  await notes.click();
  await page.getByLabel("Notes", { exact: true }).fill("Mine");
  await updateLead(email, { notes: "Theirs" });
  await page.keyboard.press("Enter");
  const conflict = page.getByRole("alert").filter({ hasText: "This lead has changed since you started editing." });
  await expect(conflict).toContainText("Theirs: Theirs");
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("Mine");
  // Leaving the popover saves too, but doesn't choose.
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "PATCH" && response.status() === 409),
    page.getByRole("heading", { name: /^Leads/ }).click(),
  ]);
  await expect(conflict).toContainText("Yours: Mine");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveCount(0);
  await expect(notes).toContainText("Mine");

  await name.click();
  await page.getByLabel("First name").fill("Admiral");
  await updateLead(email, { lastname: "Murray" });
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await expect(name).toContainText("Admiral Murray");
});

test("notes that someone else saved first are shown beside one's own, and replaced only on demand", async ({ page, context }) => {
  const { emails } = await createLeads(1, { notes: "Met at the fair." });
  const [email = ""] = emails;
  await signIn(context);
  await openPage(page, leadPath(email));
  const notes = page.getByLabel("Notes", { exact: true });
  await notes.fill("Met at a fair.");
  await updateLead(email, { notes: "Met at the fair. Wants ten." });
  await page.keyboard.press("Tab");
  const conflict = page.getByText("Since you started editing, this was changed to: Met at the fair. Wants ten.");
  await expect(conflict).toBeVisible();
  await expect(notes).toHaveValue("Met at a fair.");
  await notes.fill("Met at a fair. Wants ten.");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect
    .poll(() => queryDatabase((sql) => sql`select notes from leads where email = ${email}`))
    .toEqual([{ notes: "Met at a fair. Wants ten." }]);
  await expect(conflict).toHaveCount(0);

  await notes.fill("Something else");
  await updateLead(email, { notes: "Theirs" });
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Discard mine" }).click();
  await expect(notes).toHaveValue("Theirs");
});

test("the down arrow moves to the rows, from the page and from the search field", async ({ page, context }) => {
  const { emails, list } = await createLeads(2);
  const newest = leadRow(page, emails[1] ?? "");
  await signIn(context);
  await openPage(page, list);
  await expect(newest).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(newest).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search leads" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(newest).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(leadRow(page, emails[0] ?? "")).toBeFocused();
});

test("the page of a lead whose email contains percent signs is shown", heavyOnly, async ({ page, context }) => {
  const email = `%41da.50%off.${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  await signIn(context);
  await openPage(page, leadPath(email));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(email);
  await expect(page).toHaveTitle(new RegExp(`^${email.replace(/[.%]/g, "\\$&")} ·`));
});

test("the table of leads works with the keyboard alone", heavyOnly, async ({ page, context }) => {
  const { tag, emails } = await createLeads(5);
  const newest = [...emails].reverse();
  const at = (index: number) => leadRow(page, newest[index] ?? "");
  await signIn(context);
  await openPage(page, routes.leads);
  const searchField = page.getByRole("searchbox", { name: "Search leads" });
  await page.keyboard.press("/");
  await expect(searchField).toBeFocused();
  await page.keyboard.type(tag);
  await expect(page).toHaveURL(new RegExp(`q=${tag}`));
  await expect(at(4)).toBeVisible();

  // From the search field through the filters, one of which is used.
  await tabTo(page, page.getByRole("button", { name: "Add filter" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search filters" })).toBeFocused();
  await page.keyboard.type("claimed");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.getByRole("menuitemradio", { name: "No", exact: true }).press("Enter");
  await expect(page).toHaveURL(/claimed=false/);
  await expect(page.getByRole("menu")).toHaveCount(0);

  await tabTo(page, at(0));
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

  const join = selectionBar(page).getByRole("button", { name: "Add to waitlist" });
  await tabTo(page, join);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Add 2 leads to the waitlist?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(selectionBar(page)).toContainText("2 selected");

  const name = page.getByRole("button", { name: `Edit the name of ${newest[3]}` });
  await tabTo(page, name, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("Walker");
  await page.keyboard.press("Enter");
  await expect(name).toContainText("Walker");
  await expect(name).toBeFocused();
  await tabTo(page, at(3), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${leadPath(newest[3] ?? "")}$`));
});
