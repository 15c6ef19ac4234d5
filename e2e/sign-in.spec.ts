import { routes } from "@/lib/routes";
import { expect, expectAccessible, listen, test } from "./harness/quiet";
import { aColleague, digits, enter, signedIn } from "./harness/staff";

test("staff sign in, are led to the page they asked for, and sign out", async ({ page, context }) => {
  const ada = await aColleague(context, "member");
  await page.goto(`${routes.activity}?by=staff`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expectAccessible(page);
  await enter(page, ada);
  await expect(page).toHaveURL(new RegExp(`${routes.activity}\\?by=staff`));
  // Before the page is alive nothing hears a click.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(routes.overview);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a wrong password and an unknown address are answered alike, and slow down", async ({ page, context }) => {
  const ada = await aColleague(context, "viewer");
  await page.goto(routes.signIn);
  await enter(page, { ...ada, password: "not the password" });
  const refusal = page.getByRole("alert").filter({ hasText: /./ });
  await expect(refusal).toContainText("The address or the password is not right.");
  await expectAccessible(page);
  await enter(page, { email: "nobody@example.org", password: "not the password" });
  await expect(refusal).toContainText("The address or the password is not right.");
  for (let tries = 0; tries < 10; tries++)
    await context.request.post("/api/session", { data: { email: ada.email, password: "wrong again" } });
  await enter(page, ada);
  await expect(refusal).toContainText(/too many tries/i);
});

test("an address that leads elsewhere is not followed after signing in", async ({ page, context }) => {
  const ada = await aColleague(context, "viewer");
  for (const next of ["https://example.com/", "//example.com", "/\\example.com"]) {
    await context.clearCookies();
    await page.goto(`${routes.signIn}?next=${encodeURIComponent(next)}`);
    await enter(page, ada);
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  }
});

test("a second factor is added, asked for, replaced by a recovery code, and removed", async ({ page, context }) => {
  const ada = await aColleague(context, "member");
  await signedIn(context, ada);
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
  await page.getByRole("dialog").getByLabel("Six digits").fill(digits(secret));
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const [recovery = ""] = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec((await page.getByRole("dialog").textContent()) ?? "") ?? [];
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("button", { name: "Make new recovery codes" })).toBeVisible();

  for (const code of [digits(secret, 1), recovery]) {
    await context.clearCookies();
    await page.goto(routes.signIn);
    await enter(page, ada);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("That code is not right, or was used before.")).toBeVisible();
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
  const ada = await aColleague(context, "member");
  const other = await browser.newContext({ baseURL });
  const said = listen(other);
  const elsewhere = await other.newPage();
  await elsewhere.goto(routes.signIn);
  await enter(elsewhere, ada);
  await expect(elsewhere).toHaveURL(new RegExp(`${routes.overview}$`));

  await signedIn(context, ada);
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
