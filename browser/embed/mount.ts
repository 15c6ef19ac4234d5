import { embedMessages } from "@/components/public/embed-messages";

/**
 * Puts `host` where its script says: into what `data-target` names, as soon as that is there, else right after the script. In the head nothing
 * is shown: from there it goes to the end of the page.
 */
export function mountHost(host: HTMLElement, script: HTMLScriptElement): void {
  const { target } = script.dataset;
  if (target) onElementAvailable(target, (element) => element.append(host));
  else if (script.isConnected && !document.head.contains(script)) script.after(host);
  else onDocumentParsed(() => document.body.append(host));
}

function onDocumentParsed(act: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", act);
  else act();
}

function onElementAvailable(selector: string, act: (element: Element) => void): void {
  const look = () => {
    const found = document.querySelector(selector);
    if (found) act(found);
    return found !== null;
  };
  if (look()) return;
  // Frameworks make the page after its scripts have run.
  const watcher = new MutationObserver(() => look() && watcher.disconnect());
  watcher.observe(document, { childList: true, subtree: true });
  onDocumentParsed(() => look() || console.warn(embedMessages.wrong.target(selector)));
}
