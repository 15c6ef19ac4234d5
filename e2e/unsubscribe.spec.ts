import { createLinkToken } from "@/core/leads/email-links";
import { leadPath, routes, unsubscribePath, unsubscribeSubmitPath } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const { baseUrl, secretKey: key } = site();
const api = (path: string, body?: object) => callApi(`${baseUrl}/api${path}`, { key, body });
let count = 0;

/** Creates a lead and the token of its unsubscribe link. */
async function createLeadWithToken(name = "reader") {
  const email = `${name}-${++count}-${Date.now()}@example.org`;
  const { referralCode } = (await api("/leads/create", { email })).data;
  return { email, token: createLinkToken({ projectId: 1, referralCode, email }, "unsubscribe") };
}

const getSuppression = async (email: string) => (await api(`/suppressions?email=${encodeURIComponent(email)}`)).data[0];

for (const javaScript of [true, false]) {
  for (const { width, colorScheme } of [
    { width: 390, colorScheme: "dark" },
    { width: 1280, colorScheme: "light" },
  ] as const) {
    test(
      `a reader unsubscribes and undoes it, ${javaScript ? "with" : "without"} JavaScript, ${width} px wide`,
      javaScript === (width === 390) ? {} : heavyOnly,
      async ({ browser }) => {
        const viewport = { width, height: 800 };
        const context = await browser.newContext({ javaScriptEnabled: javaScript, viewport, colorScheme, baseURL: baseUrl });
        const page = await context.newPage();
        const expectAccessiblePage = async () => void (javaScript && (await expectAccessible(page)));
        const { email, token } = await createLeadWithToken("reader.with.a.long.address.that.breaks");
        await page.goto(unsubscribePath(token));
        await expect(page.getByText(email)).toBeVisible();
        await expectAccessiblePage();
        expect(await getSuppression(email)).toBeUndefined();

        await page.getByRole("button", { name: "Unsubscribe" }).click();
        await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
        await expectAccessiblePage();
        expect(await getSuppression(email)).toMatchObject({ reason: "unsubscribed" });
        await page.reload();
        await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();

        await page.getByRole("button", { name: "Undo" }).click();
        await expect(page.getByRole("heading", { name: "You're subscribed again" })).toBeVisible();
        await expectAccessiblePage();
        expect(await getSuppression(email)).toBeUndefined();
        await context.close();
      },
    );
  }
}

test("opening the links changes nothing, and the form's action redirects to the page", async ({ page }) => {
  const { email, token } = await createLeadWithToken();
  for (const path of [unsubscribePath(token), unsubscribeSubmitPath(token)]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
    expect((await fetch(`${baseUrl}${path}`, { method: "HEAD", redirect: "manual" })).status).toBeLessThan(400);
  }
  expect(await getSuppression(email)).toBeUndefined();
});

test("one-click unsubscribe works from another site without cookies or a question", async () => {
  const { email, token } = await createLeadWithToken();
  const response = await fetch(`${baseUrl}${unsubscribeSubmitPath(token)}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example", "sec-fetch-site": "cross-site" },
    body: "List-Unsubscribe=One-Click",
  });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
  expect(await getSuppression(email)).toMatchObject({ reason: "unsubscribed" });
});

test("a damaged link only says that it isn't valid", heavyOnly, async ({ page }) => {
  const { email, token } = await createLeadWithToken();
  for (const path of [routes.unsubscribe, unsubscribePath(token.slice(0, -4)), unsubscribePath("1.x")]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText(email)).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("a reader can't undo a suppression by staff, and the lead's page shows it", heavyOnly, async ({ page, context }) => {
  const { email, token } = await createLeadWithToken();
  await api("/suppressions", { email, note: "Asked for it by letter." });
  await page.goto(unsubscribePath(token));
  await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await signIn(context);
  await page.goto(leadPath(email));
  const notice = page.getByRole("region", { name: "Suppression" });
  await expect(notice).toContainText("This lead doesn't receive emails. Your team stopped emails to them. Asked for it by letter.");
  await expectAccessible(page);
  await notice.getByRole("link", { name: "View suppression" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
});
