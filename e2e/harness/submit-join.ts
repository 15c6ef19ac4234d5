import type { FrameLocator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Submits the join form on our page, but not faster than a person could, because such sign-ups are held. */
export async function submitJoinForm(container: Page | FrameLocator): Promise<void> {
  const button = container.getByRole("button", { name: "Join waitlist" });
  const timeSinceLoad = () =>
    button.evaluate(() => performance.now() - (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).responseEnd);
  await expect.poll(timeSinceLoad).toBeGreaterThan(1100);
  await button.click();
}
