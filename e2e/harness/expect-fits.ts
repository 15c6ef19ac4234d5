import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Expects that a page is as wide as the window, and that none of its text is cut off, unless its title has all of it. */
export async function expectFits(page: Page, label: string): Promise<void> {
  const faults = () =>
    page.evaluate(() => {
      const describe = (element: Element) => `${element.tagName} ${element.className} "${(element.textContent ?? "").slice(0, 60)}"`;
      // After a redirect, the next document can still be empty.
      if (document.body === null) return ["There is no page yet."];
      const { scrollWidth, clientWidth } = document.documentElement;
      const isWide = scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide in a window of ${clientWidth} px.`] : [];
      const isCutOff = (element: Element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = (overflow: string, content: number, room: number) => /hidden|clip/.test(overflow) && content > room + 2;
        // Only screen readers read elements of one pixel.
        return (
          element.clientWidth > 1 &&
          (isCut(overflowX, element.scrollWidth, element.clientWidth) || isCut(overflowY, element.scrollHeight, element.clientHeight)) &&
          element.checkVisibility() &&
          !element.matches("input, textarea, svg, svg *, .sr-only") &&
          !element.closest("[title]") &&
          !element.querySelector("[title]")
        );
      };
      return [...isWide, ...Array.from(document.querySelectorAll("body *")).filter(isCutOff).map(describe)];
    });
  // The layout follows the window a little later.
  await expect.poll(faults, label).toEqual([]);
}
