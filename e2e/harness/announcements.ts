import type { Page } from "@playwright/test";

/**
 * Collects what screen readers announce from now on: the texts of live regions that change. A region that appears with its text isn't
 * announced. Returns a function that reads what was collected until the page is loaded again.
 */
export async function collectAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const selector = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    const observer = new MutationObserver((records) => {
      const regions = records.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(selector));
      for (const region of new Set(regions)) if (region?.isConnected && region.textContent) announced.push(region.textContent);
    });
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document.body, options);
    const announcerOfNext = document.querySelector("next-route-announcer")?.shadowRoot;
    if (announcerOfNext) observer.observe(announcerOfNext, options);
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}
