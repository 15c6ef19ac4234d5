import { routes } from "@/lib/routes";
import { collectConsoleErrors, expect, expectAccessible, test, waitUntilInteractive } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { chooseMenuItem } from "./harness/popups";
import { createStaffMember, findLink, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

test("a staff member is invited by email, joins, and has limited access on pages and in the API", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const email = `alan-${Date.now()}@example.org`;
  await signIn(context);
  await page.goto(routes.settings.team);
  await page.getByRole("button", { name: "Invite people" }).click();
  await page.getByLabel("Emails").fill(email);
  await page.getByRole("radio", { name: /^Viewer/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("table", { name: "Invitations" }).getByText(email)).toBeVisible();

  await page.getByRole("button", { name: `Actions for the invitation to ${email}` }).click();
  await chooseMenuItem(page, "Copy invite link");
  const copied = await page.getByRole("dialog").locator("code").textContent();
  expect(new URL(copied ?? "").pathname).toBe(routes.invitation);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const otherContext = await browser.newContext({ baseURL });
  const consoleErrors = collectConsoleErrors(otherContext);
  const otherPage = await otherContext.newPage();
  await otherPage.goto(findLink((await waitForEmail(email)).text ?? "", routes.invitation).href);
  await expect(otherPage).toHaveURL(new RegExp(`${routes.invitation}$`));
  await expect(otherPage.getByText("viewer")).toBeVisible();
  await waitUntilInteractive(otherPage);
  await expectAccessible(otherPage);
  await otherPage.getByLabel("Your name").fill("Alan Turing");
  await otherPage.getByLabel("Password", { exact: true }).fill("the password of Alan");
  await otherPage.getByRole("button", { name: "Join team" }).click();
  await expect(otherPage).toHaveURL(new RegExp(`${routes.overview}$`));

  await otherPage.goto(routes.settings.all);
  await expect(otherPage).toHaveURL(new RegExp(`${routes.settings.account}$`));
  await expect(otherPage.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await otherPage.goto(routes.settings.keys);
  await expect(otherPage.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await expect(otherPage.getByText("This page needs the role owner. Owners can change roles in Settings › Team.")).toBeVisible();
  const headers = { "sec-fetch-site": "same-origin" };
  const response = await otherContext.request.post("/api/codes/generate", { data: { amount: 1 }, headers });
  expect(await response.json()).toMatchObject({ code: 403, error: "role_required" });
  expect((await otherContext.request.get("/api/codes?limit=1")).status()).toBe(200);

  await page.reload();
  await page.getByRole("button", { name: "Actions for Alan Turing" }).click();
  await chooseMenuItem(page, "Disable account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable account" }).click();
  await expect(page.getByRole("row", { name: /Alan Turing/ }).getByText("Disabled")).toBeVisible();
  await otherPage.goto(routes.overview);
  await expect(otherPage).toHaveURL(/\/sign-in/);
  expect(consoleErrors).toEqual([]);
  await otherContext.close();
});

test("an admin can't change owners", heavyOnly, async ({ page, context }) => {
  await signIn(context, await createStaffMember("admin"));
  await page.goto(routes.settings.team);
  await expect(page.getByRole("combobox", { name: "Role of Owner" })).toBeDisabled();
  await page.getByRole("button", { name: "Invite people" }).click();
  await expect(page.getByRole("radio", { name: /^Owner/ })).toHaveCount(0);
});

test("removing someone lists the API keys they created, which then show the person as removed", heavyOnly, async ({ page, context }) => {
  const colleague = await createStaffMember("owner");
  await signIn(context, colleague);
  const name = `Shop ${Date.now()}`;
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await context.request.post("/api/keys", { data: { kind: "secret_key", name }, headers })).status()).toBe(200);

  await signIn(context);
  await page.goto(routes.settings.team);
  await page
    .getByRole("button", { name: `Actions for ${colleague.name}`, exact: true })
    .last()
    .click();
  await chooseMenuItem(page, "Remove from team");
  const dialog = page.getByRole("alertdialog");
  const keys = dialog.getByRole("region", { name: "API keys they created" });
  await expect(keys.getByRole("listitem")).toHaveText([new RegExp(`^${name} ….{4}Never used$`)]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove from team" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(routes.settings.keys);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText(`by ${colleague.name} (removed)`);
});

test("several people are invited at once, with the result of each", heavyOnly, async ({ page, context }) => {
  const [ada, grace, alan] = ["ada", "grace", "alan"].map((name) => `${name}-${Date.now()}@example.org`);
  const { email: member } = await createStaffMember("member");
  await signIn(context);
  await page.goto(routes.settings.team);
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog");
  const emails = dialog.getByLabel("Emails");
  await emails.fill(`${ada}, not-an-email`);
  await emails.blur();
  await expect(dialog.getByText("Invalid email: not-an-email")).toBeVisible();
  await emails.fill(`Ada <${ada}>\n${member}, ${grace}; ${ada}`);
  await dialog.getByRole("button", { name: "Send 3 invitations" }).click();
  const results = dialog.getByRole("listitem");
  await expect(results).toHaveText([`${ada}: Invited`, `${member}: Someone on your team already uses this email.`, `${grace}: Invited`]);
  await expect(emails).toHaveValue(member);
  await expectAccessible(page);

  await emails.fill(alan ?? "");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  for (const email of [ada, grace, alan])
    await expect(page.getByRole("table", { name: "Invitations" }).getByText(email ?? "")).toBeVisible();
});
