import { leadPath, routes, sendPath } from "@/lib/routes";
import { callApi } from "./harness/api";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, test } from "./harness/fixtures";
import { emailsTo, waitForEmail } from "./harness/inbox";
import { chooseMenuItem } from "./harness/popups";
import { createCode, createLead, fillRecipients, postSuccessfully, sendProgress, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("the page of a send shows the status of each email through a reload, and retries a failed email", async ({ page, context }) => {
  const [ada, refused, code] = [await createLead("ada"), await createLead("refused"), await createCode({ allowedClaims: 2 })];
  const { sendId } = await postSuccessfully("/codes/send", { code, emails: [ada, refused] });
  await signIn(context);
  await page.goto(sendPath(sendId));
  await expect(sendProgress(page).getByText("1 of 2")).toBeVisible();
  await expect(sendProgress(page).getByText("Done")).toBeVisible();

  await page.reload();
  await expect(sendProgress(page).getByText("1 of 2")).toBeVisible();
  await sendProgress(page).getByRole("button", { name: "Failed 1" }).click();
  await expect(page).toHaveURL(/status=failed/);
  const emails = page.getByRole("table", { name: "Emails" });
  await expect(emails.getByRole("row")).toHaveCount(2);
  await emails.getByRole("button", { name: `Details: ${refused}` }).click();
  await expect(emails.getByRole("definition").getByText(/We don't accept this message/)).toBeVisible();
  await emails.getByRole("checkbox", { name: `Select ${refused}` }).click();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Retry failed" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Retry 1 failed email?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Retry 1 email" }).click();
  await expect(sendProgress(page).getByText("2 of 2")).toBeVisible();
  expect((await waitForEmail(refused)).text).toContain(code);
});

test(
  "the page of automatic emails lists them, retries those that failed, and resends one to a lead",
  heavyOnly,
  async ({ page, context }) => {
    const email = uniqueEmail("refused");
    const { baseUrl, publicKey: key } = site();
    expect((await callApi(`${baseUrl}/api/leads/create`, { key, body: { email, waitlist: true } })).status).toBe(200);
    await signIn(context);
    await page.goto(routes.sends);
    await page.getByRole("navigation", { name: "Kinds of emails" }).getByRole("link", { name: "Automatic" }).click();
    await page.waitForURL(routes.automaticEmails);
    await page.goto(`${routes.automaticEmails}?email=${encodeURIComponent(email)}`);
    const emails = page.getByRole("table", { name: "Automatic emails" });
    await expect(async () => {
      await page.reload();
      await expect(emails.getByText("Failed")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    await emails.getByRole("checkbox", { name: `Select Joined the waitlist, ${email}` }).click();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Retry failed" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retry emails" }).click();
    await expect(page.getByText("1 email queued again")).toBeVisible();
    await waitForEmail(email);

    await emails.getByRole("link", { name: email }).click();
    await page.getByRole("button", { name: `More actions for ${email}` }).click();
    await chooseMenuItem(page, "Resend waitlist email");
    await expect(page.getByText("Email queued", { exact: true })).toBeVisible();
    await expect.poll(async () => (await emailsTo(email)).length).toBe(2);
  },
);

test("a lead whose email bounces is marked", async ({ page, context }) => {
  const [email, code] = [await createLead("unknown"), await createCode()];
  const { sendId } = await postSuccessfully("/codes/send", { code, emails: [email] });
  await signIn(context);
  await page.goto(sendPath(sendId));
  await expect(sendProgress(page).getByRole("button", { name: "Bounced 1" })).toBeVisible();
  await page.goto(leadPath(email));
  await expect(page.getByText("This lead doesn't receive emails.")).toBeVisible();
  await expect(page.getByText("Bounced", { exact: true }).first()).toBeVisible();
});

test("waiting emails are stopped, and resent to leads who didn't get them", async ({ page, context }) => {
  const [email, code] = [await createLead("later"), await createCode()];
  const { sendId } = await postSuccessfully("/codes/send", { code, emails: [email] });
  await signIn(context);
  await page.goto(sendPath(sendId));
  await expect(page.getByText(/^Retrying/).first()).toBeVisible();
  await sendProgress(page).getByRole("button", { name: "Stop sending" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`Stop sending ${code}?`);
  await expect(page.getByRole("alertdialog")).toContainText("1 email that hasn't been sent is canceled.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop sending" }).click();
  await expect(sendProgress(page).getByRole("button", { name: "Canceled 1" })).toBeVisible();
  await sendProgress(page).getByRole("button", { name: "Resend undelivered" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Resend to up to 1 lead" }).click();
  await page.waitForURL((url) => url.pathname.startsWith(routes.sends) && !url.pathname.endsWith(sendId));
  await expect(page.getByText(/^Retrying/).first()).toBeVisible();
});

test("the list of sends is filtered by the URL and exports them, and viewers see no actions", heavyOnly, async ({ page, context }) => {
  const [email, code] = [await createLead("viewed"), await createCode()];
  const { sendId } = await postSuccessfully("/codes/send", { code, emails: [email] });
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(`${routes.sends}?code=${code}&kind=code&failed=false`);
  const sends = page.getByRole("table", { name: "Sends" });
  await expect(sends.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "New send" })).toHaveCount(0);
  const { text } = await downloadExport(page);
  expect(text.trim().split("\r\n")).toHaveLength(2);
  expect(text).toContain(sendId);
  await sends.getByRole("link", { name: code }).click();
  await expect(page).toHaveURL(new RegExp(`${sendId}$`));
  await expect(sendProgress(page).getByText("1 of 1")).toBeVisible();
  await expect(sendProgress(page).getByRole("button", { name: /^Retry failed|^Stop|^Resend/ })).toHaveCount(0);
  await page.goto(`${routes.sends}?email=${uniqueEmail("unknown")}`);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.goto(`${routes.sends}/${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`);
  await expect(page.getByRole("heading", { name: /nothing here|not found/i })).toBeVisible();
});

test("sends, a send and the dialog log no errors and are accessible", heavyOnly, async ({ page, context }) => {
  const [email, code] = [await createLead(`a-rather-long-local-part-${"x".repeat(16)}`), await createCode()];
  const { sendId } = await postSuccessfully("/codes/send", { code, emails: [email] });
  await signIn(context);
  await page.goto(sendPath(sendId));
  await expect(sendProgress(page).getByText("Done")).toBeVisible();
  await page.getByRole("button", { name: `Details: ${email}` }).click();
  await expectAccessibleInEachLook(page);
  await page.goto(`${routes.sends}?new=true`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Personal codes" }).click();
  await fillRecipients(dialog, email, "unknown@example.org");
  await expect(dialog.getByRole("button", { name: "Send to 1 lead" })).toBeEnabled();
  await expect(dialog.frameLocator("iframe").getByText("example-code")).toBeVisible();
  await expectAccessibleInEachLook(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${routes.sends}$`));
  await expectAccessibleInEachLook(page);
});
