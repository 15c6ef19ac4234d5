import type { Browser, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { waitForEmail } from "./harness/inbox";
import { submitJoinForm } from "./harness/submit-join";
import { getLead } from "./harness/leads";
import { test } from "./harness/isolated-site";
import { expect, expectAccessible } from "./harness/fixtures";
import { owner, site } from "./harness/site";
import { findLink } from "./harness/staff";

const wording = "I want news about the launch.\nI am over 16.";
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ playwright, ownSite }) => {
  const staff = await playwright.request.newContext({ baseURL: ownSite.baseUrl, extraHTTPHeaders: { "sec-fetch-site": "same-origin" } });
  await staff.post("/api/session", { data: owner });
  const data = { consentText: wording, doubleOptIn: true, referralPlaces: 2 };
  const changed = await staff.patch("/api/project", { data });
  expect(changed.status(), await changed.text()).toBe(200);
  await staff.dispose();
});

const ask = (path: string, body?: object) => callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });
const placeOf = async (email: string) => (await ask(`/leads/email/${encodeURIComponent(email)}/position`)).data;
const textOf = async (email: string, place: number) => (await waitForEmail(email, place)).text ?? "";

let made = 0;
const anAddress = (name: string) => `${name}-${++made}@example.org`;

/** As programs do that look through mail: every link is opened, and pressed nowhere. */
async function scan(text: string): Promise<void> {
  for (const link of text.match(/https?:\/\/\S+/g) ?? []) for (const method of ["HEAD", "GET"]) await fetch(link, { method });
}

async function joins(page: Page, email: string, at: string = routes.join): Promise<void> {
  await page.goto(at);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("checkbox", { name: /I want news about the launch/ }).check();
  await submitJoinForm(page);
  await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
}

async function confirms(page: Page, email: string): Promise<void> {
  const text = await textOf(email, 1);
  await scan(text);
  expect(await getLead(email)).toMatchObject({ standing: "unconfirmed", onWaitlist: false });
  await page.goto(findLink(text, routes.confirm).href);
  await page.getByRole("button", { name: "Yes, join" }).click();
  await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
}

const opened = (browser: Browser, script: boolean, width: number) =>
  browser.newContext({ javaScriptEnabled: script, viewport: { width, height: 800 }, baseURL: site().baseUrl });

