import { publicLimits } from "@/contract/protection";
import { call } from "./harness/call";
import { expect, hear, scriptOf, test } from "./harness/other-site";
import { aCode, addressOf } from "./harness/sending";
import { site } from "./harness/site";

test("the form on another site solves by itself what is asked of whoever claims while too many guess", async ({ page, other }) => {
  const { baseUrl, publicKey: key } = site();
  const [code, email] = [await aCode(), addressOf("guessed")];
  for (let i = 0; i < publicLimits.guess.address.most; i++)
    expect((await call(`${baseUrl}/api/codes/claim`, { key, body: { code: `nowhere${i}`, email } })).error).toBe("code_not_found");
  expect((await call(`${baseUrl}/api/codes/claim`, { key, body: { code, email } })).error).toBe("proof_needed");

  const heard = await hear(page);
  await page.goto(other.put({ body: `<main><h1>Soon</h1>${scriptOf("claim")}</main>` }));
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByRole("status")).toContainText("Claimed");
  expect(await heard()).toEqual([["claimed", expect.objectContaining({ code, email })]]);
});
