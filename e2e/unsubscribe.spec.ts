import { createLinkToken } from "@/core/leads/email-links";
import { leadPath, routes, unsubscribeSubmitPath, unsubscribePath } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

const { baseUrl, secretKey: key } = site();
const ask = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let made = 0;

/** A lead with the token of their mail's link. */
async function aLead(name = "reader") {
  const email = `${name}-${++made}-${Date.now()}@example.org`;
  const { referralCode } = (await ask("/leads/create", { email })).data;
  return { email, token: createLinkToken({ projectId: 1, lead: referralCode, email }, "unsubscribe") };
}

const suppressionOf = async (email: string) => (await ask(`/suppressions?email=${encodeURIComponent(email)}`)).data[0];

for (const script of [true, false]) {
  for (const { width, colorScheme } of [
    { width: 390, colorScheme: "dark" },
    { width: 1280, colorScheme: "light" },
  ] as const) {
    test(`a reader stops mail and takes it back, ${script ? "with" : "without"} script, ${width} wide`, async ({ browser }) => {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ javaScriptEnabled: script, viewport, colorScheme, baseURL: baseUrl });
      const page = await context.newPage();
      const looks = async () => void (script && (await expectAccessible(page)));
      const { email, token } = await aLead("reader.with.a.long.address.that.breaks");
      await page.goto(unsubscribePath(token));
      await expect(page.getByText(email)).toBeVisible();
      await looks();
      expect(await suppressionOf(email)).toBeUndefined();

      await page.getByRole("button", { name: "Stop mail to this address" }).click();
      await expect(page.getByRole("heading", { name: /^You get no more mail from/ })).toBeVisible();
      await looks();
      expect(await suppressionOf(email)).toMatchObject({ reason: "unsubscribed" });
      await page.reload();
      await expect(page.getByRole("heading", { name: /^You get no more mail from/ })).toBeVisible();

      await page.getByRole("button", { name: "I did not mean this" }).click();
      await expect(page.getByRole("heading", { name: /^You get mail from .* again$/ })).toBeVisible();
      await looks();
      expect(await suppressionOf(email)).toBeUndefined();
      await context.close();
    });
  }
}

test("opening the links changes nothing, and where the form is sent leads to the page", async ({ page }) => {
  const { email, token } = await aLead();
  for (const path of [unsubscribePath(token), unsubscribeSubmitPath(token)]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Stop mail to this address" })).toBeVisible();
    expect((await fetch(`${baseUrl}${path}`, { method: "HEAD", redirect: "manual" })).status).toBeLessThan(400);
  }
  expect(await suppressionOf(email)).toBeUndefined();
});

test("a mail program's one click stops mail: from another site, without cookies, and nothing is asked", async () => {
  const { email, token } = await aLead();
  const answer = await fetch(`${baseUrl}${unsubscribeSubmitPath(token)}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example", "sec-fetch-site": "cross-site" },
    body: "List-Unsubscribe=One-Click",
  });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  expect(await suppressionOf(email)).toMatchObject({ reason: "unsubscribed" });
});

test("a link that was damaged says so, and nothing else", async ({ page }) => {
  const { email, token } = await aLead();
  for (const path of [routes.unsubscribe, unsubscribePath(token.slice(0, -4)), unsubscribePath("1.x")]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText(email)).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("what staff stopped, a reader cannot take back; the lead's page says that they get no mail", async ({ page, context }) => {
  const { email, token } = await aLead();
  await ask("/suppressions", { email, note: "Asked for it by letter." });
  await page.goto(unsubscribePath(token));
  await expect(page.getByRole("heading", { name: /^You get no more mail from/ })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await signIn(context);
  await page.goto(leadPath(email));
  const notice = page.getByRole("region", { name: "Suppression" });
  await expect(notice).toContainText("This lead doesn’t receive emails. Your team stopped emails to them. Asked for it by letter.");
  await expectAccessible(page);
  await notice.getByRole("link", { name: "View suppression" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
});
