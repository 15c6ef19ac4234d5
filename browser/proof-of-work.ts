import { proofMessages as messages } from "@/components/public/messages";
import { solveChallenge } from "@/lib/solve-challenge";

/** Solves a form's challenge while it is filled in. A form submitted earlier waits for the proof. */
const field = document.querySelector<HTMLInputElement>("input[data-challenge]");
const status = document.querySelector<HTMLElement>("[data-proof]");
const form = field?.form;

function setStatus(text: string): void {
  if (status) status.textContent = text;
}

if (field && form) {
  let isSubmitPending = false;
  setStatus(messages.checking);
  solveChallenge(JSON.parse(field.dataset.challenge ?? "null")).then(
    (proof) => {
      field.value = proof;
      setStatus(messages.checked);
      if (isSubmitPending) form.requestSubmit();
    },
    () => {
      // Submit without a proof: the page then explains what else to do.
      field.remove();
      setStatus(status?.dataset.unsupported ?? "");
      if (isSubmitPending) form.requestSubmit();
    },
  );
  form.addEventListener("submit", (event) => {
    if (!field.isConnected || field.value) return;
    event.preventDefault();
    isSubmitPending = true;
    setStatus(messages.stillChecking);
  });
}
