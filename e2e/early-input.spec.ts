import type { BrowserContext, Page } from "@playwright/test";
import { batchPath, codePath, emailTemplatePath, leadPath, routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { openBeforeHydration } from "./harness/before-hydration";
import { expect, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const controls = "button, input, textarea, select, [role=checkbox], [role=switch], [role=radio], [role=combobox]";

/** The text that is typed into each type of field. */
const texts: Record<string, string> = {
  date: "2031-05-06",
  time: "07:08",
  email: "early@example.org",
  url: "https://example.org/",
  color: "#123456",
};

/** Enters a text into each field that can be edited, and returns the fields. */
const typeEverywhere = (page: Page, contents: Record<string, string>): Promise<string[]> =>
  page.evaluate((contents) => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].filter(
      (field) => field.checkVisibility() && !field.disabled && !field.readOnly && field.tabIndex >= 0 && field.ariaHidden === null,
    );
    return fields.map((field, index) => {
      field.focus();
      // A picker and a text field for the same color.
      const isColor = field.previousElementSibling instanceof HTMLInputElement && field.previousElementSibling.type === "color";
      const type = isColor ? "color" : field.type;
      field.value = contents[type] ?? (field.inputMode === "numeric" ? `${7 + index}` : `early ${index}`);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dataset.early = field.value;
      return `${field.type} ${field.name || field.getAttribute("aria-label")}`;
    });
  }, contents);

/** The fields that don't contain what was entered. */
const listLostFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("[data-early]")];
    const digits = (text = "") => text.replaceAll(",", "");
    return fields
      .filter((field) => digits(field.value) !== digits(field.dataset.early))
      .map((field) => `${field.name || field.ariaLabel}: ${field.dataset.early} became ${field.value}`);
  });

/** The controls that take input although React doesn't react to it yet. */
const listDeafControls = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const textTypes = ["text", "email", "password", "search", "date", "time", "color", "url"];
    const isText = (control: Element) => control instanceof HTMLInputElement && textTypes.includes(control.type);
    const isWaiting = (control: Element) =>
      control.matches(":disabled, :read-only[readonly], [aria-disabled=true]") || control.closest("[aria-disabled=true]") !== null;
    // These only open, close or show something.
    const isView = (control: Element) => control.matches("button:not([type=submit], [role])");
    return [...document.querySelectorAll(selector)]
      .filter((control) => control.checkVisibility() && !isText(control) && !isView(control) && !isWaiting(control))
      .map((control) => control.outerHTML.slice(0, 200));
  }, selector);

async function expectNothingLost(context: BrowserContext, path: string): Promise<void> {
  const { page, hydrate } = await openBeforeHydration(context, path);
  await expect(page.locator("main")).toBeVisible();
  expect(await listDeafControls(page, controls)).toEqual([]);
  const fields = await typeEverywhere(page, texts);
  await hydrate();
  const waitForRender = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await waitForRender();
  // What is lost doesn't come back.
  await expect.poll(async () => ({ fields, lost: await listLostFields(page) })).toEqual({ fields, lost: [] });
  await page.close();
}

// The first one only redirects.
const { all: _, ...settingsPages } = routes.settings;
const pages = [
  ...[routes.overview, routes.activity, routes.bin, routes.codes, routes.generate, routes.batches, routes.claims, routes.leads],
  ...[
    routes.imports,
    routes.waitlist,
    routes.waves,
    routes.sends,
    routes.automaticEmails,
    routes.savedEmails,
    routes.suppressions,
    routes.secondFactor,
  ],
  ...Object.values(settingsPages),
  emailTemplatePath("code"),
];
// Pages with a form, a list and a dialog.
const sample: string[] = [routes.generate, routes.settings.project, routes.waitlist, routes.dialogs.addLead];
for (const path of [...pages, ...Object.values(routes.dialogs)])
  test(`keeps what is typed into ${path} before it reacts`, sample.includes(path) ? {} : heavyOnly, async ({ context }) => {
    await signIn(context);
    await expectNothingLost(context, path);
  });
for (const path of [routes.signIn, routes.forgotPassword])
  test(`keeps what is typed into ${path} before it reacts`, async ({ context }) => {
    await expectNothingLost(context, path);
  });

test("the pages of a code, a batch and a lead keep what is typed before they react", heavyOnly, async ({ context }) => {
  const { baseUrl, secretKey: key } = site();
  const { data: codes } = await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 1, name: "Early" } });
  const email = `early-${Date.now()}@example.org`;
  await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code: codes[0].code, email } });
  await signIn(context);
  for (const path of [codePath(codes[0].code), batchPath(codes[0].batch), leadPath(email)]) await expectNothingLost(context, path);
});

test("the codes have the number, name and end that were entered before the page reacted", async ({ context }) => {
  await signIn(context);
  const { page, hydrate } = await openBeforeHydration(context, routes.generate);
  const name = `Early ${Date.now()}`;
  await page.getByLabel("Number of codes").fill("12");
  await page.getByLabel("Expires: date").fill("2031-05-06");
  await page.getByLabel("Expires: time").fill("07:08");
  await page.getByLabel("Batch name").fill(name);
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: "In 7 days" })).toBeDisabled();
  // Enter would submit the form without its script.
  await page.getByLabel("Batch name").press("Enter");
  await hydrate();
  await expect(page.getByLabel("Expires: date")).toHaveValue("2031-05-06");
  await expect(page.getByLabel("Expires: time")).toHaveValue("07:08");
  await page.getByRole("button", { name: "Generate 12 codes" }).click();
  await page.waitForURL(/\/batches\//);
  const batches = await (await context.request.get(`/api/batches?q=${encodeURIComponent(name)}`)).json();
  expect(batches.data).toMatchObject([{ name, amount: 12, validUntil: expect.stringMatching(/^2031-05-06T0[4-7]:09:00/) }]);
});

test("the sign-in uses what was typed before the page reacted", async ({ context }) => {
  const ada = await createStaffMember("viewer");
  const { page, hydrate } = await openBeforeHydration(context, routes.signIn);
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(ada.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await hydrate();
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL(new RegExp(`${routes.overview}$`));
});

test("the account has the name that was typed before the page reacted", heavyOnly, async ({ context }) => {
  const ada = await createStaffMember("viewer");
  await signIn(context, ada);
  const { page, hydrate } = await openBeforeHydration(context, routes.settings.account);
  await page.getByLabel("Name", { exact: true }).fill("Ada Early");
  await hydrate();
  await page.getByRole("button", { name: "Save changes" }).first().click();
  const readName = async () => (await (await context.request.get("/api/session")).json()).data.staff.name;
  await expect.poll(readName).toBe("Ada Early");
});

test("the list searches for what was typed before the page reacted", heavyOnly, async ({ context }) => {
  await signIn(context);
  const { page, hydrate } = await openBeforeHydration(context, routes.leads);
  await page.getByLabel("Search leads").fill("zebra");
  await hydrate();
  await page.waitForURL(/q=zebra/);
});

test("the form keeps an end that was entered on a slow device", heavyOnly, async ({ context }) => {
  await signIn(context);
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send("Network.enable");
  const throughput = (1.6 * 1024 * 1024) / 8;
  await device.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await device.send("Network.setCacheDisabled", { cacheDisabled: true });
  await device.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(routes.generate, { waitUntil: "commit" });
  await page.getByLabel("Expires: date").fill("2031-05-06");
  await page.getByRole("button", { name: "Generate 100 codes" }).click();
  await page.waitForURL(/\/batches\//);
  await expect(page.getByText(/May 6, 2031/).first()).toBeVisible();
});
