/** Dispatches an event on the form's element. It bubbles, so that the page can listen anywhere. */
export function dispatchFormEvent(host: Element, name: "joined" | "claimed" | "refused", detail: object): void {
  host.dispatchEvent(new CustomEvent(`gatehouse:${name}`, { bubbles: true, composed: true, detail }));
}
