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

/**
 * Expects that each text whose direction differs from that of the page is one of `values`, and has an element of its own that isolates it, so that
 * the text around it keeps its order.
 */
export async function expectIsolated(page: Page, values: readonly string[], label: string): Promise<void> {
  const faults = () =>
    page.evaluate((values) => {
      const turning = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
      const isolateOf = (text: Text): Element | null => {
        let element = text.parentElement;
        while (element && !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)) element = element.parentElement;
        return element;
      };
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        if (!(text instanceof Text) || text.data.trim() === "" || !text.parentElement?.checkVisibility()) continue;
        if (!text.parentElement.closest("script, style, noscript, textarea, option, .sr-only")) texts.push(text);
      }
      const isolates = new Map(texts.map((text) => [text, isolateOf(text)]));
      return texts.flatMap((text) => {
        if (!turning.test(text.data)) return [];
        const faultOf = (problem: string) => [`${problem}: "${text.data.slice(0, 60)}" in ${text.parentElement?.outerHTML.slice(0, 160)}`];
        if (!values.includes(text.data.trim())) return faultOf("Part of another text");
        const isAlone = texts.every((other) => other === text || isolates.get(other) !== isolates.get(text));
        return isAlone ? [] : faultOf("Not isolated");
      });
    }, values);
  await expect.poll(faults, label).toEqual([]);
}
