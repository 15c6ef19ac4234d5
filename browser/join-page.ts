import { joinPageMessages as messages } from "@/components/public/messages";
import { suggestEmail } from "@/lib/suggest-email";

/** Enhances the join page: asks about a domain that looks misspelled, before the form is submitted. */
const field = document.querySelector<HTMLInputElement>("input[name=email]");
const suggestion = document.querySelector<HTMLElement>("[data-email-suggestion]");

function suggest(): void {
  const email = field ? suggestEmail(field.value) : null;
  const [before = "", after = ""] = messages.didYouMean.split("{email}");
  suggestion?.replaceChildren(...(email === null ? [] : [before, createButton(email), after]));
}

function createButton(email: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = email;
  button.addEventListener("click", () => {
    if (!field) return;
    field.value = email;
    field.focus();
    suggest();
  });
  return button;
}

field?.addEventListener("change", suggest);
if (field?.value) suggest();
