import { routes } from "@/lib/routes";
import { waitForEmail } from "./harness/inbox";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { createStaffMember, submitSignInForm, findLink, signIn } from "./harness/staff";

test("a forgotten password is replaced through the inbox, by a link that works once and not by being opened", async ({
  page,
  context,
  request,
}) => {
  const ada = await createStaffMember(context, "viewer");
  await signIn(context, ada);
  await page.goto(routes.signIn);
  await context.clearCookies();
  await page.goto(routes.signIn);
  await page.getByRole("link", { name: "Forgot it?" }).click();
  // The page before it has a field of that name too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Address").fill(ada.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("If somebody of the team has that address")).toBeVisible();
  await expectAccessible(page);

  const link = findLink((await waitForEmail(ada.email, 2)).text ?? "", routes.resetPassword);
  // A scanner in front of the inbox follows it too.
  for (let opened = 0; opened < 3; opened++) expect((await request.get(link.href)).status()).toBe(200);
  const password = "another password altogether";
  await page.goto(link.href);
  await expectAccessible(page);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignInForm(page, { ...ada, password });
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));

  await context.clearCookies();
  await page.goto(link.href);
  await page.getByLabel("New password", { exact: true }).fill("and once more, too late");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  expect((await request.post("/api/session", { data: { email: ada.email, password: ada.password } })).status()).toBe(401);
});

test("an unknown address is answered as a known one", async ({ page }) => {
  await page.goto(routes.forgotPassword);
  await page.getByLabel("Address").fill("nobody@example.org");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("If somebody of the team has that address")).toBeVisible();
});
