import { routes, withQuery } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, openPage, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import {
  chooseCode,
  createCode,
  createLead,
  fillRecipients,
  openNewSend,
  postSuccessfully,
  recipientPreview,
  sendProgress,
  uniqueEmail,
} from "./harness/sends";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("the dialog previews the recipients, skipped leads and the email before sending, and sends only once on a double click", async ({
  page,
  context,
}) => {
  const [ada, grace, stranger] = [await createLead("ada", { firstname: "Ada" }), await createLead("grace"), uniqueEmail("stranger")];
  const code = await createCode({ allowedClaims: 2 });
  const dialog = await openNewSend(page, context);
  await chooseCode(page, dialog, code);
  await expect(dialog.getByRole("paragraph").filter({ hasText: "Active, 2 uses left" })).toBeVisible();

  await fillRecipients(dialog, ada, grace, stranger, ada, "not-an-email");
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  // Said beside the button at once, and at the field while it still has the focus.
  await expect(recipientPreview(dialog).getByText("Emails: Invalid email: not-an-email")).toBeVisible();
  await expect(dialog.getByText("Invalid email: not-an-email", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Emails" })).toBeFocused();
  await fillRecipients(dialog, ada, grace, stranger, ada);
  await expect(recipientPreview(dialog).getByText("2 leads will get it")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = await dialog.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(16);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(784);
  await expect(dialog.getByRole("button", { name: "Send to 2 leads" })).toBeInViewport();
  await expect(recipientPreview(dialog).getByText("1 email doesn't belong to a lead")).toBeVisible();
  await expect(recipientPreview(dialog).getByText("1 email is listed more than once")).toBeVisible();
  await expect(dialog.getByText(/Your code for/)).toBeVisible();
  const email = dialog.frameLocator("iframe");
  await expect(email.getByText("Hello Ada")).toBeVisible();
  await expect(email.getByText(code)).toBeVisible();
  await dialog.getByRole("button", { name: "Phone" }).click();
  await expect.poll(async () => (await dialog.getByTitle("Email preview").boundingBox())?.width).toBeLessThanOrEqual(375);
  await expectAccessible(page);

  await recipientPreview(dialog).getByRole("button", { name: "Add as a lead" }).click();
  await expect(recipientPreview(dialog).getByText("Only 2 claims are left on this code, but there are 3 recipients.")).toBeVisible();
  await dialog.getByRole("button", { name: "Send to 3 leads" }).dblclick();
  await page.waitForURL(new RegExp(`${routes.sends}/[0-9a-f-]{36}$`));
  await expect(sendProgress(page).getByText("3 of 3")).toBeVisible();
  await expect(sendProgress(page).getByText("Done")).toBeVisible();
  expect((await waitForEmail(ada)).text).toContain(code);
  const { data } = await (await context.request.get(`/api/sends?code=${code}&limit=10`)).json();
  expect(data).toHaveLength(1);
});

test("leads are invited with personal codes, and the send shows each of them", heavyOnly, async ({ page, context }) => {
  const emails = [await createLead("grace"), await createLead("alan")];
  const dialog = await openNewSend(page, context);
  await dialog.getByRole("radio", { name: "Personal codes" }).click();
  await fillRecipients(dialog, ...emails);
  await dialog.getByRole("button", { name: "In 7 days" }).click();
  await expect(dialog.getByText(/^Valid through .*UTC/)).toBeVisible();
  await dialog.getByLabel("Batch name").fill("Early access");
  await expect(dialog.frameLocator("iframe").getByText("example-code")).toBeVisible();
  await dialog.getByRole("button", { name: "Send to 2 leads" }).click();
  await expect(page.getByRole("heading", { name: "Early access" })).toBeVisible();
  await expect(sendProgress(page).getByText("2 of 2")).toBeVisible();
  const row = page.getByRole("table", { name: "Emails" }).getByRole("row", { name: new RegExp(emails[0] ?? "") });
  const code = (await row.getByRole("link").nth(1).textContent())?.trim() ?? "none";
  expect((await waitForEmail(emails[0] ?? "")).text).toContain(code);
});

test(
  "the dialog names people to check before a large send, includes those the sender wants, and asks once more",
  heavyOnly,
  async ({ page, context }) => {
    const tag = `large${Date.now()}`;
    await queryDatabase(
      (sql) => sql`insert into leads (project_id, email, referral_code, status)
      select id, ${tag} || n || '@example.org', ${tag} || n, case when n = 1 then 'unconfirmed' else 'active' end
      from (select id from projects limit 1) as project, generate_series(1, 501) as n`,
    );
    const code = await createCode({ allowedClaims: 1000 });
    await signIn(context);
    await page.goto(withQuery(routes.leads, { q: tag }));
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
    await page.getByRole("button", { name: "Select all 501 that match" }).click();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Send code" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
    await chooseCode(page, dialog, code);
    await expect(dialog.getByRole("button", { name: "Send to 500 leads" })).toBeEnabled();
    const unconfirmed = dialog.getByRole("checkbox", { name: "Include 1 lead who hasn't confirmed their email" });
    await expect(recipientPreview(dialog).getByText(new RegExp(`^${tag}1@example\\.org \\(since `))).toBeVisible();
    await unconfirmed.click();
    await dialog.getByRole("button", { name: "Send to 501 leads" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Send 501 emails?" });
    await expect(confirmation).toContainText(/Sending takes (about|less than)/);
    await expectAccessible(page);
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog.getByRole("button", { name: "Send to 501 leads" })).toBeEnabled();
    const { data } = await (await context.request.get(`/api/sends?code=${code}&limit=10`)).json();
    expect(data).toEqual([]);
  },
);

test("an announcement is scheduled with its own text, canceled, and sent with a text of its own", heavyOnly, async ({ page, context }) => {
  const [ada, unnamed] = [await createLead("ada", { firstname: "**Ada**" }), await createLead("unnamed")];
  const dialog = await openNewSend(page, context);
  await dialog.getByRole("radio", { name: /announcement/ }).click();
  await expect(dialog.getByLabel("Subject")).toHaveValue("News from {{project}}");
  await dialog.getByLabel("Subject").fill("We open, {{firstname|friend}}");
  const body = dialog.getByLabel("Body", { exact: true });
  await body.fill("Monday at noon");
  await body.selectText();
  await dialog.getByRole("button", { name: "Bold" }).click();
  await expect(body).toHaveValue("**Monday at noon**");
  await fillRecipients(dialog, ada, unnamed, uniqueEmail("stranger"));
  await expect(recipientPreview(dialog).getByText("2 leads will get it")).toBeVisible();
  await expect(recipientPreview(dialog).getByText("1 email doesn't belong to a lead")).toBeVisible();
  await expect(dialog.frameLocator("iframe").locator("strong")).toHaveText("Monday at noon");
  await expect(dialog.getByText("We open, **Ada**")).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole("radio", { name: "Later" }).click();
  await dialog.getByLabel("Date and time: date").fill("2099-01-01");
  await dialog.getByRole("button", { name: "Schedule for 2 leads" }).click();
  await expect(dialog.getByText("must be at most a year from now")).toBeVisible();
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel("Date and time: date").fill(nextWeek);
  await dialog.getByRole("button", { name: "Schedule for 2 leads" }).click();
  await expect(page.getByRole("heading", { name: "We open, {{firstname|friend}}" })).toBeVisible();
  await expect(sendProgress(page).getByText("Scheduled for")).toBeVisible();
  const toast = page.getByRole("dialog").filter({ hasText: "Announcement scheduled" });
  await expect(toast).toContainText(new RegExp(`${new Date(nextWeek).getUTCDate()}, ${nextWeek.slice(0, 4)}`));
  await page.getByRole("button", { name: "Cancel announcement" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel announcement" }).click();
  await expect(sendProgress(page).getByText("Done")).toBeVisible();

  const texts = { subject: "We open, {{firstname|friend}}", body: "**Monday**\n\n{{button}}", buttonUrl: "https://example.org/news" };
  await postSuccessfully("/announcements", { ...texts, emails: [ada, unnamed] });
  expect((await waitForEmail(ada)).subject).toBe("We open, **Ada**");
  const message = await waitForEmail(unnamed);
  expect(message.subject).toBe("We open, friend");
  expect(message.html).toContain("<strong>Monday</strong>");
  expect(message.headers.find(({ key }) => key === "list-unsubscribe")?.value).toContain("/unsubscribe");
});

test("a paused code isn't sent, and a retried request doesn't send twice", heavyOnly, async ({ page, context }) => {
  const [email, code, paused] = [await createLead("kay"), await createCode(), await createCode()];
  await postSuccessfully("/codes/bulk", { action: "pause", codes: [paused] });
  const dialog = await openNewSend(page, context);
  await fillRecipients(dialog, email);
  await chooseCode(page, dialog, paused);
  await expect(recipientPreview(dialog).getByText("This code is paused.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();

  await chooseCode(page, dialog, code);
  const button = dialog.getByRole("button", { name: "Send to 1 lead" });
  await expect(button).toBeEnabled();
  // The first request succeeds, but its response is lost. It is sent again by itself, which must not send the code again.
  let responses = 0;
  await page.route("**/api/codes/send", async (route) => {
    const response = await route.fetch();
    if (++responses === 1) await route.fulfill({ status: 404, body: "Lost by the proxy" });
    else await route.fulfill({ response });
  });
  await button.click();
  await page.waitForURL(new RegExp(`${routes.sends}/`));
  expect(responses).toBe(2);
  const { data } = await (await context.request.get(`/api/sends?code=${code}&limit=10`)).json();
  expect(data).toHaveLength(1);
});

test("a code is sent with the keyboard alone", heavyOnly, async ({ page, context }) => {
  const [email, code] = [await createLead("keys"), await createCode()];
  await signIn(context);
  await openPage(page, routes.sends);
  await page.getByRole("button", { name: "New send" }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Code", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.type(code);
  await expect(page.getByRole("option", { name: new RegExp(`^${code}`) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("combobox", { name: "Code", exact: true })).toContainText(code);
  // The list returns the focus before it closes.
  await expect(dialog.getByRole("combobox", { name: "Code", exact: true })).toBeFocused();
  for (let tab = 0; tab < 4 && !(await dialog.getByRole("textbox", { name: "Emails" }).evaluate(isFocused)); tab++)
    await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await expect(dialog.getByRole("button", { name: "Send to 1 lead" })).toBeEnabled();
  for (let tab = 0; tab < 16 && !(await dialog.getByRole("button", { name: /^Send to/ }).evaluate(isFocused)); tab++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`${routes.sends}/`));
});

const isFocused = (element: Element) => element === document.activeElement;
