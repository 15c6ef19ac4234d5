import { routes } from "@/lib/routes";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { clearSession, createStaffMember, findLink, signIn, submitSignInForm } from "./harness/staff";

test("a forgotten password is reset with an emailed link that works once, and opening the link does not use it up", async ({
  page,
  context,
  request,
}) => {
  const ada = await createStaffMember("viewer");
  await signIn(context, ada);
  await page.goto(routes.signIn);
  await clearSession(page);
  await page.goto(routes.signIn);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The previous page has an email field too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(ada.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("If there's an account with that email")).toBeVisible();
  await expectAccessible(page);

  const link = findLink((await waitForEmail(ada.email)).text ?? "", routes.resetPassword);
  // Email scanners open the link too.
  for (let count = 0; count < 3; count++) {
    const response = await request.get(link.href);
    expect(response.status()).toBe(200);
    expect(response.url()).not.toContain("token");
    expect(response.headers()["referrer-policy"]).toBe("no-referrer");
  }
  const password = "another password altogether";
  await page.goto(link.href);
  // The token is neither in the URL nor in the history, and only this page gets it.
  await expect(page).toHaveURL(new RegExp(`${routes.resetPassword}$`));
  const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith("gatehouse-link"));
  expect(cookie).toMatchObject({ value: link.searchParams.get("token"), path: routes.resetPassword, httpOnly: true, sameSite: "Lax" });
  await page.reload();
  await expectAccessible(page);
  await page.getByLabel("New password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("is too easy to guess. Use a few random words, or make it longer")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
  expect((await context.cookies()).filter(({ name }) => name.endsWith("gatehouse-link"))).toEqual([]);
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignInForm(page, { ...ada, password });
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));

  await clearSession(page);
  await page.goto(link.href);
  await page.getByLabel("New password", { exact: true }).fill("and once more, too late");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
  expect((await request.post("/api/session", { data: { email: ada.email, password: ada.password } })).status()).toBe(401);
});

test("an unknown email has the same response as a known one", async ({ page }) => {
  await page.goto(routes.forgotPassword);
  await page.getByLabel("Email").fill("unknown@example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("If there's an account with that email")).toBeVisible();
});
