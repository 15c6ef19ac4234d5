/** Copies a text to the clipboard. Rejects if the browser doesn't allow that. */
export async function copyText(text: string): Promise<void> {
  try {
    // Undefined on pages that are served over plain HTTP. Frames may also not be allowed to use it.
    await navigator.clipboard.writeText(text);
  } catch {
    copyFromField(text);
  }
}

function copyFromField(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  // Phones show no keyboard for it.
  field.readOnly = true;
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  // An open dialog keeps the focus inside. Toasts have the same role, with a type.
  const dialogs = document.querySelectorAll("dialog[open], [role=dialog]:not([data-type]), [role=alertdialog]:not([data-type])");
  (Array.from(dialogs).at(-1) ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error("The browser doesn't allow copying from this page");
}
