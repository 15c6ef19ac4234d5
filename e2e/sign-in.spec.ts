import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@/lib/routes";
import { createDatabase } from "./harness/database";
import { collectConsoleErrors, expect, expectAccessible, test, waitUntilInteractive } from "./harness/fixtures";
import { chooseMenuItem } from "./harness/popups";
import { owner } from "./harness/site";
import { clearSession, createStaffMember, signIn, submitSignInForm, totpCode } from "./harness/staff";
import { startSite } from "./harness/start-site";
import { heavyOnly } from "./harness/tags";

test("staff sign in, return to the page they requested, and sign out", async ({ page }) => {
  const ada = await createStaffMember("member");
  await page.goto(`${routes.activity}?by=staff`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expectAccessible(page);
  await submitSignInForm(page, ada);
  await expect(page).toHaveURL(new RegExp(`${routes.activity}\\?by=staff`));
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: /^Account: / }).click();
  await chooseMenuItem(page, "Sign out");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(routes.overview);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a wrong password and an unknown email have the same response, and strangers can't lock staff out with wrong passwords", async ({
  page,
  context,
}) => {
  const ada = await createStaffMember("viewer");
  await page.goto(routes.signIn);
  await submitSignInForm(page, { ...ada, password: "not the password" });
  const alert = page.getByRole("alert").filter({ hasText: /./ });
  await expect(alert).toContainText("Incorrect email or password.");
  await expectAccessible(page);
  await submitSignInForm(page, { email: "unknown@example.org", password: "not the password" });
  await expect(alert).toContainText("Incorrect email or password.");
  for (let attempt = 0; attempt < 10; attempt++)
    await context.request.post("/api/session", { data: { email: ada.email, password: "wrong again" } });
  const challenged = await context.request.post("/api/session", { data: { email: ada.email, password: ada.password } });
  expect((await challenged.json()).error).toBe("proof_required");
  // The page solves the proof of work.
  await submitSignInForm(page, ada);
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
});

test("signing in never redirects to another site", heavyOnly, async ({ page }) => {
  const ada = await createStaffMember("viewer");
  for (const next of ["https://example.com/", "//example.com", "/\\example.com"]) {
    await clearSession(page);
    await page.goto(`${routes.signIn}?next=${encodeURIComponent(next)}`);
    await submitSignInForm(page, ada);
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  }
});

test("staff set up a second factor, sign in with a code or a recovery code, and turn it off", heavyOnly, async ({ page, context }) => {
  const ada = await createStaffMember("member");
  await signIn(context, ada);
  await page.goto(routes.settings.account);
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await page.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(ada.password);
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  const secret =
    (await page
      .getByRole("dialog")
      .getByText(/^[A-Z2-7]{32}$/)
      .textContent()) ?? "";
  await expectAccessible(page);
  await page.getByRole("dialog").getByLabel("6-digit code").fill(totpCode(secret));
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const [recoveryCode = ""] = /[a-z0-9]{4}(-[a-z0-9]{4}){3}/.exec((await page.getByRole("dialog").textContent()) ?? "") ?? [];
  await expectAccessible(page);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByRole("button", { name: "Regenerate recovery codes" })).toBeVisible();

  for (const code of [totpCode(secret, 1), recoveryCode]) {
    await clearSession(page);
    await page.goto(routes.signIn);
    await submitSignInForm(page, ada);
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This code is incorrect or was already used.")).toBeVisible();
    if (code === recoveryCode) {
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await expect(page.getByLabel("Recovery code")).toHaveAttribute("inputmode", "text");
    }
    await page.getByLabel(/code/i).fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  }

  await page.goto(routes.settings.account);
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(ada.password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(page.getByRole("button", { name: "Set up authenticator app" })).toBeVisible();
});

test("signing out everywhere takes effect in a second browser immediately", heavyOnly, async ({ page, context, browser, baseURL }) => {
  const ada = await createStaffMember("member");
  const otherContext = await browser.newContext({ baseURL });
  const consoleErrors = collectConsoleErrors(otherContext);
  const otherPage = await otherContext.newPage();
  await otherPage.goto(routes.signIn);
  await waitUntilInteractive(otherPage);
  await submitSignInForm(otherPage, ada);
  await expect(otherPage).toHaveURL(new RegExp(`${routes.overview}$`));

  await signIn(context, ada);
  await page.goto(routes.settings.account);
  await expect(page.getByText("This browser")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await otherPage.goto(routes.activity);
  await expect(otherPage).toHaveURL(/\/sign-in/);
  expect(consoleErrors).toEqual([]);
  await otherContext.close();
});

test("the pages for staff say over plain HTTP that a site with HTTPS needs it", heavyOnly, async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-https-"));
  const env = {
    ...(await createDatabase()),
    APP_URL: "https://codes.example.org",
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  };
  const httpsSite = await startSite({ dataFolder: folder, smtpUrl: "", env });
  // Browsers log an error about the headers of pages over plain HTTP, and keep cookies that need HTTPS for localhost.
  const page = await browser.newPage();
  await page.route("**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: httpsSite.baseUrl + pathname + search }) });
  });
  for (const path of [routes.signIn, routes.invitation]) {
    await page.goto(`http://codes.example.org${path}`);
    await expect(page.getByText("You can only sign in over HTTPS. Open https://codes.example.org instead.")).toBeVisible();
  }
  await page.goto(`https://codes.example.org${routes.signIn}`);
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByText("You can only sign in over HTTPS.")).toHaveCount(0);
  // The page may be loading the pages it links to.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.close();
  await httpsSite.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the pages for staff say that cookies are blocked", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, "cookie", { get: () => "", set: () => {} }));
  await page.goto(routes.signIn);
  await expect(page.getByText("Your browser blocks cookies for this site. Allow them to sign in.")).toBeVisible();
  await expectAccessible(page);
  for (const path of [routes.resetPassword, routes.invitation]) {
    await page.goto(path);
    await expect(page.getByText("Allow them, then open the link again.")).toBeVisible();
  }
});
