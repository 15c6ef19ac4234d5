import { publicRateLimits } from "@/contract/abuse-protection";
import { withQuery, routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { waitForEmail } from "./harness/inbox";
import { test } from "./harness/isolated-site";
import { expect, expectAccessible } from "./harness/fixtures";
import { createCode, createLead, postApi } from "./harness/sends";
import { site } from "./harness/site";
import { findLink } from "./harness/staff";

/** Guesses for an address until its guesses are used up. */
async function guessFor(email: string): Promise<void> {
  const { baseUrl, publicKey: key } = site();
  for (let i = 0; i < publicRateLimits.guess.email.limit; i++) {
    const { error } = await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: `nowhere${i}`, email } });
    expect(error).toBe("code_not_found");
  }
}

const claimsOf = async (code: string): Promise<number> =>
  (await callApi(`${site().baseUrl}/api/codes/${code}`, { key: site().secretKey })).data.claims;

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script, viewport: { width: script ? 1280 : 390, height: 800 } });

    test("whoever claims while too many guess proves that they are no program, or comes by their mail", async ({ page }) => {
      const email = await createLead("guessed");
      const [code, mailed] = [await createCode(), await createCode()];
      await guessFor(email);
      await page.goto(withQuery(routes.claim, { code }));
      await page.getByLabel("Your e-mail address").fill(email);
      await page.getByRole("button", { name: "Claim" }).click();
      await expect(page.getByRole("alert")).toContainText("nothing was claimed yet");
      if (script) {
        await expectAccessible(page);
        await page.getByRole("button", { name: "Claim" }).click();
        await expect(page.getByRole("heading", { name: "Claimed" })).toBeVisible();
      } else await expect(page.getByText("open the link in your mail")).toBeVisible();
      expect(await claimsOf(code)).toBe(script ? 1 : 0);

      await postApi("/codes/send", { code: mailed, emails: [email] });
      await page.goto(findLink((await waitForEmail(email, 1)).text ?? "", routes.claim).href);
      await page.getByLabel("Your e-mail address").fill(email);
      await page.getByRole("button", { name: "Claim" }).click();
      await expect(page.getByRole("heading", { name: "Claimed" })).toBeVisible();
      expect(await claimsOf(mailed)).toBe(1);
    });
  });
}
