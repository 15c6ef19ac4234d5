import type { Locator, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { expect, expectNoDialog, openPage, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
const stay = (page: Page) => question(page).getByRole("button", { name: "Cancel" }).click();
const discard = (page: Page) => question(page).getByRole("button", { name: "Discard changes" }).click();

/** Opens a page with the command palette. */
async function openWithPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page
    .getByRole("combobox", { name: /search/i })
    .last()
    .fill(name);
  await page.getByRole("option", { name }).first().click();
}

/** The ways to leave a dialog. */
const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "the button in the corner": (page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).click(),
  Cancel: (page) => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click(),
  "a click outside": (page) => page.mouse.click(5, 5),
  "the back button": (page) => page.evaluate(() => history.back()),
};

test("every way out of a dialog asks before it discards what was typed, and only then", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  await page.getByRole("link", { name: "Leads", exact: true }).first().click();
  await page.getByRole("button", { name: "Add lead" }).first().click();
  const email = page.getByRole("dialog", { name: "Add lead" }).getByLabel("Email");
  await email.fill("half-typed@exam");
  for (const [name, leave] of Object.entries(waysOut)) {
    await leave(page);
    await expect(question(page), name).toBeVisible();
    await stay(page);
    await expect(question(page)).toHaveCount(0);
    await expect(email, name).toHaveValue("half-typed@exam");
  }
  await page.keyboard.press("Escape");
  await discard(page);
  await expectNoDialog(page);

  await page.getByRole("button", { name: "Add lead" }).first().click();
  await expect(email).toHaveValue("");
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
});

test("every way out of a page asks before it discards what was typed", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.batches);
  await page
    .getByRole("link", { name: /generate/i })
    .first()
    .click();
  const name = page.getByLabel("Name");
  await name.fill("Spring launch");
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await stay(page);
  await openWithPalette(page, "Leads");
  await stay(page);
  await page.getByRole("link", { name: "Codes", exact: true }).first().click();
  await stay(page);
  await expect(name).toHaveValue("Spring launch");

  const browserQuestion = page.waitForEvent("dialog");
  const reload = page.evaluate(() => location.reload());
  const dialog = await browserQuestion;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await reload;
  await expect(name).toHaveValue("Spring launch");

  await page.evaluate(() => history.back());
  await discard(page);
  await expect(page).toHaveURL(new RegExp(`${routes.batches}$`));
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await expect(page.getByLabel("Name")).not.toHaveValue("Spring launch");
  // Nothing is typed, so nothing is asked.
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(new RegExp(`${routes.batches}$`));
});

test("dates aren't discarded without asking, also those that aren't complete", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.generate);
  const fields = { date: page.getByLabel("Expires: date"), time: page.getByLabel("Starts: time") };
  for (const [field, text] of [
    ["time", "18:00"],
    ["date", "2031-01-15"],
  ] as const) {
    await fields[field].fill(text);
    await page.getByRole("link", { name: "Codes", exact: true }).first().click();
    await stay(page);
    await expect(fields[field]).toHaveValue(text);
    await fields[field].fill("");
  }

  await openPage(page, routes.dialogs.inviteFromWaitlist);
  const wave = page.getByRole("dialog");
  await wave.getByText("More options").click();
  await wave.getByRole("radio", { name: /later/i }).click();
  await wave.getByLabel(/: date$/).fill("2031-01-15");
  await page.keyboard.press("Escape");
  await stay(page);
  await expect(wave.getByLabel(/: date$/)).toHaveValue("2031-01-15");
});

/** Types into a field and leaves at once: React shows in microtasks what was typed. Tasks come after the key or click. */
const typeAndLeave = (field: Locator, leave: "Escape" | "a link") =>
  field.evaluate(async (input: HTMLInputElement, way) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "half-typed@exam");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    for (let turn = 0; turn < 50; turn++) await null;
    if (way === "Escape") input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    else document.querySelector<HTMLElement>('nav a[href="/dashboard/codes"]')?.click();
  }, leave);

test(
  "a key or click right after typing doesn't discard what was typed, however busy the computer is",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    await openPage(page, routes.dialogs.addLead);
    const email = page.getByRole("dialog", { name: "Add lead" }).getByLabel("Email");
    await typeAndLeave(email, "Escape");
    await stay(page);
    await expect(email).toHaveValue("half-typed@exam");
    await page.keyboard.press("Escape");
    await discard(page);

    await openPage(page, routes.settings.project);
    const name = page.getByLabel("Name", { exact: true });
    await typeAndLeave(name, "a link");
    await stay(page);
    await expect(name).toHaveValue("half-typed@exam");
  },
);
