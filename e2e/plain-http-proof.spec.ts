import { routes } from "@/lib/routes";
import { findChromium } from "@/scripts/chromium";
import { chromiumSandboxFlags } from "../playwright.config";
import { expect, test } from "./harness/fixtures";
import { clearSession, createStaffMember, submitSignInForm } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

// The other tests don't let the browser optimize scripts. Thousands of hashes would then take minutes, which no person's browser needs.
test.use({ launchOptions: { executablePath: findChromium(), args: chromiumSandboxFlags } });

test("staff prove that they aren't robots", heavyOnly, async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  const ada = await createStaffMember("viewer");
  await clearSession(page);
  for (let attempt = 0; attempt < 10; attempt++)
    await context.request.post("/api/session", { data: { email: ada.email, password: "wrong again" } });
  await page.goto(routes.signIn);
  await submitSignInForm(page, ada);
  await expect(page.getByText("Checking that you're not a robot…")).toBeVisible();
  // Usually seconds. How many hashes it takes is chance: one in a thousand needs seven times the average.
  await expect(page).toHaveURL(new RegExp(`${routes.overview}$`), { timeout: 150_000 });
});
