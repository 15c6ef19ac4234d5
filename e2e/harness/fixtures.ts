import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** Pages opened in these tests may say nothing on the console: no error, no breach of the content policy. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ context }, use) => {
      const said = collectConsoleErrors(context);
      await use(undefined);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

// Chromium itself reports what was refused, which pages show in their own words.
const isHttpErrorLog = (text: string) => /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);

// What records these tests looks into every frame, and nothing may run in that of a mail.
const isTraceRecorder = (text: string) => /^Blocked script execution in '[^']*\/api\/mail\/preview/.test(text);

// The identity provider of the tests has pages too, at another host.
const isOurPage = (page: Page | null) => page === null || !page.url().startsWith("http://127.0.0.1");

/** What the pages of a browser say that they should not. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const said: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" && !isHttpErrorLog(message.text()) && !isTraceRecorder(message.text()) && isOurPage(message.page()))
      said.push(message.text());
  });
  context.on("weberror", (error) => said.push(error.error().message));
  return said;
}

/** Waits until a page has come to rest: nothing is being fetched for a list, nothing fades. */
async function waitForIdle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** Expects that a page has nothing that axe finds, and does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForIdle(page);
  // Nothing can run in the frame of a mail: axe would wait for it.
  expect((await new AxeBuilder({ page }).exclude('iframe[sandbox=""]').analyze()).violations).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

export { expect };
