import type { Page } from "@playwright/test";
import { emailTemplatePath, routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible, expectAccessibleInEachLook, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { pickOption } from "./harness/popups";
import { createLead } from "./harness/sends";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const preview = (page: Page) => page.locator('iframe[title="Email preview"]');
const previewHtml = async (page: Page) => (await preview(page).getAttribute("srcdoc")) ?? "";
/** Waits for a text in the preview. The frame is sandboxed, so the text is read from its `srcdoc`. */
const expectPreviewText = (page: Page, text: string) =>
  expect.poll(async () => (await previewHtml(page)).replace(/<[^>]*>/g, "")).toContain(text);
const expectPreviewScheme = (page: Page, scheme: "light" | "dark") =>
  expect.poll(() => previewHtml(page)).toContain(`<meta name="color-scheme" content="${scheme}"/>`);

test(
  "an admin edits a template with a preview, sends a test email, saves the template and resets it",
  heavyOnly,
  async ({ page, context }) => {
    const admin = await createStaffMember("admin");
    await signIn(context, admin);
    await page.goto(routes.settings.project);
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Email templates" }).click();
    await expect(page.getByRole("row", { name: /^Code claimed/ })).toContainText("Turned off");
    await expect(page.getByRole("row", { name: /^Personal code/ })).toContainText("Default");
    await page.getByRole("link", { name: "Personal code" }).click();

    const subject = page.getByLabel("Subject");
    const body = page.getByLabel("Body", { exact: true });
    await expectPreviewText(page, "Hello Ada,");
    await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();

    // Unknown variables are reported while typing, with a suggestion.
    await subject.fill("{{frstname}}, it is your turn");
    await expect(page.getByText("{{frstname}} isn't a variable. Did you mean {{firstname}}?")).toBeVisible();
    await expect(subject).toHaveAttribute("aria-invalid", "true");
    await subject.fill(", it is your turn");
    await subject.press("Home");
    await page.getByRole("button", { name: "Insert {{firstname}}" }).click();
    await expect(subject).toHaveValue("{{firstname|there}}, it is your turn");
    await expect(page.getByText("Ada, it is your turn")).toBeVisible();

    // Missing required variables prevent saving, missing recommended ones only show a warning.
    await body.fill("Welcome & hello");
    await expect(page.getByText("Add {{code}}, {{button}}, or {{claimUrl}}, so that leads get their code")).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Check the highlighted field.")).toBeVisible();
    await page.getByRole("button", { name: "Insert {{button}}" }).click();
    await expect(body).toHaveValue("Welcome & hello\n\n{{button}}");
    await expect(page.getByText(/Without {{code}}, leads can't read the code/)).toBeVisible();
    // Once the preview shows this, its frame isn't replaced anymore.
    await expect.poll(() => previewHtml(page)).toContain(">Claim your code<");
    await expectPreviewText(page, "Welcome &amp; hello");
    await expectAccessible(page);
    await body.press("Enter");
    await body.press("Enter");
    await page.getByRole("button", { name: "Insert {{code}}" }).click();
    await expect(page.getByText(/leads can't read the code/)).toHaveCount(0);
    await expectPreviewText(page, "Welcome &amp; hello");
    await expectPreviewText(page, "example-code");

    // The toolbar formats the selection, and a chosen lead sees their own name as it is typed.
    await body.press("Control+Home");
    await body.press("Shift+End");
    await page.getByRole("button", { name: "Bold" }).click();
    await expect(body).toHaveValue("**Welcome & hello**\n\n{{button}}\n\n{{code}}");
    await expect.poll(() => previewHtml(page)).toContain("<strong>Welcome &amp; hello</strong>");
    const lead = await createLead("preview", { firstname: "[Eve](https://evil.example)" });
    await page.getByRole("combobox", { name: "Preview as" }).click();
    await pickOption(page, "Search leads", lead, new RegExp(lead));
    await expect(page.getByText("[Eve](https://evil.example), it is your turn")).toBeVisible();
    await page.getByRole("combobox", { name: "Preview as" }).click();
    await page.getByRole("option", { name: "Sample lead" }).click();

    // The preview runs no scripts and has no links.
    await expect(preview(page)).toHaveAttribute("sandbox", "");
    expect(await previewHtml(page)).not.toMatch(/href|<script|src=/);
    await page.getByRole("button", { name: "Dark" }).click();
    await expectPreviewScheme(page, "dark");
    await page.getByRole("button", { name: "Phone" }).click();
    await expect.poll(async () => (await preview(page).boundingBox())?.width).toBeLessThanOrEqual(377);
    await page.getByRole("button", { name: "Plain text" }).click();
    await expect(page.locator("pre")).toContainText("Welcome & hello");

    // The test email has the unsaved content.
    await page.getByRole("button", { name: "Send test email" }).click();
    await expect(page.getByText("Test email sent")).toBeVisible();
    await expect(page.getByText(admin.email).last()).toBeVisible();
    // The first email was the invitation to the team.
    const testEmail = await waitForEmail(admin.email);
    expect(testEmail.subject).toBe("[Test] Ada, it is your turn");
    expect(testEmail.text).toContain("Welcome & hello");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Email template saved")).toBeVisible();
    await page.getByRole("link", { name: "All templates" }).click();
    await expect(page.getByRole("row", { name: /^Personal code/ })).toContainText("Customized");
    await expectAccessible(page);

    await page.goto(withQuery(routes.activity, { kind: "email_template.updated" }));
    await expect(page.getByText("Changed the subject and body of the “Personal code” email template").first()).toBeVisible();
    await page.goto(emailTemplatePath("invitation"));
    await expect(body).toHaveValue("**Welcome & hello**\n\n{{button}}\n\n{{code}}");

    // Each save is a version.
    await subject.fill("A second subject");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Email template saved")).toBeVisible();
    await page.getByRole("button", { name: "Versions" }).click();
    const versions = page.getByRole("dialog", { name: "Versions" });
    await expect(versions.getByRole("listitem")).toHaveCount(2);
    await versions.getByRole("listitem").nth(1).getByRole("button", { name: "View" }).click();
    await expect(versions.getByText("{{firstname|there}}, it is your turn")).toBeVisible();
    await expectAccessible(page);
    await versions.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("Version restored")).toBeVisible();
    await expect(subject).toHaveValue("{{firstname|there}}, it is your turn");
    await page.getByRole("button", { name: "Reset to default" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset to default" }).click();
    await expect(page.getByText("Email template reset")).toBeVisible();
    await expect(subject).toHaveValue("Your code for {{project}}");
    await expectPreviewText(page, "Here is your personal code");
    await expect(page.getByRole("button", { name: "Reset to default" })).toHaveCount(0);
  },
);

test("the page asks before unsaved changes are discarded", heavyOnly, async ({ page, context }) => {
  await signIn(context, await createStaffMember("admin"));
  await page.goto(emailTemplatePath("claimed"));
  const subject = page.getByLabel("Subject");
  const savedSubject = await subject.inputValue();
  const confirmation = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  const leave = () => page.getByRole("link", { name: "All templates" }).click();
  await subject.fill("Unsaved subject");
  await leave();
  await expect(confirmation).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(subject).toHaveValue("Unsaved subject");
  const dialogShown = page.waitForEvent("dialog");
  const reload = page.reload();
  const dialog = await dialogShown;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reload;
  await expect(subject).toHaveValue(savedSubject);

  await subject.fill("Another unsaved subject");
  await leave();
  await confirmation.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(routes.settings.emailTemplates);
  await expect(confirmation).toHaveCount(0);
  await page.goto(emailTemplatePath("claimed"));
  await expect(subject).toHaveValue(savedSubject);
  // Without changes, the page can be left without a question.
  await leave();
  await expect(page).toHaveURL(routes.settings.emailTemplates);
});

test("viewers can read templates with a preview", heavyOnly, async ({ page, context }) => {
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(routes.settings.emailTemplates);
  await page.getByRole("link", { name: "Joined the waitlist" }).click();
  await expectPreviewText(page, "You&#x27;re number");
  await expect(page.getByText(/^Editing email templates needs the role admin or higher\./)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  for (const name of ["Save changes", "Send test email"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expectAccessible(page);
});

test("the page of a template is accessible", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(emailTemplatePath("joined"));
  await expectPreviewScheme(page, "dark");
  await expectAccessibleInEachLook(page);
  await page.goto(emailTemplatePath("nowhere"));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
