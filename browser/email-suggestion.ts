import { joinPageMessages as messages } from "@/components/public/messages";
import { suggestEmail } from "@/lib/suggest-email";
import { createChoice } from "./choice";

/** Asks in `element` about an email in a field whose domain looks misspelled. `styleChoice` changes the button with the suggestion. */
export function askAboutTypos(field: HTMLInputElement, element: HTMLElement, styleChoice: (button: HTMLElement) => void = () => {}): void {
  const ask = () => {
    const email = suggestEmail(field.value);
    if (email === null) return element.replaceChildren();
    const [before = "", after = ""] = messages.didYouMean.split("{email}");
    const choice = createChoice(field, email, ask);
    styleChoice(choice);
    element.replaceChildren(before, choice, after);
  };
  // Asks while someone types, and when they leave the field by a click only after it: a line that appears would move what they click.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;
  const askSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isPressed ? askSoon() : ask()), 400);
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel"])
    document.addEventListener(
      type,
      () => {
        isPressed = type === "pointerdown";
      },
      true,
    );
  field.addEventListener("input", askSoon);
  field.addEventListener("change", askSoon);
  ask();
}
