import type { FrameLocator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Presses Join on a page of ours, no sooner than somebody could have typed: what comes sooner is held. */
export async function submitJoinForm(within: Page | FrameLocator): Promise<void> {
  const button = within.getByRole("button", { name: "Join" });
  const shownFor = () =>
    button.evaluate(() => performance.now() - (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).responseEnd);
  await expect.poll(shownFor).toBeGreaterThan(1100);
  await button.click();
}
