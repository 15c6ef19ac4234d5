import { existsSync } from "node:fs";
import { routes, withQuery } from "@/lib/routes";
import { type OtherBrowser, startFirefox } from "./harness/firefox";
import { expect } from "./harness/fixtures";
// Codes are easy to guess while other tests have many of them, which is asked about.
import { isolatedTest } from "./harness/isolated-site";
import { postApi, uniqueTag } from "./harness/leads";
import { site } from "./harness/site";
import { type Credentials, createStaffMember } from "./harness/staff";
import { heavyOnly } from "./harness/tags";
import { startWebKit } from "./harness/webkit";

const test = isolatedTest();

const findProgram = (...paths: string[]): string => paths.find((path) => existsSync(path)) ?? "";
const firefox = findProgram("/usr/bin/firefox-esr", "/usr/bin/firefox");

const browsers = {
  Firefox: { packages: "firefox-esr", isInstalled: firefox !== "", start: () => startFirefox(firefox) },
  WebKit: { packages: "webkit2gtk-driver xvfb", isInstalled: findProgram("/usr/bin/WebKitWebDriver") !== "", start: startWebKit },
};

for (const [name, { packages, isInstalled, start }] of Object.entries(browsers))
  test(`staff and customers use the main pages in ${name}`, heavyOnly, async () => {
    test.skip(!isInstalled, `${name} isn't installed: apt-get install ${packages}`);
    const staff = await createStaffMember("owner");
    const [{ code }] = await postApi("/codes/generate", { amount: 1, name: uniqueTag() });
    const browser = await start();
    try {
      await tryMainPages(browser, staff, code);
    } finally {
      await browser.stop();
    }
  });

/** Finds the middle of an element that can be clicked, by a CSS selector and what its name starts with. Null if there is none. */
const locate = (browser: OtherBrowser, selector: string, name: string) =>
  browser.evaluate(`(() => {
    const isReady = (each) => each.checkVisibility() && !each.disabled && each.getAttribute("aria-disabled") !== "true";
    const nameOf = (each) => (each.ariaLabel ?? each.innerText).trim();
    const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => isReady(each) && nameOf(each).startsWith(${JSON.stringify(name)}));
    element?.scrollIntoView({ block: "center" });
    const box = element?.getBoundingClientRect();
    return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  })()`) as Promise<{ x: number; y: number } | null>;

async function tryMainPages(browser: OtherBrowser, staff: Credentials, code: string): Promise<void> {
  const open = (path: string) => browser.open(site().baseUrl + path);
  const click = async (selector: string, name = "") => {
    await expect.poll(() => locate(browser, selector, name), `${selector} ${name}`).not.toBeNull();
    await browser.clickAt((await locate(browser, selector, name)) ?? { x: 0, y: 0 });
  };
  const fill = async (selector: string, text: string) => {
    await click(selector);
    await browser.type(text);
    await expect.poll(() => browser.evaluate(`document.querySelector(${JSON.stringify(selector)}).value`)).toBe(text);
  };
  const expectText = (text: string) => expect.poll(() => browser.evaluate("document.body.innerText")).toContain(text);
  const expectUrl = (url: RegExp) => expect.poll(() => browser.evaluate("location.href")).toMatch(url);
  await open(routes.signIn);
  await fill("input[type=email]", staff.email);
  await fill("input[type=password]", staff.password);
  await click("button[type=submit]");
  await expectUrl(new RegExp(`${routes.overview}$`));

  await open(routes.generate);
  await click("main button[type=submit]", "Generate");
  await expectUrl(new RegExp(`${routes.batches}/`));

  await open(routes.dialogs.createKey);
  await fill("[role=dialog] input:not([type=checkbox], [type=radio])", uniqueTag());
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
}
