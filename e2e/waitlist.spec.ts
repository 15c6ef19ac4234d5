import type { Browser, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { embedScript, pageHtml, withExternalSite } from "./harness/external-site";
import { expect, expectAccessible } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { getLead } from "./harness/leads";
import { site } from "./harness/site";
import { findLink, signIn } from "./harness/staff";
import { submitJoinForm } from "./harness/submit-join";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

const consentText = "I want news about the launch.\nI am over 16.";
test.describe.configure({ mode: "serial" });

async function updateProject(browser: Browser, data: object): Promise<void> {
  const context = await browser.newContext({ baseURL: site().baseUrl, extraHTTPHeaders: { "sec-fetch-site": "same-origin" } });
  await signIn(context);
  const response = await context.request.patch("/api/project", { data });
  expect(response.status(), await response.text()).toBe(200);
  await context.close();
}

test.beforeAll(({ browser }) => updateProject(browser, { consentText, doubleOptIn: true, referralBonus: 2 }));

const api = (path: string, body?: object) => callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });
const getPosition = async (email: string) => (await api(`/leads/email/${encodeURIComponent(email)}/position`)).data;
const getEmailText = async (email: string, index: number) => (await waitForEmail(email, index)).text ?? "";

let count = 0;
const createEmail = (name: string) => `${name}-${++count}@example.org`;

/** Opens every link of an email like a security scanner, without clicking any button. */
async function openAllLinks(text: string): Promise<void> {
  for (const link of text.match(/https?:\/\/\S+/g) ?? []) for (const method of ["HEAD", "GET"]) await fetch(link, { method });
}

async function joinWaitlist(page: Page, email: string, path: string = routes.join): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("checkbox", { name: /I want news about the launch/ }).check();
  await submitJoinForm(page);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

async function confirmEmail(page: Page, email: string): Promise<void> {
  const text = await getEmailText(email, 1);
  await openAllLinks(text);
  expect(await getLead(email)).toMatchObject({ status: "unconfirmed", onWaitlist: false });
  await page.goto(findLink(text, routes.confirm).href);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
}

const openContext = (browser: Browser, javaScript: boolean, width: number) =>
  browser.newContext({ javaScriptEnabled: javaScript, viewport: { width, height: 800 }, baseURL: site().baseUrl });

test("a lead leaves the waitlist and deletes their data, and opening the links in emails changes nothing", async ({ browser }) => {
  const context = await openContext(browser, true, 1280);
  const page = await context.newPage();
  const lead = createEmail("ada");
  await page.goto(routes.join);
  await expectAccessible(page);
  await joinWaitlist(page, lead);
  await expectAccessible(page);
  await page.goto(findLink(await getEmailText(lead, 1), routes.confirm).href);
  await expectAccessible(page);
  await confirmEmail(page, lead);
  await expectAccessible(page);

  const joinedEmail = await getEmailText(lead, 2);
  const before = await getPosition(lead);
  await openAllLinks(joinedEmail);
  expect(await getPosition(lead)).toEqual(before);
  const positionUrl = findLink(joinedEmail, routes.position).href;
  await page.goto(positionUrl);
  await expect(
    page.getByText("You move up 2 positions for each friend who joins with your link. No friends have joined yet."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link", exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByText("Leave the waitlist").click();
  await page.getByRole("button", { name: "Leave waitlist" }).click();
  await expect(page.getByRole("heading", { name: "You've left the waitlist" })).toBeVisible();
  expect(await getLead(lead)).toMatchObject({ onWaitlist: false });
  await page.goto(positionUrl);
  await page.getByText("Delete my data").first().click();
  await page.getByLabel("Yes, I want to delete my data").check();
  await page.getByRole("button", { name: "Delete my data" }).click();
  await expect(page.getByRole("heading", { name: "Your data has been deleted" })).toBeVisible();
  expect((await api(`/leads/email/${lead}`)).status).toBe(404);
  await page.goto(positionUrl);
  await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test("a damaged link, or one for another purpose, opens nothing", heavyOnly, async ({ browser }) => {
  const context = await openContext(browser, true, 390);
  const page = await context.newPage();
  const email = createEmail("grace");
  await joinWaitlist(page, email);
  const confirmToken = findLink(await getEmailText(email, 1), routes.confirm).searchParams.get("token") ?? "";
  for (const token of ["", "x", confirmToken, `${confirmToken.slice(0, -2)}AA`, `${confirmToken}${confirmToken}`]) {
    await page.goto(`${routes.position}?${new URLSearchParams({ token })}`);
    await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
  }
  expect(await getLead(email)).toMatchObject({ status: "unconfirmed" });
  await context.close();
});

test("people can't join without agreeing to the current consent text", async ({ browser }) => {
  const context = await openContext(browser, false, 390);
  const page = await context.newPage();
  const email = createEmail("mary");
  for (const consent of ["", "0".repeat(64)]) {
    await page.goto(routes.join);
    const response = await context.request.post(routes.forms.join, {
      form: { email, ...(consent && { consent }) },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(await response.text()).toContain("Check this box to join the waitlist.");
  }
  expect((await api(`/leads/email/${email}`)).status).toBe(404);
  await context.close();
});

test("a visitor of another site agrees to the consent text as it reads when they join", async ({ page, browser }) => {
  await withExternalSite(async (externalSite) => {
    await page.goto(externalSite.addPage({ body: pageHtml(embedScript("join")) }));
    const consent = page.getByRole("checkbox", { name: /I want news about the launch/ });
    const submit = page.getByRole("button", { name: "Join waitlist" });
    const email = createEmail("embedded");
    await page.getByLabel("Email").fill(email);
    await submit.click();
    await expect(consent).toBeFocused();
    await expectAccessible(page);

    const newText = "I want news about the launch and agree to the [terms](https://example.org/terms).";
    await updateProject(browser, { consentText: newText });
    await consent.check();
    await submit.click();
    await expect(consent).toHaveAccessibleDescription("Check this box to join the waitlist.");
    await expect(consent).not.toBeChecked();
    await expect(page.getByRole("link", { name: "terms" })).toHaveAttribute("href", "https://example.org/terms");
    await expectAccessible(page);
    expect((await api(`/leads/email/${email}`)).status).toBe(404);
    await consent.check();
    await submit.click();
    await expect(page.getByText("Check your email", { exact: true })).toBeVisible();
    expect(await getLead(email)).toMatchObject({ status: "unconfirmed", consent: { wording: newText } });
  });
});

test("one-click unsubscribe in an email client works, and opening the link does not", heavyOnly, async ({ browser }) => {
  const context = await openContext(browser, false, 390);
  const page = await context.newPage();
  const email = createEmail("alan");
  await joinWaitlist(page, email);
  const message = await waitForEmail(email);
  const header = (name: string) => message.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const unsubscribeUrl = header("list-unsubscribe").replace(/^<|>$/g, "");
  const getSuppressions = async () => (await api(`/suppressions?${new URLSearchParams({ email })}`)).data;
  await openAllLinks(`${message.text} ${unsubscribeUrl}`);
  expect(await getSuppressions()).toEqual([]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(unsubscribeUrl, { method: "POST", body })).status).toBe(200);
  expect(await getSuppressions()).toMatchObject([{ email, reason: "unsubscribed" }]);
  await context.close();
});
