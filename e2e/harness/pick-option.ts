import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Chooses what is found for a text, once the search is over: until then the list shrinks, and moves what is pressed. */
export async function pickOption(page: Page, search: string, text: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: search }).fill(text);
  const found = page.getByRole("option", { name: option });
  await expect(found).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Searching" })).toHaveCount(0);
  await found.click();
}
