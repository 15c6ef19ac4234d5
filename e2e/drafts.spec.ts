import { leadPath, routes } from "@/lib/routes";
import { expect, openPage, test } from "./harness/fixtures";
import { createLeads } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test(
  "a template that wasn't saved is offered again after the page was closed, and not after it was discarded",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const path = `${routes.settings.emailTemplates}/invitation`;
    await openPage(page, path);
    const subject = page.getByLabel("Subject");
    const saved = await subject.inputValue();
    await subject.fill("A subject that took an hour");
    const isKept = () => page.evaluate(() => JSON.stringify(localStorage).includes("A subject that took an hour"));
    await expect.poll(isKept).toBe(true);
    await page.close({ runBeforeUnload: false });

    const later = await context.newPage();
    await openPage(later, path);
    await expect(later.getByLabel("Subject")).toHaveValue(saved);
    await later.getByRole("button", { name: "Restore" }).click();
    await expect(later.getByLabel("Subject")).toHaveValue("A subject that took an hour");
    await later.getByRole("link", { name: "Leads", exact: true }).first().click();
    await later.getByRole("button", { name: "Discard changes" }).click();
    await openPage(later, path);
    await later.getByRole("button", { name: "Discard", exact: true }).click();
    await later.reload();
    await expect(later.getByLabel("Subject")).toHaveValue(saved);
    await expect(later.getByRole("button", { name: "Restore" })).toHaveCount(0);
  },
);

test("an announcement is offered again after the texts of another email were shown in its place", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.dialogs.newSend);
  const dialog = page.getByRole("dialog");
  const choose = (name: RegExp) => dialog.getByRole("radio", { name }).click();
  const subject = dialog.getByLabel("Subject");
  await choose(/announcement/);
  await subject.fill("We open on Friday");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes("We open on Friday"))).toBe(true);
  await choose(/^A code that everyone gets/);
  await dialog.getByRole("switch", { name: "Change the text for this send" }).click();
  await expect(subject).toHaveValue(/code/);
  await expect(dialog.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await choose(/announcement/);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(subject).toHaveValue("We open on Friday");
});

test("signing out removes all drafts from the browser", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const [email = ""] = (await createLeads(1)).emails;
  await openPage(page, leadPath(email));
  await page.getByLabel("Notes", { exact: true }).fill("Half a thought");
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("gatehouse:draft:")).length);
  await expect.poll(drafts).toBe(1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(new RegExp(routes.signIn));
  expect(await drafts()).toBe(0);
});
