import { globSync } from "node:fs";
import type { Page } from "@playwright/test";
import { batchPath, codePath, leadPath, routes, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { collectAnnouncements } from "./harness/announcements";
import { expectFits } from "./harness/expect-fits";
import { collectConsoleErrors, expect, expectNoDialog, openPage, stopLiveUpdates, waitUntilInteractive } from "./harness/fixtures";
// Other tests would change the lists whose pages are compared with what the server rendered.
import { isolatedTest } from "./harness/isolated-site";
import { createLeads, postApi, selectionBar, uniqueTag } from "./harness/leads";
import { createRecords, everyPage, recordPages } from "./harness/pages";
import { createLead, fillRecipients, openNewSend } from "./harness/sends";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";

const test = isolatedTest();

type Code = { code: string; batch: { id: string } };

/** Opens a page as a link does, without loading it. */
const openInPlace = (page: Page, path: string) =>
  page.evaluate((path) => (window as unknown as { next: { router: { push: (path: string) => void } } }).next.router.push(path), path);

/** Creates codes, and returns the path of their list. */
async function createCodes(amount: number): Promise<{ codes: string[]; list: string }> {
  const created: Code[] = await postApi("/codes/generate", { amount, name: uniqueTag() });
  return { codes: created.map(({ code }) => code), list: withQuery(routes.codes, { batch: created[0]?.batch.id ?? "" }) };
}

test("the focus goes to the table when its element is gone, and the number of rows is announced", async ({ page, context }) => {
  const { list } = await createCodes(60);
  await signIn(context);
  await openPage(page, list);
  const table = page.getByRole("table", { name: "Codes" });
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await expect(page.getByRole("button", { name: "Previous" })).toBeEnabled();
  await expect(table).toBeFocused();
  await page.getByRole("searchbox").fill("no code has this text");
  await expect(page.getByRole("status").filter({ hasText: "0 rows" })).toBeAttached();
  await table.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^[\d,]+\+? rows$/ })).toBeAttached();
  await expect(table).toBeFocused();

  await openPage(page, list);
  await table.locator("tbody").getByRole("checkbox").first().press("Space");
  await selectionBar(page).getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expectNoDialog(page);
  await expect(table).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "60 rows" })).toBeAttached();
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await openPage(page, routes.dialogs.addLead);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
  await expect(page.getByRole("table", { name: "Leads" })).toBeFocused();
});

test("the title of each page that opens is announced once", sampled, async ({ page, context }) => {
  const [{ code, batch }]: [Code] = await postApi("/codes/generate", { amount: 1, name: uniqueTag() });
  const { emails } = await createLeads(1);
  const { embed: _, all: __, ...settingsPages } = routes.settings;
  const { codes, leads, waitlist, imports, waves, sends, activity, bin, claims, generate, overview } = routes;
  const named = [codePath(code), leadPath(emails[0] ?? ""), batchPath(batch.id)];
  const others = [codes, leads, waitlist, imports, waves, sends, activity, bin, claims, generate, ...Object.values(settingsPages)];
  await signIn(context);
  await openPage(page, overview);
  const announced = await collectAnnouncements(page);
  for (const path of [...named, ...size(others.slice(0, 2), others)]) {
    const [before, title] = [(await announced()).length, await page.title()];
    await openInPlace(page, path);
    // It is empty for a moment.
    await expect.poll(async () => ["", title].includes(await page.title()), path).toBe(false);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const titles = async () => (await announced()).slice(before).filter((text) => text.includes("Gatehouse"));
    await expect.poll(titles, path).toEqual([await page.title()]);
  }
});

