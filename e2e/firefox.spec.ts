import { existsSync } from "node:fs";
import { routes, withQuery } from "@/lib/routes";
import { startFirefox } from "./harness/firefox";
import { expect } from "./harness/fixtures";
// Codes are easy to guess while other tests have many of them, which is asked about.
import { test as base } from "./harness/isolated-site";
import { postApi, uniqueTag } from "./harness/leads";
import { site } from "./harness/site";
import { createStaffMember } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

// No other spec shares the site, because it gets a second owner.
const test = base.extend<object, { ownSite: undefined }>({
  ownSite: [async ({ isolatedSite: _ }, use) => use(undefined), { scope: "worker", auto: true }],
});

const firefoxPath = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));

test("staff and customers use the main pages in Firefox", heavyOnly, async () => {
  test.skip(firefoxPath === undefined, "Firefox isn't installed: apt-get install firefox-esr");
  const staff = await createStaffMember("owner");
  const [{ code }] = await postApi("/codes/generate", { amount: 1, name: uniqueTag() });
  const browser = await startFirefox(firefoxPath ?? "");
  const open = (path: string) => browser.open(site().baseUrl + path);
  const click = async (selector: string, name?: string) => {
    await expect.poll(() => browser.locate([selector, name]), `${selector} ${name ?? ""}`).not.toBeNull();
    await browser.clickAt((await browser.locate([selector, name])) ?? {});
  };
  const fill = async (selector: string, text: string) => {
    await click(selector);
    await browser.type(text);
    await expect.poll(() => browser.evaluate(`document.querySelector(${JSON.stringify(selector)}).value`)).toBe(text);
  };
  const expectText = (text: string) => expect.poll(() => browser.evaluate("document.body.innerText")).toContain(text);
  const expectUrl = (url: RegExp) => expect.poll(() => browser.evaluate("location.href")).toMatch(url);
  try {
    await open(routes.signIn);
    await fill("input[type=email]", staff.email);
    await fill("input[type=password]", staff.password);
    await click("button[type=submit]");
    await expectUrl(new RegExp(`${routes.overview}$`));

    await open(routes.generate);
    await click("main button[type=submit]", "Generate");
    await expectUrl(new RegExp(`${routes.batches}/`));

    await open(routes.dialogs.createKey);
    await fill("[role=dialog] input:not([type=checkbox], [type=radio])", "Firefox");
    await click("[role=dialog] button[type=submit]");
    await click("[role=dialog] button", "Copy");
    await expect.poll(() => browser.evaluate("document.querySelector('[role=dialog]').textContent")).toContain("Copied");

    await open(routes.join);
    await fill("input[type=email]", `${uniqueTag()}@example.org`);
    await click("button[type=submit]");
    await expectText("You're on the list!");

    await open(withQuery(routes.claim, { code }));
    await fill("input[type=email]", `${uniqueTag()}@example.org`);
    await click("button[type=submit]", "Claim");
    await expectText("Code claimed");
  } finally {
    await browser.stop();
  }
});
