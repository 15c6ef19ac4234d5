import { routes } from "@/lib/routes";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { addDevice } from "./harness/passkeys";
import { owner } from "./harness/site";
import { clearSession, createStaffMember, signIn, submitSignInForm, totpCode } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

test(
  "an owner requires a second factor, and everyone without one must set it up before anything else",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    await openPage(page, routes.settings.team);
    await expectAccessibleInEachLook(page);
    await page.getByRole("switch", { name: "Require a second factor for everyone" }).click();

    // The owner has none either.
    await expect(page).toHaveURL(new RegExp(`${routes.secondFactor}$`));
    await expectAccessible(page);
    await page.getByRole("button", { name: "Set up authenticator app" }).click();
    await page.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(owner.password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    const secret =
      (await page
        .getByRole("dialog")
        .getByText(/^[A-Z2-7]{32}$/)
        .textContent()) ?? "";
    await page.getByRole("dialog").getByLabel("6-digit code").fill(totpCode(secret));
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "I've saved them" }).click();
    await page.getByRole("link", { name: "Continue to dashboard" }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));

    const ada = await createStaffMember("member");
    await clearSession(page);
    await page.goto(routes.signIn);
    await submitSignInForm(page, ada);
    await expect(page).toHaveURL(new RegExp(`${routes.secondFactor}$`));
    await page.goto(routes.codes);
    await expect(page).toHaveURL(new RegExp(`${routes.secondFactor}$`));
    const response = await context.request.get("/api/codes");
    expect([response.status(), (await response.json()).error]).toEqual([403, "second_factor_setup_required"]);

    await addDevice(page);
    await openPage(page, routes.secondFactor);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "I've saved them" }).click();
    await page.getByRole("link", { name: "Continue to dashboard" }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.overview}$`));
    expect((await context.request.get("/api/codes")).status()).toBe(200);

    await clearSession(page);
    await signIn(context);
    await openPage(page, routes.settings.team);
    const requirement = page.getByRole("switch", { name: "Require a second factor for everyone" });
    await requirement.click();
    await expect(requirement).toBeEnabled();
    await expect(requirement).not.toBeChecked();
  },
);
