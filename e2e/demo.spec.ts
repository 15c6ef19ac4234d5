import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@/lib/routes";
import { demoOwnerEmail } from "@/scripts/demo/team";
import { expect, test } from "./harness/fixtures";
import { submitSignInForm } from "./harness/staff";
import { startSite } from "./harness/start-site";
import { heavyOnly } from "./harness/tags";

test("the demo starts, prints how to sign in and nothing of tools, and has something to see on every page", heavyOnly, async ({ page }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-demo-"));
  const site = await startSite({ dataFolder: folder, smtpUrl: "", command: "demo" });
  try {
    const password = readFileSync(join(folder, "owner-password"), "utf8").trim();
    expect(site.output).toContain(`Sign in as ${demoOwnerEmail} with the password ${password}`);
    expect(site.output).toContain(`Its data is in ${folder}.`);
    expect(site.output).not.toMatch(/next\.config|chunk|\{"level"/);
    await page.goto(`${site.baseUrl}${routes.signIn}`);
    await submitSignInForm(page, { email: demoOwnerEmail, password });
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    const pages = {
      [routes.waves]: ["Autumn readers", "Winter readers", "Teachers, every weekday"],
      [routes.imports]: ["Book fair.csv"],
      [routes.bin]: ["Rehearsal"],
      [routes.sends]: ["What we are building this winter"],
      [routes.batches]: ["App store codes"],
      [`${routes.leads}?heldReason=blocked`]: ["@junk.example.net"],
      [routes.settings.webhooks]: ["Shop", "CRM", "#launch"],
      [routes.settings.questions]: ["How many of you read together?"],
    };
    for (const [path, texts] of Object.entries(pages)) {
      await page.goto(`${site.baseUrl}${path}`);
      for (const text of texts)
        await expect(
          page
            .getByText(text)
            .or(page.locator(`input[value="${text}"]`))
            .first(),
        ).toBeVisible();
    }
  } finally {
    // Links of an open page would still load their pages.
    await page.goto("about:blank");
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
