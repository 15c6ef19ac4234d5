import { publicRateLimits } from "@/contract/abuse-protection";
import { callApi } from "./harness/api";
import { expect, recordFormEvents, embedScript, test } from "./harness/external-site";
import { createCode, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";

test("the form on another site solves by itself what is asked of whoever claims while too many guess", async ({ page, externalSite: other }) => {
  const { baseUrl, publicKey: key } = site();
  const [code, email] = [await createCode(), uniqueEmail("guessed")];
  for (let i = 0; i < publicRateLimits.guess.email.limit; i++)
    expect((await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: `nowhere${i}`, email } })).error).toBe("code_not_found");
  expect((await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code, email } })).error).toBe("proof_required");

  const heard = await recordFormEvents(page);
  await page.goto(other.addPage({ body: `<main><h1>Soon</h1>${embedScript("claim")}</main>` }));
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByRole("status")).toContainText("Claimed");
  expect(await heard()).toEqual([["claimed", expect.objectContaining({ code, email })]]);
});
