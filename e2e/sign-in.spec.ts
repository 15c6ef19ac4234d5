import { routes } from "@/lib/routes";
import { expect, expectAccessible, collectConsoleErrors, test } from "./harness/fixtures";
import { createStaffMember, totpCode, submitSignInForm, signIn } from "./harness/staff";

test("staff sign in, are led to the page they asked for, and sign out", async ({ page, context }) => {
  const ada = await createStaffMember(context, "member");
  await page.goto(`${routes.activity}?by=staff`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expectAccessible(page);
  await submitSignInForm(page, ada);
  await expect(page).toHaveURL(new RegExp(`${routes.activity}\\?by=staff`));
  // Before the page is alive nothing hears a click.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(routes.overview);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a wrong password and an unknown address are answered alike, and slow down", async ({ page, context }) => {
  const ada = await createStaffMember(context, "viewer");
  await page.goto(routes.signIn);
  await submitSignInForm(page, { ...ada, password: "not the password" });
  const refusal = page.getByRole("alert").filter({ hasText: /./ });
  await expect(refusal).toContainText("Incorrect email or password.");
  await expectAccessible(page);
  await submitSignInForm(page, { email: "nobody@example.org", password: "not the password" });
  await expect(refusal).toContainText("Incorrect email or password.");
  for (let tries = 0; tries < 10; tries++)
    await context.request.post("/api/session", { data: { email: ada.email, password: "wrong again" } });
  await submitSignInForm(page, ada);
  await expect(refusal).toContainText(/too many attempts/i);
});

test("an address that leads elsewhere is not followed after signing in", async ({ page, context }) => {
  const ada = await createStaffMember(context, "viewer");
  for (const next of ["https://example.com/", "//example.com", "/\\example.com"]) {
    await context.clearCookies();
    await page.goto(`${routes.signIn}?next=${encodeURIComponent(next)}`);
    await submitSignInForm(page, ada);
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  }
});

test("a second factor is added, asked for, replaced by a recovery code, and removed", async ({ page, context }) => {
  const ada = await createStaffMember(context, "member");
  await signIn(context, ada);
  await page.goto(routes.settings.account);
  await page.getByRole("button", { name: "Add a second factor" }).click();
  await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill(ada.password);
  await page.getByRole("dialog").getByRole("button", { name: "Go on" }).click();
  const secret =
    (await page
      .getByRole("dialog")
      .getByText(/^[A-Z2-7]{32}$/)
      .textContent()) ?? "";
  await expectAccessible(page);
  await page.getByRole("dialog").getByLabel("Six digits").fill(totpCode(secret));
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const [recovery = ""] = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec((await page.getByRole("dialog").textContent()) ?? "") ?? [];
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("button", { name: "Make new recovery codes" })).toBeVisible();

  for (const code of [totpCode(secret, 1), recovery]) {
    await context.clearCookies();
    await page.goto(routes.signIn);
    await submitSignInForm(page, ada);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("That code is incorrect or was already used.")).toBeVisible();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  }

  await page.goto(routes.settings.account);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill(ada.password);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Add a second factor" })).toBeVisible();
});

test("signing out everywhere is seen from a second browser at once", async ({ page, context, browser, baseURL }) => {
  const ada = await createStaffMember(context, "member");
  const other = await browser.newContext({ baseURL });
  const said = collectConsoleErrors(other);
  const elsewhere = await other.newPage();
  await elsewhere.goto(routes.signIn);
  await submitSignInForm(elsewhere, ada);
  await expect(elsewhere).toHaveURL(new RegExp(`${routes.overview}$`));

  await signIn(context, ada);
  await page.goto(routes.settings.account);
  await expect(page.getByText("This browser")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await elsewhere.goto(routes.activity);
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  expect(said).toEqual([]);
  await other.close();
});
