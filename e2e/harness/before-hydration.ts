import type { BrowserContext, Page } from "@playwright/test";
import { waitUntilInteractive } from "./fixtures";

/** Opens a page whose scripts don't arrive until `hydrate` is called, as on a slow connection. `hydrate` waits until the page reacts to input. */
export async function openBeforeHydration(context: BrowserContext, path: string): Promise<{ page: Page; hydrate: () => Promise<void> }> {
  const page = await context.newPage();
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  const hydrate = async () => {
    scripts.resolve();
    await waitUntilInteractive(page);
  };
  return { page, hydrate };
}
