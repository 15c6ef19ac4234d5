/** Creates a button that fills a suggested value into a field. */
export function createChoice(field: HTMLInputElement, value: string, onChosen: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = value;
  button.translate = false;
  button.addEventListener("click", () => {
    field.value = value;
    field.focus();
    onChosen();
  });
  return button;
}