for (const [script, width] of [
  [true, 1280],
  [false, 390],
] as const) {
  test(`from joining to claiming, ${script ? "with" : "without"} script, ${width} wide`, async ({ browser }) => {
    test.slow();
    const context = await opened(browser, script, width);
    const page = await context.newPage();
    const accessible = async () => script && (await expectAccessible(page));
    const others = [anAddress("first"), anAddress("second"), anAddress("third")];
    for (const email of others) await ask("/leads/create", { email, waitlist: true });
    const ada = anAddress("ada");

    await page.goto(routes.join);
    await accessible();
    await joins(page, ada);
    await accessible();
    const pending = await getLead(ada);
    expect(pending).toMatchObject({ standing: "unconfirmed", onWaitlist: false, consent: { wording } });
    await page.goto(findLink(await textOf(ada, 1), routes.confirm).href);
    await accessible();
    await confirms(page, ada);
    await accessible();
    expect(await getLead(ada)).toMatchObject({ standing: "active", onWaitlist: true, confirmedAt: expect.any(String) });

    // The mail tells the place, and the page behind its link the same that staff see.
    const welcome = await textOf(ada, 2);
    const { place, waiting } = await placeOf(ada);
    expect(welcome).toContain(`number ${place} on the`);
    const own = findLink(welcome, routes.position).href;
    await scan(welcome);
    expect(await placeOf(ada)).toEqual({ place, waiting, friends: 0 });
    await page.goto(own);
    await expect(page.getByText(String(place), { exact: true })).toBeVisible();
    await expect(page.getByText(`of ${waiting} in line`)).toBeVisible();
    await expect(page.getByText("Each friend who joins by your link moves you up 2 places. Nobody has joined by it yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible({ visible: script });
    await accessible();

    // A friend counts once they have confirmed.
    const link = await page.getByLabel("Your link", { exact: true }).inputValue();
    const friend = anAddress("friend");
    await joins(page, friend, link);
    expect(await placeOf(ada)).toMatchObject({ place, friends: 0 });
    await confirms(page, friend);
    await expect.poll(() => placeOf(ada)).toEqual({ place: place - 2, waiting: waiting + 1, friends: 1 });
    await page.goto(own);
    await expect(page.getByText("One friend has joined by it.")).toBeVisible();

    // Invited, and claimed by the mail's button.
    await ask("/leads/invite", { emails: [ada] });
    const invited = await textOf(ada, 3);
    await scan(invited);
    await page.goto(findLink(invited, routes.claim).href);
    await page.getByLabel("Your e-mail address").fill(ada);
    await page.getByRole("button", { name: "Claim" }).click();
    await expect(page.getByRole("heading", { name: "Claimed", exact: true })).toBeVisible();
    expect(await getLead(ada)).toMatchObject({ hasClaimedCode: true, onWaitlist: false });
    await page.goto(own);
    await expect(page.getByText("You have claimed a code, so you need not wait in line.")).toBeVisible();

    // The friend leaves, and is erased.
    const theirs = findLink(await textOf(friend, 2), routes.position).href;
    await page.goto(theirs);
    await page.getByText("Leave the waitlist").click();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { name: "You have left the waitlist" })).toBeVisible();
    expect(await getLead(friend)).toMatchObject({ onWaitlist: false });
    await page.goto(theirs);
    await page.getByText("Erase me").first().click();
    await page.getByLabel("I want to be erased").check();
    await page.getByRole("button", { name: "Erase me" }).click();
    await expect(page.getByRole("heading", { name: "You are erased" })).toBeVisible();
    expect((await ask(`/leads/email/${friend}`)).status).toBe(404);
    await page.goto(theirs);
    await expect(page.getByRole("heading", { name: "This link leads nowhere" })).toBeVisible();
    await accessible();
    await context.close();
  });
}

test("a link that is damaged, or made for something else, opens nothing", async ({ browser }) => {
  const context = await opened(browser, true, 390);
  const page = await context.newPage();
  const email = anAddress("grace");
  await joins(page, email);
  const token = findLink(await textOf(email, 1), routes.confirm).searchParams.get("t") ?? "";
  for (const t of ["", "x", token, `${token.slice(0, -2)}AA`, `${token}${token}`]) {
    await page.goto(`${routes.position}?${new URLSearchParams({ t })}`);
    await expect(page.getByRole("heading", { name: "This link leads nowhere" })).toBeVisible();
  }
  expect(await getLead(email)).toMatchObject({ standing: "unconfirmed" });
  await context.close();
});

test("whoever does not agree does not join, and whoever agreed to an older wording reads the new one", async ({ browser }) => {
  const context = await opened(browser, false, 390);
  const page = await context.newPage();
  const email = anAddress("mary");
  for (const consent of ["", "0".repeat(64)]) {
    await page.goto(routes.join);
    const answer = await context.request.post(routes.forms.join, {
      form: { email, ...(consent && { consent }) },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(await answer.text()).toContain("Agree to this to join.");
  }
  expect((await ask(`/leads/email/${email}`)).status).toBe(404);
  await context.close();
});

test("one click in a mail program stops mail, and only that", async ({ browser }) => {
  const context = await opened(browser, false, 390);
  const page = await context.newPage();
  const email = anAddress("alan");
  await joins(page, email);
  const mail = await waitForEmail(email);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const door = header("list-unsubscribe").replace(/^<|>$/g, "");
  const suppressed = async () => (await ask(`/suppressions?${new URLSearchParams({ email })}`)).data;
  await scan(`${mail.text} ${door}`);
  expect(await suppressed()).toEqual([]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(door, { method: "POST", body })).status).toBe(200);
  expect(await suppressed()).toMatchObject([{ email, reason: "unsubscribed" }]);
  await context.close();
});
