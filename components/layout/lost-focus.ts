/** Milliseconds in which a dialog that closes returns the focus itself. */
const returnTime = 150;

/** Dialogs, without toasts, which have the same role. */
const dialogs = '[role="dialog"]:not([data-type]), [role="alertdialog"]:not([data-type])';

/** A focused element, and the page that it is on. */
type Focus = { element: Element; path: string };

let last: Focus | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(":disabled, [inert] *");

function remember(): void {
  last = document.activeElement && { element: document.activeElement, path: window.location.pathname };
}

function recover(): void {
  timer = undefined;
  if (!last || !isLost(last.element)) return;
  if (document.activeElement !== document.body && document.activeElement !== last.element) return;
  // Another page starts at its beginning.
  if (last.path === window.location.pathname) {
    const target = [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1) ?? document.querySelector<HTMLElement>("#content table");
    (target ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }
  last = null;
}

function check(): void {
  if (timer === undefined && last && isLost(last.element)) timer = setTimeout(recover, returnTime);
}

const observer = new MutationObserver(check);

/**
 * Moves the focus to the open dialog, the table of the page or its content when the focused element is removed or disabled, such as the
 * button of an action that is done. Browsers would move it to the start of the document. `before` had the focus when this code started
 * loading, and can be gone by now.
 */
export function recoverLostFocus(before: Focus): void {
  remember();
  if (document.activeElement === document.body) last = before;
  check();
  document.addEventListener("focusin", remember);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}
