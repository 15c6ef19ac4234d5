import { readFileSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, test as base, expect, type Frame, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import type { AxeResults } from "axe-core";
import { isHeavy } from "@/tests/harness/size";
import { site } from "./site";

/** The requests for the stream of events. */
export const eventStreams = "**/api/events/stream*";

/** A browser without sessions, in which it was confirmed that links of emails only work on this computer. */
const newBrowser = () => ({
  cookies: [],
  origins: [{ origin: site().baseUrl, localStorage: [{ name: "gatehouse:local-links-confirmed", value: "true" }] }],
});

/**
 * Fails a test if a page logs an error to the console, such as a violation of the content security policy. The tests of a worker share one
 * browser context, which keeps our scripts cached. It is emptied after each test. Tests that need an empty cache open a context of their own.
 */
export const test = base.extend<{ noConsoleErrors: undefined }, { sharedContext: BrowserContext }>({
  sharedContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: site().baseUrl, reducedMotion: "reduce", storageState: newBrowser() });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ page }, use) => {
    // Buttons and choices are disabled before a page reacts to them.
    const waitAfter = async <Result>(navigation: Promise<Result>) => {
      const result = await navigation;
      await waitUntilInteractive(page);
      return result;
    };
    const { goto, reload } = page;
    page.goto = (...args) => waitAfter(goto.apply(page, args));
    page.reload = (...args) => waitAfter(reload.apply(page, args));
    await use(page);
  },
  context: async ({ sharedContext, javaScriptEnabled }, use) => {
    await stopLiveUpdates(sharedContext);
    if (javaScriptEnabled === false) throw new Error("The shared context runs JavaScript. Open another one with browser.newContext().");
    await use(sharedContext);
    await sharedContext.unrouteAll({ behavior: "ignoreErrors" });
    await Promise.all(sharedContext.pages().map((page) => page.close()));
    await sharedContext.clearPermissions();
    await sharedContext.setStorageState(newBrowser());
  },
  noConsoleErrors: [
    async ({ context }, use) => {
      const errors = collectConsoleErrors(context);
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Keeps pages from showing what others change, because tests that run at the same time would refetch each other's pages all the time. Pages of
 * a browser context of one's own need it too.
 */
export const stopLiveUpdates = (context: BrowserContext): Promise<unknown> =>
  context.route(eventStreams, (route) => route.fulfill({ status: 204 }));

/** Lets pages read the stream of events, as they do outside of tests. */
export const allowLiveUpdates = (context: BrowserContext): Promise<unknown> => context.unroute(eventStreams);

// Chromium logs every error response. The pages show these errors themselves.
const isHttpErrorLog = (text: string) => /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);

// Playwright's recorder and clock run a script in every frame, which the sandboxed previews block.
const isPlaywrightScript = (text: string) => /^Blocked script execution in '(about:srcdoc|[^']*\/api\/sends\/preview)/.test(text);

// The pages of the tests' identity provider are on another host.
const isOurPage = (page: Page | null) => page === null || !page.url().startsWith("http://127.0.0.1");

/** Collects the console errors of all pages that a browser context opens from now on. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on("page", (page) => {
    page.on("console", (message) => {
      if (message.type() === "error" && !isHttpErrorLog(message.text()) && !isPlaywrightScript(message.text()) && isOurPage(message.page()))
        errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => errors.push(`${error.message} (${page.url()})`));
  });
  return errors;
}

/** Waits until a page reacts to clicks and keys. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  const waitForHydration = () =>
    page.evaluate(async () => {
      // Only pages that React renders in the browser have Next's data for it.
      if (!("__next_f" in window)) return;
      // A page is streamed in parts, and each reacts to input only after React added this property to its elements.
      const isHydrated = () =>
        document.readyState === "complete" &&
        Array.from(document.querySelectorAll("a, button, input, select, textarea")).every((control) =>
          Object.keys(control).some((key) => key.startsWith("__reactFiber$")),
        );
      // Effects run after hydration.
      for (let idlePeriods = 0; idlePeriods < 3; ) {
        await new Promise((resolve) => requestIdleCallback(resolve));
        if (isHydrated()) idlePeriods++;
      }
    });
  // Retries, because a redirect aborts the evaluation.
  await expect(waitForHydration).toPass({ timeout: 30_000 });
}

/** Opens a staff page, and waits until it is loaded and reacts to clicks and keys. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Expects that all dialogs are closed. Toasts, which have the same role, may be open. */
export async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.locator('[role="dialog"]:not([data-type])')).toHaveCount(0);
}

/** Waits until lists are loaded and animations have ended. */
async function waitForIdle(page: Page): Promise<void> {
  // A button whose action waits for an answer in a dialog stays busy behind it.
  await expect(page.locator('[aria-busy="true"]:not([aria-hidden="true"] *, [inert] *, [data-base-ui-inert] *)')).toHaveCount(0);
  await page.evaluate(() => {
    const finiteAnimations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(finiteAnimations.map((animation) => animation.finished));
  });
}

const axeSource = readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe: typeof axeCore;
  }
}

/**
 * Returns the violations that axe finds in `include`, which is a list of CSS selectors, and in the frames there. Loading axe takes longer
 * than a run, so each frame loads it once.
 */
export async function listViolations(page: Page, include: string[] = ["html"]): Promise<AxeResults["violations"]> {
  for (const frame of page.frames()) {
    await loadAxe(frame).catch((error) => {
      // The page replaced this preview.
      if (!frame.isDetached()) throw error;
    });
  }
  return page.evaluate(async (include) => {
    return (await window.axe.run({ include, exclude: ['iframe[sandbox=""]'] }, { resultTypes: ["violations"] })).violations;
  }, include);
}

async function loadAxe(frame: Frame): Promise<void> {
  // No script can run in the email preview, so axe would wait for it.
  if (frame.parentFrame() !== null && (await (await frame.frameElement()).getAttribute("sandbox")) === "") return;
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(axeSource);
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}

/** Expects that axe finds no violations, and that the page doesn't scroll horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForIdle(page);
  expect(await listViolations(page)).toEqual([]);
  await expectFits(page);
}

/**
 * Expects that axe finds no violations on a narrow dark page and, in `npm run test:heavy`, on a wide light page, and that neither these nor
 * the page of a small laptop scroll horizontally. Leaves the page wide and light.
 */
export async function expectAccessibleInEachLook(page: Page): Promise<void> {
  await setLook(page, "dark", 390);
  await expectAccessible(page);
  await setLook(page, "light", 1280);
  await expectFits(page);
  await setLook(page, "light", 1440);
  await (isHeavy ? expectAccessible : expectFits)(page);
}

async function setLook(page: Page, colorScheme: "light" | "dark", width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** Expects that the page doesn't scroll horizontally. */
async function expectFits(page: Page): Promise<void> {
  await waitForIdle(page);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

export { expect };
