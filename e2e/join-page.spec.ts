import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { submitJoinForm } from "./harness/submit-join";
import { getLead } from "./harness/leads";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";

const { baseUrl, secretKey: key } = site();
const ask = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let made = 0;
const anAddress = () => `joiner-${++made}-${Date.now()}@example.org`;

for (const script of [true, false]) {
  for (const width of [390, 1280]) {
    test(`a customer joins by a friend's link, ${script ? "with" : "without"} script, ${width} wide`, async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width, height: 800 }, baseURL: baseUrl });
      const page = await context.newPage();
      const friend = (await ask("/leads/create", { email: anAddress() })).data;
      const email = anAddress();
      await page.goto(`${routes.join}?ref=${friend.referralCode}`);
      await expect(page.getByText("Somebody who is on it already sent you here.")).toBeVisible();
      if (script) await expectAccessible(page);
      await page.getByLabel("Your e-mail address").fill(email);
      await page.getByLabel("First name").fill("Grace");
      await submitJoinForm(page);
      await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
      await expect(page.getByText("Your place in line comes by mail.")).toBeVisible();
      if (script) await expectAccessible(page);
      expect(page.url()).not.toContain(email.split("@")[0]);
      expect(await getLead(email)).toMatchObject({
        firstname: "Grace",
        onWaitlist: true,
        referredBy: { email: friend.email },
        source: "page",
      });
      const said = await page.getByRole("main").textContent();

      // Somebody who is known already reads the same.
      await page.goto(routes.join);
      await page.getByLabel("Your e-mail address").fill(email);
      await submitJoinForm(page);
      await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
      expect(await page.getByRole("main").textContent()).toBe(said);
      await context.close();
    });
  }
}

test("a link with a referral code that nobody has lets people join all the same", async ({ page }) => {
  const email = anAddress();
  await page.goto(`${routes.join}?ref=nowhere`);
  await page.getByLabel("Your e-mail address").fill(email);
  await submitJoinForm(page);
  await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  expect(await getLead(email)).toMatchObject({ onWaitlist: true, referredBy: null });
});

test("opening the links changes nothing", async ({ page }) => {
  const email = anAddress();
  const code = (await ask("/codes/generate", { amount: 1 })).data[0].code;
  const filled = new URLSearchParams({ code, email, ref: "x" });
  for (const path of [routes.join, routes.claim, routes.forms.join, routes.forms.claim]) await page.goto(`${path}?${filled}`);
  expect(await ask(`/leads/email/${email}`)).toMatchObject({ status: 404, error: "lead_not_found" });
  expect((await ask(`/codes/${code}`)).data).toMatchObject({ claims: 0, status: "active" });
});
