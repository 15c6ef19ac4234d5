import { copyText } from "@/lib/copy-text";

/** Enhances pages with links to share: copies them, and shares the referral link with the device's own dialog. */
const link = document.querySelector<HTMLInputElement>("[data-link]");
const shareButton = document.querySelector<HTMLButtonElement>("[data-share]");

for (const element of document.querySelectorAll<HTMLElement>("[data-javascript-only]")) element.hidden = false;

link?.addEventListener("focus", () => link.select());

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const { copy: own, copied } = button.dataset;
  button.addEventListener("click", () => {
    void copyText(own || link?.value || "").then(
      () => {
        button.textContent = copied ?? button.textContent;
        // What is read out is what is shown.
        button.removeAttribute("aria-label");
      },
      () => own || link?.select(),
    );
  });
}

if (shareButton && "share" in navigator) {
  shareButton.hidden = false;
  shareButton.addEventListener(
    "click",
    () => void navigator.share({ text: shareButton.dataset.text ?? "", url: link?.value ?? "" }).catch(() => {}),
  );
}
