import { proofMessages as say } from "@/components/public/form-messages";
import { solveChallenge } from "./solve-challenge";

/** Solves what a form asks for while it is filled in, where a page asks for it, and sends it with the form. Who sends it sooner waits for that. */
const field = document.querySelector<HTMLInputElement>("input[data-challenge]");
const status = document.querySelector<HTMLElement>("[data-proof]");
const form = field?.form;

function tell(text: string): void {
  if (status) status.textContent = text;
}

if (field && form) {
  let isWaiting = false;
  tell(say.checking);
  solveChallenge(JSON.parse(field.dataset.challenge ?? "null")).then(
    (proof) => {
      field.value = proof;
      tell(say.checked);
      if (isWaiting) form.requestSubmit();
    },
    () => {
      // It is sent without, and the page says why that was not enough.
      field.remove();
      tell(status?.dataset.notChecked ?? "");
      if (isWaiting) form.requestSubmit();
    },
  );
  form.addEventListener("submit", (event) => {
    if (!field.isConnected || field.value) return;
    event.preventDefault();
    isWaiting = true;
    tell(say.stillChecking);
  });
}
