import type { Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { callApi } from "./harness/api";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { postApi, uniqueTag } from "./harness/leads";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

const allFeatures = ["claims", "sign_ups", "email"];
const resume = () => postApi("/project/pause", { resume: allFeatures, message: null });
test.beforeEach(async () => void (await postApi("/leads/create", { email: `${uniqueTag()}@example.org` })));
test.afterEach(resume);

const api = (path: string, body: object, key = site().publicKey) => callApi(`${site().baseUrl}/api${path}`, { key, body });
// Many claims: every check that claims are running uses one.
const createCode = async (): Promise<string> => (await postApi("/codes/generate", { amount: 1, allowedClaims: 1000 }))[0].code;
const banner = (page: Page) => page.getByRole("region", { name: "Paused" });

test("staff pause and resume claims with one click, every page shows it, and the activity says who did it", async ({ page, context }) => {
  const code = await createCode();
  await signIn(context);
  await page.goto(routes.overview);
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole("switch", { name: "Claims" }).click();
  await expect(banner(page)).toContainText("Claims are paused.");
  await expect(page.getByText("No one can claim codes.")).toBeVisible();
  await expect.poll(async () => (await api("/codes/claim", { code, email: `${uniqueTag()}@example.org` })).error).toBe("claims_paused");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(async () => (await api("/codes/claim", { code, email: `${uniqueTag()}@example.org` })).status).toBe(200);

  await page.getByRole("switch", { name: "Sign-ups", exact: true }).click();
  await expect.poll(async () => (await api("/leads/create", { email: `${uniqueTag()}@example.org` })).error).toBe("sign_ups_paused");
  await page.goto(routes.leads);
  await expect(banner(page)).toContainText("Sign-ups are paused.");
  await banner(page).getByRole("link", { name: "View activity" }).click();
  await expect(page.getByText("Paused sign-ups").first()).toBeVisible();
  await banner(page).getByRole("button", { name: "Resume" }).click();
  await expect(banner(page)).toHaveCount(0);
});

test("the public message replaces the forms on the pages", heavyOnly, async ({ page, context, browser }) => {
  const message = "We'll be back tomorrow at noon.";
  await signIn(context);
  await page.goto(routes.overview);
  await page.getByRole("button", { name: "Public message" }).click();
  const dialog = page.getByRole("dialog", { name: "Public message" });
  await dialog.getByLabel("Message").fill(message);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save message", exact: true }).click();
  await expect(page.getByText(`Message shown while paused: ${message}`)).toBeVisible();
  await page.getByRole("switch", { name: "Claims" }).click();
  await page.getByRole("switch", { name: "Sign-ups", exact: true }).click();
  await expect(banner(page)).toContainText("Claims and sign-ups are paused.");
  const email = `${uniqueTag()}@example.org`;
  await expect.poll(async () => (await api("/leads/create", { email })).error).toBe("sign_ups_paused");

  for (const javaScriptEnabled of [true, false]) {
    const customer = await (await browser.newContext({ javaScriptEnabled, baseURL: site().baseUrl })).newPage();
    for (const [path, title] of [
      [routes.claim, "Claims are paused"],
      [routes.join, "Sign-ups are paused"],
    ] as const) {
      await customer.goto(path);
      await expect(customer.getByRole("heading", { name: title })).toBeVisible();
      await expect(customer.getByText(message)).toBeVisible();
      await expect(customer.getByRole("button")).toHaveCount(0);
      if (javaScriptEnabled) await expectAccessible(customer);
    }
    await customer.context().close();
  }
});

test("a form that was already open shows the pause when submitted", async ({ page }) => {
  const code = await createCode();
  await page.goto(routes.claim);
  await page.getByLabel("Code").fill(code);
  await page.getByLabel("Email").fill(`${uniqueTag()}@example.org`);
  await postApi("/project/pause", { pause: ["claims"] });
  await page.getByRole("button", { name: "Claim code" }).click();
  await expect(page.getByRole("heading", { name: "Claims are paused" })).toBeVisible();
  await resume();
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Claims are paused right now.");
  await page.getByRole("button", { name: "Claim code" }).click();
  await expect(page.getByRole("heading", { name: "Code claimed" })).toBeVisible();
});

test("paused emails to leads are sent after resuming, and emails to staff are never paused", async ({ context }) => {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  await postApi("/project/pause", { pause: ["email"] });
  const { sendId } = await postApi("/codes/send", { code: await createCode(), emails: [email] });
  const status = async () =>
    (await callApi(`${site().baseUrl}/api/sends/${sendId}/deliveries`, { key: site().secretKey })).data.map(
      (delivery: { status: string }) => delivery.status,
    );
  const staff = await createStaffMember("viewer");
  await context.request.post("/api/password/forgot", { data: { email: staff.email } });
  await waitForEmail(staff.email);
  expect(await status()).toEqual(["queued"]);
  await resume();
  await waitForEmail(email);
  await expect.poll(status).toEqual(["sent"]);
});

test("a viewer sees what is paused but can't change it", heavyOnly, async ({ page, context }) => {
  const viewer = await createStaffMember("viewer");
  await postApi("/project/pause", { pause: ["email"] });
  await signIn(context, viewer);
  await page.goto(routes.overview);
  await expect(banner(page)).toContainText("Email is paused.");
  await expect(page.getByText("Emails are queued until you resume.")).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(banner(page).getByRole("button")).toHaveCount(0);
});

test("paused pages are accessible", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await postApi("/project/pause", { pause: allFeatures, message: "We'll be back tomorrow at noon. Thank you for waiting." });
  for (const path of size([routes.codes], [routes.overview, routes.codes])) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
  for (const path of size([routes.claim], [routes.claim, routes.join])) {
    await page.goto(path);
    await expectAccessibleInEachLook(page);
  }
});

