import type { Locator, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { smtpProviders } from "@/lib/smtp-providers";
import { type SmtpSink, startSmtpSink } from "@/tests/harness/smtp-sink";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, expectNoDialog } from "./harness/fixtures";
import { emailsTo } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { postSuccessfully } from "./harness/sends";
import { owner, site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

const password = "open sesame";
/** A section of the page, which is tested and saved on its own. */
const section = (page: Page, title: string) =>
  page.locator("form").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const saveSection = (page: Page, title: string) => section(page, title).getByRole("button", { name: "Save changes" }).click();
const testSection = (page: Page, title: string) =>
  section(page, title)
    .getByRole("button", { name: /^Test (connection|sender)$/ })
    .click();
let smtpServer: SmtpSink;
test.beforeAll(async () => {
  smtpServer = await startSmtpSink({ user: "gatehouse", password });
});
test.afterAll(async () => {
  await queryDatabase(
    (sql) => sql`update projects set email_from = null, email_reply_to = null, smtp_encrypted = null, smtp_set_by_role = null`,
  );
  await smtpServer.stop();
});

test("an owner tests and saves an SMTP server, and emails are sent with it", async ({ page, context }) => {
  const port = new URL(smtpServer.url).port;
  await signIn(context);
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByText("From the installation", { exact: true }).last()).toBeVisible();
  await page.getByLabel("Sender").fill("The Gate <codes@example.org>");
  await page.getByLabel("Reply-to email").fill("help@example.org");
  await page.getByRole("radio", { name: "Your own mail server" }).click();
  await page.getByLabel("Host").fill("smtp://127.0.0.1");
  await page.getByLabel("Encryption").click();
  await page.getByRole("option", { name: /^None/ }).click();
  await expect(page.getByLabel("Port")).toHaveValue("25");
  await page.getByLabel("Port").fill(port);
  await page.getByLabel("Username").fill("gatehouse");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const testButtonTop = await top(page.getByRole("button", { name: "Test connection" }));
  expect(testButtonTop).toBeGreaterThan(await top(page.getByLabel("Password", { exact: true })));
  expect(testButtonTop).toBeLessThan(await top(page.getByLabel("Emails per second")));
  await testSection(page, "Mail server");
  await expect(page.getByText("must be a hostname", { exact: false })).toBeVisible();
  await page.getByLabel("Port").fill("");
  await saveSection(page, "Mail server");
  await expect(page.getByText("Check the 2 highlighted fields.")).toBeVisible();
  await expect(page.getByLabel("Port")).toHaveValue("");
  await page.getByLabel("Port").fill(port);
  await page.getByLabel("Host").fill("127.0.0.1");
  await testSection(page, "Mail server");
  const result = page.getByRole("region", { name: "Test result" });
  await expect(result).toContainText("The connection doesn't work.");
  await expect(result).toContainText("The server rejected the sign-in for gatehouse.");
  await expect(result).toContainText("535 Who are you?");
  await expectAccessible(page);

  await page.getByLabel("Password", { exact: true }).fill(password);
  await expect(result).toHaveCount(0);
  await testSection(page, "Mail server");
  await expect(result).toContainText("The connection works.");
  await expect(result.getByRole("listitem")).toHaveCount(5);
  await saveSection(page, "Mail server");
  await expect(page.getByText("Email delivery saved")).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${port}`)).toBeVisible();
  await expect(page.getByText("From these settings").first()).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(section(page, "Mail server").getByRole("button", { name: "Save changes" })).toBeDisabled();
  // What was typed in another section is still there, and is saved with it.
  await expect(page.getByLabel("Sender")).toHaveValue("The Gate <codes@example.org>");
  await testSection(page, "Sender");
  await expect(result).toContainText("The connection works.");
  await saveSection(page, "Sender");
  await expect(page.getByText("The Gate <codes@example.org>", { exact: false }).first()).toBeVisible();
  await expect(section(page, "Sender").getByRole("button", { name: "Save changes" })).toBeDisabled();

  await page.reload();
  expect(await page.content()).not.toContain("sesame");
  await expect(page.getByText("Leave empty to keep the saved password.", { exact: false })).toBeVisible();
  await testSection(page, "Mail server");
  await expect(result).toContainText("The connection works.");
  await expect(async () => {
    const email = `ada-${Date.now()}@example.org`;
    const invitation = await context.request.post("/api/team/invitations", {
      data: { email, role: "viewer" },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(invitation.status()).toBe(200);
    const findSource = () => smtpServer.received.find(({ source }) => source.includes(`To: ${email}`))?.source ?? "";
    await expect.poll(findSource, { timeout: 3_000 }).toMatch(/^From: The Gate <codes@example\.org>\r$/m);
    expect(findSource()).toMatch(/^Reply-To: help@example\.org\r$/m);
  }).toPass();

  await page.getByLabel("Host").fill("localhost");
  await expect(page.getByText("Enter the password again", { exact: false })).toBeVisible();
  await saveSection(page, "Mail server");
  await expect(page.getByText("must be entered again", { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Mail server of this installation" }).click();
  await saveSection(page, "Mail server");
  await expect(page.getByText("From the installation", { exact: true }).last()).toBeVisible();
  await page.goto(routes.activity);
  await expect(page.getByText("Changed the mail server in the email delivery settings").first()).toBeVisible();
});

test(
  "an owner limits the sending rate, sets up a webhook, and sends emails that were saved to files",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    await page.goto(routes.settings.emailDelivery);
    await page.getByLabel("Emails per second").fill("20");
    await page.getByLabel("Emails per hour").fill("36000");
    const postmark = page.getByRole("region", { name: "Postmark" });
    await expect(postmark).toContainText("Not set up");
    await postmark.getByLabel("Password of the webhook").fill("too short");
    await saveSection(page, "Bounces and complaints");
    await expect(postmark).toContainText("at least 20 characters");
    await saveSection(page, "Mail server");
    await expect(page.getByText("Email delivery saved")).toBeVisible();
    await expect(postmark.getByLabel("Password of the webhook")).toHaveValue("too short");
    await postmark.getByLabel("Password of the webhook").fill("a password of the webhook");
    await saveSection(page, "Bounces and complaints");
    await expect(postmark).toContainText("Set up, no reports yet");
    await expectAccessible(page);

    const email = `saved-${Date.now()}@example.org`;
    await postSuccessfully("/leads/create", { email, waitlist: true });
    const { baseUrl } = site();
    const report = await fetch(`${baseUrl}/api/inbound/postmark`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("gatehouse:a password of the webhook")}` },
      body: JSON.stringify({ RecordType: "Bounce", ID: 1, Type: "SoftBounce", Email: email }),
    });
    expect(await report.json()).toMatchObject({ success: true, data: { bounced: 0, complained: 0 } });
    await page.reload();
    await expect(page.getByLabel("Emails per second")).toHaveValue("20");
    await expect(page.getByLabel("Emails per hour")).toHaveValue("36,000");
    await expect(postmark).toContainText("Last report");

    await postSuccessfully("/messages/resend", { email, kind: "joined" });
    await expect.poll(async () => (await emailsTo(email)).length).toBe(1);
    // The email arrives shortly before the worker stores that it was sent.
    await expect
      .poll(() =>
        queryDatabase((sql) => sql`update deliveries set status = 'saved_to_file' where email = ${email} and status = 'sent' returning id`),
      )
      .toHaveLength(1);
    await page.goto(routes.settings.emailDelivery);
    await expect(page.getByText("1 email was saved to a file before a mail server was connected.")).toBeVisible();
    // The notice with the button disappears while other queries are still being refetched.
    await page.route("**/api/project/email-delivery", async (route) => {
      await expect(page.getByRole("button", { name: "Send saved emails" })).toHaveCount(0);
      await route.continue();
    });
    await page.getByRole("button", { name: "Send saved emails" }).click();
    const dialog = page.getByRole("dialog", { name: "Send saved emails" });
    await expect(dialog.getByRole("region", { name: "Preview" }).getByText("1 email to 1 lead")).toBeVisible();
    await expect(dialog.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send 1 email" }).click();
    await expect(page.getByText("1 email queued")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await expect.poll(async () => (await emailsTo(email)).length).toBe(2);
    await expect(page.getByRole("button", { name: "Send saved emails" })).toHaveCount(0);

    await postmark.getByRole("button", { name: "Remove" }).click();
    await saveSection(page, "Bounces and complaints");
    await expect(postmark).toContainText("Not set up");
  },
);

