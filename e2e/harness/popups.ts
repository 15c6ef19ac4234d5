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

/** Opens a filter of a list, which isn't shown until it is chosen from the menu. */
export async function addFilter(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await pickOption(page, "Search filters", label.toLowerCase(), label);
}

/**
 * Clicks an item of an open menu once the menu is in its place. Playwright scrolls the page to an item that it can't click yet, so that the
 * menu moves away while it clicks.
 */
export async function chooseMenuItem(
  page: Page,
  name: string | RegExp,
  role: "menuitem" | "menuitemradio" | "menuitemcheckbox" = "menuitem",
): Promise<void> {
  const item = page.getByRole(role, { name });
  await expect.poll(() => item.evaluate(isInPlace)).toBe(true);
  await item.click();
}

/** Whether an element stays at its place in the window, with nothing in front of it. */
async function isInPlace(element: HTMLElement | SVGElement): Promise<boolean> {
  const { x, y, width, height } = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const later = element.getBoundingClientRect();
  return later.x === x && later.y === y && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
