/** Milliseconds in which a dialog that closes returns the focus itself. */
const returnTime = 150;

/** Dialogs, without toasts, which have the same role. */
const dialogs = '[role="dialog"]:not([data-type]), [role="alertdialog"]:not([data-type])';

let last: { element: Element; path: string } | null = null;
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

const observer = new MutationObserver(() => {
  if (timer === undefined && last && isLost(last.element)) timer = setTimeout(recover, returnTime);
});

/**
 * Moves the focus to the open dialog, the table of the page or its content when the focused element is removed or disabled, such as the
 * button of an action that is done. Browsers would move it to the start of the document.
 */
export function recoverLostFocus(): void {
  remember();
  document.addEventListener("focusin", remember);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}