test(
  "an owner who signed in a while ago confirms a change with their password, and is told about it by email",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    await queryDatabase((sql) => sql`update sessions set created_at = now() - interval '11 minutes'`);
    await page.goto(routes.settings.emailDelivery);
    await page.getByLabel("Sender").fill("codes@example.org");
    await page.getByLabel("Emails per second").fill("7");
    await saveSection(page, "Sender");
    const dialog = page.getByRole("dialog", { name: "Enter your password to continue" });
    const passwordField = dialog.getByLabel("Your Gatehouse password", { exact: true });
    await expect(passwordField).toBeFocused();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expectNoDialog(page);
    await expect(page.getByLabel("Sender")).toHaveValue("codes@example.org");
    await saveSection(page, "Sender");
    await passwordField.fill("wrong password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Incorrect password.")).toBeVisible();
    await passwordField.fill(owner.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Email delivery saved")).toBeVisible();
    await expectNoDialog(page);
    await expect(page.getByLabel("Emails per second")).toHaveValue("7");
    await expect
      .poll(async () => (await emailsTo(owner.email)).map(({ subject }) => subject))
      .toContain("The email settings of Gatehouse were changed");
  },
);

test("owners see that emails to them don't use a mail server that someone else set", heavyOnly, async ({ page, context }) => {
  await queryDatabase((sql) => sql`update projects set smtp_encrypted = '1.x', smtp_set_by_role = 'admin'`);
  await signIn(context);
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByText("don't use this mail server", { exact: false })).toHaveCount(0);
  await expect(page.getByText("can't be read because AUTH_SECRET changed", { exact: false })).toBeVisible();
  await page.getByRole("radio", { name: "Mail server of this installation" }).click();
  await saveSection(page, "Mail server");
  await expect(page.getByText("Email delivery saved")).toBeVisible();

  await page.getByRole("radio", { name: "Your own mail server" }).click();
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Username").fill("gatehouse");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await saveSection(page, "Mail server");
  await expect(page.getByText("127.0.0.1:587")).toBeVisible();
  await queryDatabase((sql) => sql`update projects set smtp_set_by_role = null`);
  await page.reload();
  const warning = page.getByText("don't use this mail server", { exact: false });
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await saveSection(page, "Mail server");
  await expect(warning).toHaveCount(0);
});

