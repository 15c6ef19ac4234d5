import type { Page } from "@playwright/test";
import { leadPath, routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectNoDialog, openPage, test } from "./harness/fixtures";
import { createLeads, leadRow, uniqueTag } from "./harness/leads";
import { createStaffMember, signIn, submitSignInForm } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

type Staff = Awaited<ReturnType<typeof createStaffMember>>;

const endSessions = (staff: Staff) => queryDatabase((sql) => sql`delete from sessions where staff_id = ${staff.id}`);
const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Sign in to continue" });

/** Signs in in the dialog, whose email is filled in already. */
async function signInAgain(page: Page, { password }: Staff): Promise<void> {
  const dialog = signInDialog(page);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test("a form in a dialog is saved after signing in again on top of it, also after the wrong password", async ({ page, context }) => {
  const staff = await createStaffMember("member");
  await signIn(context, staff);
  const email = `${uniqueTag()}@example.org`;
  await page.goto(routes.dialogs.addLead);
  const dialog = page.getByRole("dialog", { name: "Add lead" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("First name").fill("Ada");
  await endSessions(staff);
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(signInDialog(page).getByLabel("Email")).toHaveValue(staff.email);
  await expect(signInDialog(page).getByLabel("Password", { exact: true })).toBeFocused();
  await signInDialog(page).getByLabel("Password", { exact: true }).fill("the wrong password");
  await page.keyboard.press("Enter");
  await expect(signInDialog(page).getByText(/incorrect/i)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(signInDialog(page)).toBeVisible();
  await signInAgain(page, staff);
  await expectNoDialog(page);
  await expect(leadRow(page, email)).toContainText("Ada");
});

test("notes that are saved without a button are kept, and saved after signing in in another window", async ({ page, context }) => {
  const staff = await createStaffMember("member");
  await signIn(context, staff);
  const [email = ""] = (await createLeads(1)).emails;
  await openPage(page, leadPath(email));
  await endSessions(staff);
  const text = "Met at the fair, wants twelve seats.";
  await page.getByLabel("Notes").fill(text);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(signInDialog(page)).toBeVisible();
  let isSaved = false;
  await page.route("**/api/leads/email/*", async (route) => {
    if (route.request().method() === "PATCH") {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      isSaved = true;
    }
    await route.continue();
  });
  await signIn(context, staff);
  await expect(signInDialog(page)).toHaveCount(0);
  // Also while it is being saved, when everything else is read again.
  while (!isSaved) expect(await page.getByLabel("Notes").inputValue()).toBe(text);
  await expect(page.getByLabel("Notes")).toHaveValue(text);
  await expect.poll(() => queryDatabase((sql) => sql`select notes from leads where email = ${email}`)).toEqual([{ notes: text }]);
});

test("a list that refetches in the background keeps the page, and closing the dialog leaves everything as it is", async ({
  page,
  context,
}) => {
  const staff = await createStaffMember("member");
  await signIn(context, staff);
  const { emails, list } = await createLeads(1);
  const [email = ""] = emails;
  await openPage(page, list);
  await endSessions(staff);
  await page.getByRole("searchbox").first().fill(email);
  await signInDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(signInDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(routes.leads));
  await page.reload();
  await submitSignInForm(page, staff);
  await expect(leadRow(page, email)).toBeVisible();
});

test("someone else who signs in doesn't send what another person typed", heavyOnly, async ({ page, context }) => {
  const [staff, colleague] = [await createStaffMember("member"), await createStaffMember("member")];
  await signIn(context, staff);
  const email = `${uniqueTag()}@example.org`;
  await page.goto(routes.dialogs.addLead);
  const dialog = page.getByRole("dialog", { name: "Add lead" });
  await dialog.getByLabel("Email").fill(email);
  await endSessions(staff);
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await signInDialog(page).getByLabel("Email").fill(colleague.email);
  await signInAgain(page, colleague);
  await expect(dialog.getByText(`You're now signed in as ${colleague.email}`)).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  expect(await queryDatabase((sql) => sql`select 1 from leads where email = ${email}`)).toEqual([]);
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(leadRow(page, email)).toBeVisible();
});
