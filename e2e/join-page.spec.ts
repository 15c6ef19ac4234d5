import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { getLead } from "./harness/leads";
import { site } from "./harness/site";
import { submitJoinForm } from "./harness/submit-join";
import { heavyOnly } from "./harness/tags";

const { baseUrl, secretKey: key } = site();
const api = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let count = 0;
const createEmail = () => `joiner-${++count}-${Date.now()}@example.org`;

for (const javaScript of [true, false]) {
  for (const width of [390, 1280]) {
    test(
      `a customer joins with a friend's link, ${javaScript ? "with" : "without"} JavaScript, ${width} px wide`,
      javaScript && width === 390 ? {} : heavyOnly,
      async ({ browser }) => {
        const context = await browser.newContext({ javaScriptEnabled: javaScript, viewport: { width, height: 800 }, baseURL: baseUrl });
        const page = await context.newPage();
        const referrer = (await api("/leads/create", { email: createEmail() })).data;
        const email = createEmail();
        await page.goto(`${routes.join}?ref=${referrer.referralCode}`);
        await expect(page.getByText("A friend invited you")).toBeVisible();
        if (javaScript) await expectAccessible(page);
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("First name").fill("Grace");
        await submitJoinForm(page);
        await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
        await expect(page.getByText("We'll email your position to")).toBeVisible();
        if (javaScript) await expectAccessible(page);
        expect(page.url()).not.toContain(email.split("@")[0]);
        expect(await getLead(email)).toMatchObject({
          firstname: "Grace",
          onWaitlist: true,
          referredBy: { email: referrer.email },
          source: "page",
        });
        const text = await page.getByRole("main").textContent();

        // A known email gets the same response.
        await page.goto(routes.join);
        await page.getByLabel("Email").fill(email);
        await submitJoinForm(page);
        await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
        expect(await page.getByRole("main").textContent()).toBe(text);
        await context.close();
      },
    );
  }
}

test("people can join with an unknown referral code", async ({ page }) => {
  const email = createEmail();
  await page.goto(`${routes.join}?ref=nowhere`);
  await page.getByLabel("Email").fill(email);
  await submitJoinForm(page);
  await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
  expect(await getLead(email)).toMatchObject({ onWaitlist: true, referredBy: null });
});

test("opening the links changes nothing", async ({ page }) => {
  const email = createEmail();
  const code = (await api("/codes/generate", { amount: 1 })).data[0].code;
  const query = new URLSearchParams({ code, email, ref: "x" });
  for (const path of [routes.join, routes.claim, routes.forms.join, routes.forms.claim]) await page.goto(`${path}?${query}`);
  expect(await api(`/leads/email/${email}`)).toMatchObject({ status: 404, error: "lead_not_found" });
  expect((await api(`/codes/${code}`)).data).toMatchObject({ claims: 0, status: "active" });
});
