import type { Page } from "@playwright/test";
import { emailTemplatePath, routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { createStaffMember, signIn } from "./harness/staff";

const shown = (page: Page) => page.locator('iframe[title="The mail as it will look"]');
const pageIn = async (page: Page) => (await shown(page).getAttribute("srcdoc")) ?? "";
/** Nothing runs in the frame, so its words are read from the attribute that holds them. */
const says = (page: Page, words: string) => expect.poll(async () => (await pageIn(page)).replace(/<[^>]*>/g, "")).toContain(words);
const isIn = (page: Page, scheme: "light" | "dark") =>
  expect.poll(() => pageIn(page)).toContain(`<meta name="color-scheme" content="${scheme}"/>`);

test("an admin words a mail, sees it as it will look, sends themselves a test, saves it, and takes it back", async ({ page, context }) => {
  const admin = await createStaffMember(context, "admin");
  await signIn(context, admin);
  await page.goto(routes.settings.project);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Mails" }).click();
  await expect(page.getByRole("row", { name: /^Code claimed/ })).toContainText("switched off");
  await expect(page.getByRole("row", { name: /^Personal code/ })).toContainText("Default");
  await page.getByRole("link", { name: "Personal code" }).click();

  const subject = page.getByLabel("Subject");
  const text = page.getByLabel("Text", { exact: true });
  await says(page, "Hello Ada,");
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();

  // Unknown, with what was likely meant; as it is typed.
  await subject.fill("{{frstname}}, it is your turn");
  await expect(page.getByText("There is no variable {{frstname}}: did you mean {{firstname}}?")).toBeVisible();
  await expect(subject).toHaveAttribute("aria-invalid", "true");
  await subject.fill(", it is your turn");
  await subject.press("Home");
  await page.getByRole("button", { name: "Insert {{firstname}}" }).click();
  await expect(subject).toHaveValue("{{firstname}}, it is your turn");
  await expect(page.getByText("Ada, it is your turn")).toBeVisible();

  // Without what it is for it is not saved; with part of that it is warned of.
  await text.fill("Welcome & hello");
  await expect(page.getByText("Put in {{code}}, {{button}}, or {{claimUrl}}: without that, nobody gets their code")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("One field is not right yet; it says why.")).toBeVisible();
  await page.getByRole("button", { name: "Insert {{button}}" }).click();
  await expect(text).toHaveValue("Welcome & hello\n\n{{button}}");
  await expect(page.getByText(/Without {{code}} nobody can read the code/)).toBeVisible();
  await expectAccessible(page);
  await text.press("Enter");
  await text.press("Enter");
  await page.getByRole("button", { name: "Insert {{code}}" }).click();
  await expect(page.getByText(/nobody can read the code/)).toHaveCount(0);
  await says(page, "Welcome &amp; hello");
  await says(page, "example-code");

  // Nothing runs there, and nothing leads anywhere.
  await expect(shown(page)).toHaveAttribute("sandbox", "");
  expect(await pageIn(page)).not.toMatch(/href|<script|src=/);
  await page.getByRole("button", { name: "Dark" }).click();
  await isIn(page, "dark");
  await page.getByRole("button", { name: "As on a phone" }).click();
  await expect.poll(async () => (await shown(page).boundingBox())?.width).toBeLessThanOrEqual(377);
  await page.getByRole("button", { name: "As plain text" }).click();
  await expect(page.locator("pre")).toContainText("Welcome & hello");

  // The words as they stand, which are not saved yet.
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText("The test is on its way")).toBeVisible();
  await expect(page.getByText(admin.email).last()).toBeVisible();
  // The first was the invitation to the team.
  const mail = await waitForEmail(admin.email, 2);
  expect(mail.subject).toBe("[Test] Ada, it is your turn");
  expect(mail.text).toContain("Welcome & hello");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The mail is saved")).toBeVisible();
  await page.getByRole("link", { name: "All mails" }).click();
  await expect(page.getByRole("row", { name: /^Personal code/ })).toContainText("Your own");
  await expectAccessible(page);

  await page.goto(withQuery(routes.activity, { kind: "email_template.updated" }));
  await expect(page.getByText("Changed the subject and text of the mail “Personal code”").first()).toBeVisible();
  await page.goto(emailTemplatePath("invitation"));
  await expect(text).toHaveValue("Welcome & hello\n\n{{button}}\n\n{{code}}");
  await page.getByRole("button", { name: "Back to the default words" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("The mail has its default words again")).toBeVisible();
  await expect(subject).toHaveValue("Your code for {{project}}");
  await says(page, "Here is your personal code");
  await expect(page.getByRole("button", { name: "Back to the default words" })).toHaveCount(0);
});

test("what was typed and not saved is left only by whoever means it", async ({ page, context }) => {
  await signIn(context, await createStaffMember(context, "admin"));
  await page.goto(emailTemplatePath("claimed"));
  const subject = page.getByLabel("Subject");
  const kept = await subject.inputValue();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = () => page.getByRole("link", { name: "All mails" }).click();
  await subject.fill("Half a thought");
  await leave();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(subject).toHaveValue("Half a thought");
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloaded;
  await expect(subject).toHaveValue(kept);

  await subject.fill("Another one");
  await leave();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(routes.settings.emailTemplates);
  await expect(question).toHaveCount(0);
  await page.goto(emailTemplatePath("claimed"));
  await expect(subject).toHaveValue(kept);
  // Where nothing was typed nobody is asked.
  await leave();
  await expect(page).toHaveURL(routes.settings.emailTemplates);
});

test("whoever may not change mails reads them, with how they look", async ({ page, context }) => {
  await signIn(context, await createStaffMember(context, "viewer"));
  await page.goto(routes.settings.emailTemplates);
  await page.getByRole("link", { name: "Joined the waitlist" }).click();
  await says(page, "You&#x27;re number");
  await expect(page.getByText("Admins and owners can change it.")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  for (const name of ["Save", "Send a test to me"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expectAccessible(page);
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`a mail's page is quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    await page.goto(emailTemplatePath("joined"));
    await isIn(page, colorScheme);
    await expectAccessible(page);
    await page.goto(emailTemplatePath("nowhere"));
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });
}
