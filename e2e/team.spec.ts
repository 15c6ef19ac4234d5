import { routes } from "@/lib/routes";
import { waitForEmail } from "./harness/inbox";
import { expect, expectAccessible, collectConsoleErrors, test } from "./harness/fixtures";
import { createStaffMember, findLink, signIn } from "./harness/staff";

test("a colleague is invited by mail, joins, and has fewer powers, on pages and in the API", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const email = `alan-${Date.now()}@example.org`;
  await signIn(context);
  await page.goto(routes.settings.team);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Address").fill(email);
  await page.getByRole("radio", { name: /^Viewer/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("table", { name: "Invitations" }).getByText(email)).toBeVisible();

  const other = await browser.newContext({ baseURL });
  const said = collectConsoleErrors(other);
  const theirs = await other.newPage();
  await theirs.goto(findLink((await waitForEmail(email)).text ?? "", routes.invitation).href);
  await expect(theirs.getByText("viewer")).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByLabel("Your name").fill("Alan Turing");
  await theirs.getByLabel("Password", { exact: true }).fill("a password of Alan's own");
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs).toHaveURL(new RegExp(`${routes.overview}$`));

  await theirs.goto(routes.settings.all);
  await expect(theirs).toHaveURL(new RegExp(`${routes.settings.account}$`));
  await expect(theirs.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await theirs.goto(routes.settings.keys);
  await expect(theirs.getByRole("heading", { name: /nothing here|not found/i })).toBeVisible();
  const headers = { "sec-fetch-site": "same-origin" };
  const refused = await other.request.post("/api/codes/generate", { data: { amount: 1 }, headers });
  expect(await refused.json()).toMatchObject({ code: 403, error: "role_required" });
  expect((await other.request.get("/api/codes?limit=1")).status()).toBe(200);

  await page.reload();
  await page.getByRole("button", { name: "Acts on Alan Turing" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row", { name: /Alan Turing/ }).getByText("Disabled")).toBeVisible();
  await theirs.goto(routes.overview);
  await expect(theirs).toHaveURL(/\/sign-in/);
  expect(said).toEqual([]);
  await other.close();
});

test("the last owner cannot go, and an admin cannot touch owners", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.team);
  await expect(page.getByRole("combobox", { name: "Role of Owner" })).toBeDisabled();
  const admin = await createStaffMember(context, "admin");
  await signIn(context, admin);
  await page.goto(routes.settings.team);
  await expect(page.getByRole("combobox", { name: "Role of Owner" })).toBeDisabled();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("radio", { name: /^Owner/ })).toHaveCount(0);
});
