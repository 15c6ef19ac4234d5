/** What a lead's own page does where there is script: it copies the link for friends, and shares it as the device does. */
const link = document.querySelector<HTMLInputElement>("[data-link]");
const copy = document.querySelector<HTMLButtonElement>("[data-copy]");
const share = document.querySelector<HTMLButtonElement>("[data-share]");

for (const scripted of document.querySelectorAll<HTMLElement>("[data-scripted]")) scripted.hidden = false;

link?.addEventListener("focus", () => link.select());

copy?.addEventListener("click", () => {
  void navigator.clipboard?.writeText(link?.value ?? "").then(
    () => {
      copy.textContent = copy.dataset.copied ?? copy.textContent;
    },
    () => link?.select(),
  );
});

if (share && "share" in navigator) {
  share.hidden = false;
  share.addEventListener("click", () => void navigator.share({ text: share.dataset.text ?? "", url: link?.value ?? "" }).catch(() => {}));
}
