import { publicRateLimits } from "@/contract/abuse-protection";
import { callApi } from "./harness/api";
import { embedScript, expect, recordFormEvents, test } from "./harness/external-site";
import { createCode, uniqueEmail } from "./harness/sends";
import { site } from "./harness/site";

test("the embedded form solves the proof of work that is required after too many wrong codes", async ({ page, externalSite }) => {
  const { baseUrl, publicKey: key } = site();
  const [code, email] = [await createCode(), uniqueEmail("guessed")];
  for (let i = 0; i < publicRateLimits.guess.email.limit; i++)
    expect((await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: `nowhere${i}`, email } })).error).toBe("code_not_found");
  expect((await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code, email } })).error).toBe("proof_required");

  const getEvents = await recordFormEvents(page);
  await page.goto(externalSite.addPage({ body: `<main><h1>Soon</h1>${embedScript("claim")}</main>` }));
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Claim code" }).click();
  await expect(page.getByRole("status")).toContainText("Code claimed");
  expect(await getEvents()).toEqual([["claimed", expect.objectContaining({ code, email })]]);
});
