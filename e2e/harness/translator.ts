import type { Page } from "@playwright/test";
import { openPage } from "./fixtures";

/** What translators do with a text: they move it into elements of their own, or put elements with another text in its place. */
export type TranslatorWay = "move" | "replace";

/** Opens a page, and translates it as browsers do: each of its texts, and each that it shows later. The words stay the same. */
export async function openTranslated(page: Page, path: string, way: TranslatorWay): Promise<void> {
  await openPage(page, path);
  await translate(page, way);
}

/** Translates a page that is open, with its dialogs. */
export const translate = (page: Page, way: TranslatorWay): Promise<void> => page.evaluate(startTranslator, way);

function startTranslator(way: TranslatorWay): void {
  const excluded = "font, [translate=no], script, style, textarea, noscript, svg, title";
  const translate = (text: Text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(excluded)) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    if (way === "replace") inner.textContent = text.data;
    text.replaceWith(outer);
    if (way === "move") inner.append(text);
  };
  const translateAll = (root: Node) => {
    const texts: Text[] = root instanceof Text ? [root] : [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  translateAll(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) for (const node of [target, ...addedNodes]) if (node.isConnected) translateAll(node);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