test(
  "people can't join before the opening time, after the end, and while the waitlist is full",
  heavyOnly,
  async ({ page, context, browser }) => {
    await signIn(context);
    const customer = await (await browser.newContext({ baseURL: site().baseUrl })).newPage();
    const expectNotice = async (title: string, text: string | RegExp) => {
      await customer.goto(routes.join);
      await expect(customer.getByRole("heading", { name: title })).toBeVisible();
      await expect(customer.getByText(text)).toBeVisible();
      await expect(customer.getByRole("button")).toHaveCount(0);
    };
    const save = async () => {
      await page.getByRole("button", { name: "Save changes" }).first().click();
      await expect(page.getByText("Project saved").first()).toBeVisible();
      await page.reload();
    };

    await page.goto(routes.settings.project);
    await page.getByLabel("Sign-ups open: date").fill("2099-12-24");
    await page.getByLabel("Sign-ups close: date").fill("2099-12-23");
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await expect(page.getByText("Must be after sign-ups open")).toBeVisible();
    await expect(page.getByLabel("Sign-ups close: date")).toBeFocused();
    await page.getByLabel("Sign-ups close: date").fill("2099-12-31");
    await save();
    await expectNotice("Sign-ups open soon", /^You can join from Dec 24, 2099/);
    await expectAccessible(customer);
    await customer.goto(routes.claim);
    await expect(customer.getByRole("link", { name: /Join/ })).toHaveCount(0);
    await page.goto(routes.overview);
    await expect(page.getByText(/^Customers can join from Dec 24, 2099/)).toBeVisible();

    await page.goto(routes.settings.project);
    await page.getByRole("button", { name: "Open now" }).click();
    await page.getByLabel("Sign-ups close: date").fill("2020-01-01");
    await page.getByLabel("Message while people can't join").fill("See you at the fair.");
    await save();
    await expectNotice("Sign-ups are closed", "See you at the fair.");

    await page.getByRole("button", { name: "Never close" }).click();
    await page.getByLabel("Maximum size of the waitlist").fill("1");
    await page.getByLabel("Message while people can't join").fill("");
    await save();
    await customer.goto(routes.join);
    const form = customer.getByRole("button", { name: "Join waitlist" });
    await customer.getByLabel("Email").fill(`${uniqueTag()}@example.org`);
    await context.request.post("/api/leads/create", {
      data: { email: `${uniqueTag()}@example.org`, waitlist: true },
      headers: { "sec-fetch-site": "same-origin" },
    });
    await form.click();
    await expect(customer.getByRole("heading", { name: "The waitlist is full" })).toBeVisible();
    await expectNotice("The waitlist is full", /Try again later/);
    await page.getByLabel("Maximum size of the waitlist").fill("");
    await save();
    await customer.context().close();
  },
);
