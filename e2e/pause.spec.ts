import type { Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { waitForEmail } from "./harness/inbox";
import { uniqueTag, postApi } from "./harness/leads";
import { test } from "./harness/isolated-site";
import { expect, expectAccessible } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

const everything = ["claims", "sign_ups", "email"];
const resume = () => postApi("/project/pause", { resume: everything, text: null });
test.beforeEach(async () => void (await postApi("/leads/create", { email: `${uniqueTag()}@example.org` })));
test.afterEach(resume);

const ask = (path: string, body: object, key = site().publicKey) => callApi(`${site().baseUrl}/api${path}`, { key, body });
// Whoever asks whether claims are paused claims it where they are not.
const aCode = async (): Promise<string> => (await postApi("/codes/generate", { amount: 1, allowedClaims: 1000 }))[0].code;
const banner = (page: Page) => page.getByRole("region", { name: "Paused" });

test("one click pauses claims and another resumes them; every page says so, and the activity who it was", async ({ page, context }) => {
  const code = await aCode();
  await signIn(context);
  await page.goto(routes.overview);
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole("switch", { name: "Claims" }).click();
  await expect(banner(page)).toContainText("Claims are paused.");
  await expect(page.getByText("Nobody can claim a code.")).toBeVisible();
  await expect.poll(async () => (await ask("/codes/claim", { code, email: `${uniqueTag()}@example.org` })).error).toBe("claims_paused");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(async () => (await ask("/codes/claim", { code, email: `${uniqueTag()}@example.org` })).status).toBe(200);

  await page.getByRole("switch", { name: "Sign-ups", exact: true }).click();
  await expect.poll(async () => (await ask("/leads/create", { email: `${uniqueTag()}@example.org` })).error).toBe("sign_ups_paused");
  await page.goto(routes.leads);
  await expect(banner(page)).toContainText("Sign-ups are paused.");
  await banner(page).getByRole("link", { name: "Who paused it" }).click();
  await expect(page.getByText("Paused sign-ups").first()).toBeVisible();
  await banner(page).getByRole("button", { name: "Resume" }).click();
  await expect(banner(page)).toHaveCount(0);
});

test("the public message stands on the pages in place of their forms, and in the refusals", async ({ page, context, browser }) => {
  const message = "We are back tomorrow at noon.";
  await signIn(context);
  await page.goto(routes.overview);
  await page.getByRole("button", { name: "Public message" }).click();
  const dialog = page.getByRole("dialog", { name: "Public message" });
  await dialog.getByLabel("Message").fill(message);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`customers read: ${message}`)).toBeVisible();
  await page.getByRole("switch", { name: "Claims" }).click();
  await page.getByRole("switch", { name: "Sign-ups", exact: true }).click();
  await expect(banner(page)).toContainText("Claims and sign-ups are paused.");
  const email = `${uniqueTag()}@example.org`;
  await expect.poll(async () => (await ask("/leads/create", { email })).error).toBe("sign_ups_paused");

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

test("a form that was open when the pause began is answered with the pause", async ({ page }) => {
  const code = await aCode();
  await page.goto(routes.claim);
  await page.getByLabel("Code").fill(code);
  await page.getByLabel("Your e-mail address").fill(`${uniqueTag()}@example.org`);
  await postApi("/project/pause", { pause: ["claims"] });
  await page.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByRole("heading", { name: "Claims are paused" })).toBeVisible();
  await resume();
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Claims are paused at the moment.");
  await page.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByRole("heading", { name: "Claimed" })).toBeVisible();
});

test("mail that is paused leaves once it is resumed; mail to staff does not wait", async ({ context }) => {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/leads/create", { email });
  await postApi("/project/pause", { pause: ["email"] });
  const { sendId } = await postApi("/codes/send", { code: await aCode(), emails: [email] });
  const status = async () =>
    (await callApi(`${site().baseUrl}/api/sends/${sendId}/deliveries`, { key: site().secretKey })).data.map(
      (each: { status: string }) => each.status,
    );
  // Their invitation was mailed.
  await createStaffMember(context, "viewer");
  expect(await status()).toEqual(["queued"]);
  await resume();
  await waitForEmail(email);
  await expect.poll(status).toEqual(["sent"]);
});

test("whoever may only read sees what is paused, and no switch", async ({ page, context }) => {
  const reader = await createStaffMember(context, "viewer");
  await postApi("/project/pause", { pause: ["email"] });
  await signIn(context, reader);
  await page.goto(routes.overview);
  await expect(banner(page)).toContainText("Mail is paused.");
  await expect(page.getByText("What you send to leads waits.")).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(banner(page).getByRole("button")).toHaveCount(0);
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`pauses are quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    await page.goto(routes.overview, { waitUntil: "networkidle" });
    await expectAccessible(page);
    await postApi("/project/pause", { pause: everything, text: "We are letting everybody in again tomorrow at noon. Thank you for waiting." });
    for (const path of [routes.overview, routes.codes, routes.claim, routes.join]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectAccessible(page);
    }
  });
}