test("numbers that change while people type are announced", heavyOnly, async ({ page, context }) => {
  const [first, second] = [await createLead("first"), await createLead("second")];
  const dialog = await openNewSend(page, context);
  const announced = await collectAnnouncements(page);
  const expectAnnounced = (text: RegExp) => expect.poll(announced).toContainEqual(expect.stringMatching(text));
  await dialog.getByRole("radio", { name: "Personal codes" }).click();
  await fillRecipients(dialog, first, second);
  await expectAnnounced(/^2 leads will get it/);
  await fillRecipients(dialog, first);
  await expectAnnounced(/^1 lead will get it/);
  await fillRecipients(dialog, "unfinished");
  await expectAnnounced(/Invalid email: unfinished/);

  await openPage(page, routes.generate);
  const announcedWhileGenerating = await collectAnnouncements(page);
  await page.getByLabel("Number of codes").fill("1234");
  await expect.poll(announcedWhileGenerating).toContainEqual(expect.stringContaining("1,234"));
});

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test("with forced colors, choices, switches and the current page are visible", heavyOnly, async ({ page, context }) => {
  const { codes, list } = await createCodes(2);
  // The overview shows everything once a code was claimed.
  await postApi("/codes/claim", { code: codes[0], email: (await createLeads(1)).emails[0] });
  await signIn(context);
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page, routes.overview);
  const thumb = await backgroundOf(page, '[role="switch"] > *');
  expect(thumb).not.toBe(await backgroundOf(page, '[role="switch"]'));
  const current = await backgroundOf(page, 'nav [aria-current="page"]');
  expect(current).not.toBe(await backgroundOf(page, "nav a:not([aria-current])"));
  await openPage(page, routes.generate);
  expect(await backgroundOf(page, '[role="radio"][data-checked]')).toBe(current);
  expect(await backgroundOf(page, '[role="radio"][data-checked] > *')).not.toBe(current);
  expect(await backgroundOf(page, '[role="radio"][data-unchecked]')).not.toBe(current);
  await openPage(page, settings.team);
  expect(await backgroundOf(page, '[role="switch"][data-unchecked] > *')).not.toBe(
    await backgroundOf(page, '[role="switch"][data-unchecked]'),
  );
  // Which button of a group is pressed, and all of a selected row.
  await openPage(page, routes.overview);
  expect(await backgroundOf(page, '[aria-pressed="true"]')).toBe(current);
  expect(await backgroundOf(page, '[aria-pressed="false"]')).not.toBe(current);
  await openPage(page, list);
  const row = page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row").first();
  await row.getByRole("checkbox").click();
  const colors = await row.evaluate((element) =>
    [...element.querySelectorAll("td, td span")]
      .map((each) => getComputedStyle(each).color)
      .filter((color, index, all) => all.indexOf(color) === index),
  );
  expect(colors).toHaveLength(1);
  // Icons don't keep the colors of a theme.
  const icon = page.locator("nav svg").first();
  expect(await icon.evaluate((element) => getComputedStyle(element).stroke)).toBe(
    await icon.evaluate((element) => getComputedStyle(element.parentElement as Element).color),
  );
  await page.emulateMedia({ forcedColors: null });
});

const largeTextPages = [routes.overview, routes.codes, routes.leads, routes.generate, routes.settings.team, routes.sends, routes.claim];

test("text follows the size that people set in their browser, and fits", heavyOnly, async ({ page, context }) => {
  test.slow();
  await signIn(context);
  const browser = await context.newCDPSession(page);
  for (const standard of [16, 24, 32]) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of largeTextPages) {
      await openPage(page, path);
      expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(standard);
      const smallest = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const sizes: number[] = [];
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement;
          if (walker.currentNode.textContent?.trim() && parent?.checkVisibility() && !parent.closest("svg, script, style, noscript"))
            sizes.push(Number.parseFloat(getComputedStyle(parent).fontSize));
        }
        return Math.min(...sizes);
      });
      expect(smallest, path).toBeGreaterThanOrEqual((11 / 16) * standard - 0.1);
      await expectFits(page, `${path} at ${standard} px`);
    }
  }
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
});

test("every page is in the list of pages", () => {
  const files = globSync("app/**/page.tsx");
  const pages = files.map((file) => file.replace(/^app|\/\([^)]*\)|\/page\.tsx$/g, ""));
  const leftOut = ["/dashboard/[...unknown]", "/docs/[resource]", "/docs/guide/[name]", routes.signedIn];
  const listed = new Set<string>([...everyPage.map((path) => path.replace(/\?.*/, "")), ...recordPages, ...leftOut]);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((path) => !listed.has(path))).toEqual([]);
});

