import type { Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, expectNoDialog, openPage, test } from "./harness/fixtures";
import { addDevice } from "./harness/passkeys";
import { chooseMenuItem } from "./harness/popups";
import { clearSession, createStaffMember, signIn, submitSignInForm } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

async function addPasskey(page: Page, name: string): Promise<void> {
  await openPage(page, routes.settings.account);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
}

const passkeyRow = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("staff add a passkey, sign in with it without their password, and remove it", heavyOnly, async ({ page, context }) => {
  const ada = await createStaffMember("member");
  await signIn(context, ada);
  await addDevice(page);
  await addPasskey(page, "Work laptop");
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(passkeyRow(page, "Work laptop")).toContainText("Never");
  await expectAccessible(page);

  await clearSession(page);
  await openPage(page, routes.signIn);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
  await openPage(page, routes.settings.account);
  await expect(passkeyRow(page, "Work laptop")).not.toContainText("Never");

  await page.getByRole("button", { name: "Actions for the passkey Work laptop" }).click();
  await chooseMenuItem(page, "Rename passkey");
  await page.getByRole("dialog").getByLabel("Name").fill("Old laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(passkeyRow(page, "Old laptop")).toBeVisible();

  // Some time after signing in, removing a passkey needs the password.
  await queryDatabase((sql) => sql`update sessions set created_at = now() - interval '1 hour' where staff_id = ${ada.id}`);
  await page.getByRole("button", { name: "Actions for the passkey Old laptop" }).click();
  await chooseMenuItem(page, "Remove passkey");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove passkey" }).click();
  await expect(dialog.getByText("Enter your password to continue.")).toBeVisible();
  await dialog.getByLabel("Current password", { exact: true }).fill(ada.password);
  await dialog.getByRole("button", { name: "Remove passkey" }).click();
  await expectNoDialog(page);
  await expect(page.getByText("No passkeys yet")).toBeVisible();

  await clearSession(page);
  await openPage(page, routes.signIn);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("We couldn't verify this passkey.");
  await submitSignInForm(page, ada);
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
});

test("a passkey is the second factor after the password, and canceling it shows an error", heavyOnly, async ({ page, context }) => {
  const ada = await createStaffMember("member");
  await signIn(context, ada);
  const { cdp, authenticatorId } = await addDevice(page);
  await addPasskey(page, "Phone");
  await page.getByRole("button", { name: "I've saved them" }).click();

  await clearSession(page);
  await openPage(page, routes.signIn);
  await submitSignInForm(page, ada);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await expectAccessible(page);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText("The passkey request was canceled or timed out.");
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
});