test("an owner fills in a provider, and sees when a password would be sent without encryption", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.emailDelivery);
  await page.getByRole("radio", { name: "Your own mail server" }).click();
  // Another test saves a rate, which a provider doesn't replace.
  await page.getByLabel("Emails per second").fill("");
  await page.getByLabel("Emails per hour").fill("");
  const host = page.getByLabel("Host");
  const provider = page.getByRole("combobox", { name: "Provider" });
  await provider.click();
  await expect(page.getByRole("option")).toHaveCount(smtpProviders.length + 1);
  await page.getByRole("option", { name: /^Microsoft 365/ }).click();
  await expect(host).toHaveValue("smtp.office365.com");
  await expect(page.getByLabel("Emails per hour")).toHaveValue("1,800");
  await host.fill("mail.example.org");
  await expect(provider).toHaveText(/^Another provider/);
  await page.getByLabel("Username").fill("gatehouse");
  const warning = page.getByText("The password is sent to mail.example.org without encryption", { exact: false });
  await expect(warning).toHaveCount(0);
  await page.getByLabel("Encryption").click();
  await page.getByRole("option", { name: /^None/ }).click();
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await host.fill("127.0.0.1");
  await expect(page.getByText("without encryption", { exact: false })).toHaveCount(0);
});

test("members can't open the email delivery settings", heavyOnly, async ({ page, context }) => {
  const member = await createStaffMember("member");
  await signIn(context, member);
  await page.goto(routes.settings.account);
  await expect(page.getByRole("link", { name: "Email delivery" })).toHaveCount(0);
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
});

test("admins see the email delivery settings and why they can't change them", heavyOnly, async ({ page, context }) => {
  await signIn(context, await createStaffMember("admin"));
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByText("Current settings")).toBeVisible();
  await expect(page.getByText("Only owners can change these settings", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: /Save changes|Test (connection|sender)/ })).toHaveCount(0);
  await expectAccessible(page);
});