const { settings, dialogs } = routes;
test("in a window of 320 pixels, every page fits, and lists show whole emails and codes", heavyOnly, async ({ page, context }) => {
  test.slow();
  const { codes } = await createCodes(2);
  const { emails, list } = await createLeads(2, { waitlist: true, firstname: "Alexandra", lastname: "Montgomery-Fitzgerald" });
  const [email = "", waiting = ""] = emails;
  const [code = ""] = codes;
  await postApi("/codes/send", { code, emails: [email] });
  await postApi("/codes/claim", { code, email });
  const { batch }: Code = (await postApi("/codes/check", { code, email })).code;
  await signIn(context);
  await page.setViewportSize({ width: 320, height: 800 });
  const records = Object.values(await createRecords(context));
  for (const path of [...everyPage, codePath(code), leadPath(email), batchPath(batch.id), ...records]) {
    await openPage(page, path);
    await expectFits(page, path);
  }
  const expectWhole = async (path: string, header: string, name: string) => {
    await openPage(page, path);
    const text = page.getByRole("table").getByText(name, { exact: true }).first();
    await expectFits(page, path);
    expect((await page.getByRole("columnheader", { name: header, exact: true }).boundingBox())?.width, path).toBeGreaterThan(110);
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBeLessThanOrEqual(0);
  };
  await expectWhole(list, "Email", email);
  await expectWhole(withQuery(routes.waitlist, { q: waiting }), "Email", waiting);
  await expectWhole(withQuery(routes.codes, { q: code }), "Code", code);
  await expectWhole(withQuery(routes.claims, { code }), "Lead", email);
});

test(
  "React finds pages as the server rendered them, in another time zone and by a clock that is wrong",
  heavyOnly,
  async ({ context, browser }) => {
    const { codes } = await createCodes(1);
    const { emails } = await createLeads(1, { waitlist: true });
    await signIn(context);
    const look = { viewport: { width: 320, height: 800 }, timezoneId: "Pacific/Kiritimati", locale: "de-DE" };
    const other = await browser.newContext({ ...look, baseURL: site().baseUrl, storageState: await context.storageState() });
    await stopLiveUpdates(other);
    const errors = collectConsoleErrors(other);
    const page = await other.newPage();
    await page.clock.setFixedTime(Date.now() + 36 * 3_600_000);
    const records = Object.values(await createRecords(context));
    for (const path of [...everyPage, codePath(codes[0] ?? ""), leadPath(emails[0] ?? ""), ...records]) {
      await openPage(page, path);
      await waitUntilInteractive(page);
      expect(errors, path).toEqual([]);
    }
    await other.close();
  },
);

test("at a zoom of 400 %, fields that get the focus are visible", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of [routes.generate, settings.emailDelivery, settings.publicPages, dialogs.addLead, dialogs.newSend]) {
    await openPage(page, path);
    await page.getByRole("textbox").first().focus();
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press("Tab");
      const covered = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.matches("input, textarea, select")) return null;
        const { x, y, width, height } = element.getBoundingClientRect();
        const front = document.elementFromPoint(x + width / 2, y + height / 2);
        return front && (element.contains(front) || front.contains(element)) ? null : `${element.outerHTML} is behind ${front?.outerHTML}`;
      });
      expect(covered, path).toBeNull();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test("a printed list has its rows with whole values, black on white", heavyOnly, async ({ page, context }) => {
  const { codes, list } = await createCodes(3);
  await signIn(context);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, list);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("button:visible:not(th *)")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  for (const code of codes) {
    const cell = page.getByTitle(code, { exact: true }).first();
    await expect(cell).toHaveCSS("color", "rgb(0, 0, 0)");
    expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
  }
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");

  // Names are buttons that edit them, choices are buttons that open a list, and some links look like buttons.
  const { emails, list: leads } = await createLeads(1, { firstname: "Ada", waitlist: true });
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 800 });
  await openPage(page, leads);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("row", { name: emails[0] ?? "" }).getByText("Ada", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import" })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await openPage(page, settings.project);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("combobox", { name: "Time zone" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);

  // An empty field has no text, and a dialog is printed without the page behind it.
  await page.emulateMedia({ media: null });
  await openPage(page, leadPath(emails[0] ?? ""));
  await page.emulateMedia({ media: "print" });
  const placeholder = await page.getByLabel("Notes").evaluate((element) => getComputedStyle(element, "::placeholder").color);
  expect(placeholder).toBe("rgba(0, 0, 0, 0)");
  await page.emulateMedia({ media: null });
  await openPage(page, routes.dialogs.addLead);
  await expect(page.getByRole("dialog", { name: "Add lead" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main")).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Add lead" })).toBeVisible();
  await page.emulateMedia({ media: null, colorScheme: null });
});
