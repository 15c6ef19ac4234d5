import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Searches for an option and clicks it after the search has finished: until then the list shrinks and the option moves. */
export async function pickOption(page: Page, searchLabel: string, text: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: searchLabel }).fill(text);
  const match = page.getByRole("option", { name: option });
  await expect(match).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Searching" })).toHaveCount(0);
  await match.click();
}
