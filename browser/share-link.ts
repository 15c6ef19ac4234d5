import { copyText } from "@/lib/copy-text";

/** Enhances pages with a referral link: copies it, and shares it with the device's own dialog. */
const link = document.querySelector<HTMLInputElement>("[data-link]");
const copyButton = document.querySelector<HTMLButtonElement>("[data-copy]");
const shareButton = document.querySelector<HTMLButtonElement>("[data-share]");

for (const element of document.querySelectorAll<HTMLElement>("[data-javascript-only]")) element.hidden = false;

link?.addEventListener("focus", () => link.select());

copyButton?.addEventListener("click", () => {
  void copyText(link?.value ?? "").then(
    () => {
      copyButton.textContent = copyButton.dataset.copied ?? copyButton.textContent;
    },
    () => link?.select(),
  );
});

if (shareButton && "share" in navigator) {
  shareButton.hidden = false;
  shareButton.addEventListener(
    "click",
    () => void navigator.share({ text: shareButton.dataset.text ?? "", url: link?.value ?? "" }).catch(() => {}),
  );
}
