/** Tells the page what came of the form: an event on the form's element, which also reaches whatever is around it. */
export function dispatchFormEvent(host: Element, name: "joined" | "claimed" | "refused", detail: object): void {
  host.dispatchEvent(new CustomEvent(`gatehouse:${name}`, { bubbles: true, composed: true, detail }));
}
