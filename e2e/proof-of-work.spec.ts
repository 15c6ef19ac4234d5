import { publicRateLimits } from "@/contract/abuse-protection";
import { routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { createCode, createLead, postSuccessfully } from "./harness/sends";
import { site } from "./harness/site";
import { findLink } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

/** Uses up the attempts of an email. */
async function useUpGuesses(email: string): Promise<void> {
  const { baseUrl, publicKey: key } = site();
  for (let i = 0; i < publicRateLimits.guess.email.limit; i++) {
    const { error } = await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: `nowhere${i}`, email } });
    expect(error).toBe("code_not_found");
  }
}

const getClaimCount = async (code: string): Promise<number> =>
  (await callApi(`${site().baseUrl}/api/codes/${code}`, { key: site().secretKey })).data.claims;

for (const javaScript of [true, false]) {
  test.describe(javaScript ? "with JavaScript" : "without JavaScript", () => {
    test(
      "claiming after too many wrong codes takes a proof of work or the link in the email",
      javaScript ? {} : heavyOnly,
      async ({ browser }) => {
        const viewport = { width: javaScript ? 1280 : 390, height: 800 };
        const context = await browser.newContext({ baseURL: site().baseUrl, javaScriptEnabled: javaScript, viewport });
        const page = await context.newPage();
        const email = await createLead("guessed");
        const [code, emailedCode] = [await createCode(), await createCode()];
        await useUpGuesses(email);
        await page.goto(withQuery(routes.claim, { code }));
        await page.getByLabel("Email").fill(email);
        await page.getByRole("button", { name: "Claim code" }).click();
        await expect(page.getByRole("alert")).toContainText("hasn't been claimed yet");
        if (javaScript) {
          await expectAccessible(page);
          await page.getByRole("button", { name: "Claim code" }).click();
          await expect(page.getByRole("heading", { name: "Code claimed" })).toBeVisible();
        } else await expect(page.getByText("open the link in your email")).toBeVisible();
        expect(await getClaimCount(code)).toBe(javaScript ? 1 : 0);

        await postSuccessfully("/codes/send", { code: emailedCode, emails: [email] });
        await page.goto(findLink((await waitForEmail(email, 1)).text ?? "", routes.claim).href);
        await page.getByLabel("Email").fill(email);
        await page.getByRole("button", { name: "Claim code" }).click();
        await expect(page.getByRole("heading", { name: "Code claimed" })).toBeVisible();
        expect(await getClaimCount(emailedCode)).toBe(1);
        await context.close();
      },
    );
  });
}
