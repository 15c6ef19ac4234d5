import { embedMessages } from "@/components/public/messages";

/**
 * Inserts `host` into the element that the script's `data-target` selects as soon as it exists, or else right after the script. A script in the
 * head has no visible position, so its form goes to the end of the body.
 */
export function mountHost(host: HTMLElement, script: HTMLScriptElement): void {
  const { target } = script.dataset;
  if (target) onElementAvailable(target, (element) => element.append(host));
  else if (script.isConnected && !document.head.contains(script)) script.after(host);
  else onDocumentParsed(() => document.body.append(host));
}

function onDocumentParsed(callback: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", callback);
  else callback();
}

function onElementAvailable(selector: string, callback: (element: Element) => void): void {
  const check = () => {
    const element = document.querySelector(selector);
    if (element) callback(element);
    return element !== null;
  };
  if (check()) return;
  // Frameworks render the page after its scripts have run.
  const observer = new MutationObserver(() => check() && observer.disconnect());
  observer.observe(document, { childList: true, subtree: true });
  onDocumentParsed(() => check() || console.warn(embedMessages.setup.target(selector)));
}
